import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
  type CronOptionsWithTimezone as CronOptions,
  type IScheduleTarget,
} from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { OperationFunction } from './operation-function.ts';
import { scheduleOf } from './functions.ts';
import type { Period, ScheduledTrigger } from './function-table.ts';
import { monitoringOf, type Stage } from './stages.ts';

interface Timing {
  /** The start of a run; `share` is the elapsed part of the period, from 0 to 1. */
  at: (share: number) => CronOptions;
  /** The maximum delay of a run: a run that has not started by then is skipped. */
  maxEventAge: Duration;
  /** Numbers of retries, of failed starts and of failed runs. */
  retries: { start: number; run: number };
}

const timings: Record<Period, Timing> = {
  // No retries, because the next run repeats the work of a failed run.
  minute: { at: () => ({}), maxEventAge: Duration.minutes(1), retries: { start: 0, run: 0 } },
  // Not on the hour, because the feed should not contain the job of the canary.
  fiveMinutes: {
    at: (share) => ({ minute: `${1 + Math.floor(share * 4)}/5` }),
    maxEventAge: Duration.minutes(5),
    retries: { start: 0, run: 0 },
  },
  hour: {
    at: (share) => ({ minute: String(Math.floor(share * 60)) }),
    maxEventAge: Duration.minutes(50),
    retries: { start: 5, run: 2 },
  },
  day: {
    at: (share) => ({ hour: '7', minute: String(3 + Math.floor(share * 57)) }),
    maxEventAge: Duration.hours(6),
    retries: { start: 5, run: 2 },
  },
};

/** Whether failed runs are retried and become dead letters; frequent schedules repeat the work anyway. */
export const hasDeadLetters = ({ every }: Pick<ScheduledTrigger, 'every'>): boolean =>
  timings[every].retries.start > 0;

/** Lambda's retries of a scheduled run. */
export function retryPolicyOf({
  every,
}: ScheduledTrigger): Pick<Timing, 'maxEventAge'> & { retryAttempts: number } {
  const { maxEventAge, retries } = timings[every];
  return { maxEventAge, retryAttempts: retries.run };
}

interface SchedulesProps {
  functions: readonly OperationFunction[];
  /** The dead-letter queue; undefined in stacks whose schedules have no dead letters. */
  deadLetters?: IQueue;
  stage: Stage;
  enabled: boolean;
}

export function addSchedules(
  scope: Construct,
  { functions, deadLetters, stage, enabled }: SchedulesProps,
): void {
  const scheduled = functions.flatMap(({ definition, function: handler }) => {
    const { every, inputs } = scheduleOf(definition) ?? { every: 'day' as const, inputs: [] };
    return inputs.map((input, index) => ({
      every,
      id: `${definition.id}${index}`,
      definition,
      handler,
      input,
    }));
  });
  // The name is fixed, so a retained group would block the next stack.
  const group = new ScheduleGroup(scope, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: {
        StringEquals: {
          'aws:SourceAccount': Stack.of(scope).account,
          'aws:SourceArn': group.scheduleGroupArn,
        },
      },
    }),
    description: `Permissions of the schedules (${stage.name})`,
  });
  const allow = (action: string, resource: string) =>
    role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
  if (deadLetters) allow('sqs:SendMessage', deadLetters.queueArn);

  for (const arn of new Set(scheduled.map(({ handler }) => handler.functionArn))) {
    allow('lambda:InvokeFunction', arn);
  }

  // Schedules of a period are spread over it, because simultaneous runs would compete for the table.
  for (const [every, sharing] of Map.groupBy(scheduled, (each) => each.every)) {
    const { at, maxEventAge, retries } = timings[every];
    for (const [place, { id, definition, handler, input }] of sharing.entries()) {
      // Without monitoring, no alarm would report a failed canary.
      const isUnmonitored = definition.group === 'Canary' && monitoringOf(stage) === 'none';
      const lacksSender = definition.settings.includes('MAIL_FROM') && stage.mailDomain === undefined;
      // The library's own target would also grant calls of versions and aliases.
      const target: IScheduleTarget = {
        bind: () => ({
          arn: handler.functionArn,
          role,
          input: ScheduleTargetInput.fromObject(input),
          ...(deadLetters &&
            hasDeadLetters({ every }) && { deadLetterConfig: { arn: deadLetters.queueArn } }),
          retryPolicy: {
            maximumEventAgeInSeconds: maxEventAge.toSeconds(),
            maximumRetryAttempts: retries.start,
          },
        }),
      };
      new Schedule(scope, id, {
        description: `${definition.description}: ${JSON.stringify(input)} (${stage.name})`,
        schedule: ScheduleExpression.cron(at(place / sharing.length)),
        scheduleGroup: group,
        enabled: enabled && !isUnmonitored && !lacksSender,
        target,
        // A run before the role has its policy would fail.
      }).node.addDependency(role);
    }
  }
}
