import { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { addFunctions, type FunctionStackProps } from '../add-functions.ts';
import { mailRules } from '../alarms/mail-alarms.ts';
import { canaryRules, refreshRules, searchEngineRules } from '../alarms/schedule-alarms.ts';
import { backgroundRow } from '../dashboard.ts';
import { deadLetterQueue } from '../dead-letters.ts';
import { addOutputs } from '../resources.ts';
import { scheduleOf } from '../functions.ts';
import { urlOf } from '../job-api.ts';
import { recordMailEvents, mailEventRetries } from '../mail.ts';
import { addMonitoring } from '../monitoring.ts';
import { addSchedules, hasDeadLetters, retryPolicyOf } from '../schedules.ts';

/** Adds the outputs and the policy that let a deployer run the canary. */
function offerCanary(stack: Stack, { functionName, functionArn }: IFunction): void {
  const policy = new ManagedPolicy(stack, 'CanaryPolicy', {
    description: 'What trying the stage by its canary needs',
    statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] })],
  });
  addOutputs(stack, {
    Canary: { value: functionName, description: 'The function that tries the stage as its clients use it' },
    CanaryPolicyArn: { value: policy.managedPolicyArn, description: 'What calling it needs' },
  });
}

/**
 * Functions that no client waits for: auto-refresh, feeds, mail and its delivery status, the expiry of applications,
 * and the canary.
 */
export class BackgroundStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    const { stage, maintenance } = props;
    super(scope, id, { description: `Job Posting Service, ${stage.name}: schedules and mail` });
    const mail = new Construct(this, 'Mail');
    const scheduling = new Construct(this, 'Scheduling');
    const [mailDeadLetters, deadLetters] = [deadLetterQueue(mail), deadLetterQueue(scheduling)];
    const served = addFunctions(this, 'background', props, (definition) => {
      const schedule = scheduleOf(definition);
      return schedule
        ? { queue: hasDeadLetters(schedule) ? deadLetters : undefined, retries: retryPolicyOf(schedule) }
        : { queue: mailDeadLetters, retries: mailEventRetries };
    });
    const { data, functions } = served;
    for (const { definition, function: handler } of functions) {
      if (definition.trigger === 'mailEvents') {
        recordMailEvents(mail, handler, data.mail.configurationSet, mailDeadLetters);
      }
      // Requests contain the API's own domain, but a schedule's input does not.
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
        ...searchEngineRules(stage),
        ...(stage.mailDomain === undefined ? [] : mailRules(stage, mailDeadLetters)),
        ...canaryRules(stage),
      ],
      rows: { full: [backgroundRow(stage)] },
    }));
  }
}
