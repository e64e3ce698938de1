import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
  type IScheduleTarget,
} from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { OperationFunction } from './operation-function.ts';
import type { ScheduledTrigger } from './scheduled-functions.ts';
import type { Stage } from './stages.ts';

/** A run that has not started by then is left to the next hour. */
export const MAX_EVENT_AGE = Duration.minutes(50);

const RETRY_ATTEMPTS = 5;

/** The encrypted queue that keeps, for two weeks, runs that could not be started or failed repeatedly. */
export const deadLetterQueue = (scope: Construct, stage: Stage): Queue =>
  new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: stage.removalPolicy,
  });

interface SchedulesProps {
  functions: readonly OperationFunction[];
  deadLetters: Queue;
  stage: Stage;
}

/** The schedules of the scheduled functions: one group, and one role that may call them. */
export function addSchedules(scope: Construct, { functions, deadLetters, stage }: SchedulesProps): void {
  const group = new ScheduleGroup(scope, 'Group', { removalPolicy: stage.removalPolicy });
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: {
        StringEquals: {
          'aws:SourceAccount': Stack.of(scope).account,
          'aws:SourceArn': group.scheduleGroupArn,
        },
      },
    }),
    description: `What the schedules may do (${stage.name})`,
  });
  const allow = (action: string, resource: string) =>
    role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
  allow('sqs:SendMessage', deadLetters.queueArn);

  for (const { definition, function: handler } of functions) {
    const { inputs } = definition.trigger as ScheduledTrigger;
    allow('lambda:InvokeFunction', handler.functionArn);
    for (const [index, input] of inputs.entries()) {
      // The library's own target would also grant the right to call versions and aliases, and there are none.
      const target: IScheduleTarget = {
        bind: () => ({
          arn: handler.functionArn,
          role,
          input: ScheduleTargetInput.fromObject(input),
          deadLetterConfig: { arn: deadLetters.queueArn },
          retryPolicy: {
            maximumEventAgeInSeconds: MAX_EVENT_AGE.toSeconds(),
            maximumRetryAttempts: RETRY_ATTEMPTS,
          },
        }),
      };
      const minute = Math.floor((index * 60) / inputs.length);
      // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
      new Schedule(scope, `${definition.id}${index}`, {
        description: `${definition.description}: ${JSON.stringify(input)} (${stage.name})`,
        schedule: ScheduleExpression.cron({ minute: String(minute) }),
        scheduleGroup: group,
        target,
      });
    }
  }
}
