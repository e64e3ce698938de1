import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { addFunctions, type FunctionStackProps } from '../add-functions.ts';
import { mailRules } from '../alarms/mail-alarms.ts';
import { canaryRules, refreshRules } from '../alarms/schedule-alarms.ts';
import { backgroundRow } from '../dashboard/background-graphs.ts';
import { deadLetterQueue } from '../dead-letters.ts';
import { scheduleOf } from '../functions.ts';
import { urlOf } from '../job-api.ts';
import { recordMailEvents, whenUnrecorded } from '../mail-events.ts';
import { addMonitoring } from '../monitoring.ts';
import { offerCanary } from '../offered-canary.ts';
import { addOutputs } from '../outputs.ts';
import { addSchedules, isKept, patienceOf } from '../schedules.ts';

/** What nobody waits for: auto-refresh, feeds, mail and what becomes of it, the end of applications, and the canary. */
export class BackgroundStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    const { stage, maintenance } = props;
    super(scope, id, { description: `Job Posting Service, ${stage.name}: what nobody waits for` });
    const mail = new Construct(this, 'Mail');
    const scheduling = new Construct(this, 'Scheduling');
    const [mailDeadLetters, deadLetters] = [deadLetterQueue(mail), deadLetterQueue(scheduling)];
    const served = addFunctions(this, 'background', props, (definition) => {
      const schedule = scheduleOf(definition);
      return schedule
        ? { queue: isKept(schedule) ? deadLetters : undefined, called: patienceOf(schedule) }
        : { queue: mailDeadLetters, called: whenUnrecorded };
    });
    const { data, functions } = served;
    for (const { definition, function: handler } of functions) {
      if (definition.trigger === 'mailEvents') {
        recordMailEvents(mail, handler, data.mail.configurationSet, mailDeadLetters);
      }
      // What requests tell of the API's own domain, a schedule does not.
      if (scheduleOf(definition) && definition.settings.includes('BASE_URL')) {
        handler.addEnvironment(
          'BASE_URL',
          urlOf(this, stage, () => data.api.apiId),
        );
      }
      if (definition.operation === 'runCanary') offerCanary(this, handler);
    }
    addOutputs(this, {
      ScheduleDeadLetters: { value: deadLetters.queueUrl, description: 'Runs that failed' },
      MailEventDeadLetters: {
        value: mailDeadLetters.queueUrl,
        description: 'Reports of SES that could not be recorded',
      },
    });
    addSchedules(scheduling, { functions, deadLetters, stage, enabled: maintenance === 'off' });
    addMonitoring(this, 'BackgroundDashboard', served, props, () => ({
      rules: [
        ...refreshRules(stage, deadLetters),
        ...mailRules(stage, mailDeadLetters),
        ...canaryRules(stage),
      ],
      rows: { full: [backgroundRow(stage)] },
    }));
  }
}
