import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { addFunctions } from '../add-functions.ts';
import { functionRules } from '../alarms/function-alarms.ts';
import { mailRules } from '../alarms/mail-alarms.ts';
import { canaryRules, refreshRules } from '../alarms/schedule-alarms.ts';
import { mailRow, refreshRow } from '../dashboard/background-graphs.ts';
import { functionRows } from '../dashboard/function-graphs.ts';
import { deadLetterQueue } from '../dead-letters.ts';
import { scheduleOf, type ServiceFunction } from '../functions.ts';
import { HandedOver } from '../handover.ts';
import { urlOf } from '../job-api.ts';
import { MailEvents } from '../mail-events.ts';
import { addMonitoring } from '../monitoring.ts';
import { offerCanary } from '../offered-canary.ts';
import { addOutputs } from '../outputs.ts';
import { addSchedules, patienceOf } from '../schedules.ts';
import type { FunctionStackProps } from './function-stack-props.ts';

/** What nobody waits for: auto-refresh, feeds, mail and what becomes of it, the end of applications, and the canary. */
export class BackgroundStack extends Stack {
  constructor(scope: Construct, id: string, { stage, codeOf, maintenance }: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${stage.name}: what nobody waits for` });
    const data = new HandedOver(this, stage);
    const mailEvents = new MailEvents(this, 'Mail');
    const scheduling = new Construct(this, 'Scheduling');
    const deadLetters = deadLetterQueue(scheduling);
    const unansweredBy = (definition: ServiceFunction) => {
      const schedule = scheduleOf(definition);
      return schedule ? { queue: deadLetters, called: patienceOf(schedule) } : mailEvents.unanswered;
    };
    const functions = addFunctions(this, 'background', { resources: data, codeOf, stage, unansweredBy });
    for (const { definition, function: handler } of functions) {
      if (definition.trigger === 'mailEvents') {
        mailEvents.recordWith(handler, data.mail.configurationSet);
      }
      // What requests tell of the API's own domain, a schedule does not.
      if (scheduleOf(definition) && definition.settings.includes('BASE_URL')) {
        handler.addEnvironment(
          'BASE_URL',
          urlOf(this, stage, () => data.api.apiId),
        );
      }
    }
    const canary = functions.find(({ definition }) => definition.operation === 'runCanary')?.function;
    if (canary) offerCanary(this, canary);
    addOutputs(this, {
      ScheduleDeadLetters: { value: deadLetters.queueUrl, description: 'Runs that failed' },
      MailEventDeadLetters: {
        value: mailEvents.deadLetters.queueUrl,
        description: 'Reports of SES that could not be recorded',
      },
    });
    addSchedules(scheduling, { functions, deadLetters, stage, enabled: maintenance === 'off' });
    addMonitoring(this, 'BackgroundDashboard', {
      data,
      watch: () => ({
        rules: [
          ...functionRules(functions),
          ...refreshRules(stage, deadLetters),
          ...mailRules(stage, mailEvents.deadLetters),
          ...canaryRules(stage),
        ],
        rows: {
          full: [
            refreshRow(stage, deadLetters),
            mailRow(stage, mailEvents.deadLetters),
            ...functionRows(functions, stage),
          ],
        },
      }),
      stage,
      maintenance,
    });
  }
}
