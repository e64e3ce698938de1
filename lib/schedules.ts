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

interface Rhythm {
  /** When in the period a run starts; `share` is how much of the period comes before. */
  at: (share: number) => CronOptions;
  /** A run that has not started by then is left to the next period. */
  maxEventAge: Duration;
  /** How often a start is repeated, and how often a run that failed is. */
  retries: { start: number; run: number };
}

const rhythms: Record<Period, Rhythm> = {
  // What one run leaves, the next one does anyway.
  minute: { at: () => ({}), maxEventAge: Duration.minutes(1), retries: { start: 0, run: 0 } },
  // Not with the hour, when the feed of all postings is made: the job of the canary should not be in it.
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

/** Whether a run that fails is repeated, and kept as a dead letter in the end: not where the next run comes at once. */
export const isKept = ({ every }: Pick<ScheduledTrigger, 'every'>): boolean =>
  rhythms[every].retries.start > 0;

/** How long Lambda tries to run a function for its schedule. */
export function patienceOf({
  every,
}: ScheduledTrigger): Pick<Rhythm, 'maxEventAge'> & { retryAttempts: number } {
  const { maxEventAge, retries } = rhythms[every];
  return { maxEventAge, retryAttempts: retries.run };
}

interface SchedulesProps {
  /** All functions; only some have schedules. */
  functions: readonly OperationFunction[];
  /** Keeps runs that could not be started; a stack without it has none to keep. */
  deadLetters?: IQueue;
  stage: Stage;
  /** Whether they run. */
  enabled: boolean;
}

/** The schedules of the scheduled functions of a stack: one group, and one role that may call them. */
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
  // Its name is always the same: one that was kept would be in the way of the next stack.
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
    description: `What the schedules may do (${stage.name})`,
  });
  const allow = (action: string, resource: string) =>
    role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
  if (deadLetters) allow('sqs:SendMessage', deadLetters.queueArn);

  for (const arn of new Set(scheduled.map(({ handler }) => handler.functionArn))) {
    allow('lambda:InvokeFunction', arn);
  }

  // All schedules of a period share it: runs that start together would wait for the same table.
  for (const [every, sharing] of Map.groupBy(scheduled, (each) => each.every)) {
    const { at, maxEventAge, retries } = rhythms[every];
    for (const [place, { id, definition, handler, input }] of sharing.entries()) {
      // Nobody would learn that the canary fails.
      const isUnwatched = definition.group === 'Canary' && monitoringOf(stage) === 'none';
      // The library's own target would also grant the right to call versions and aliases, and there are none.
      const target: IScheduleTarget = {
        bind: () => ({
          arn: handler.functionArn,
          role,
          input: ScheduleTargetInput.fromObject(input),
          ...(deadLetters && isKept({ every }) && { deadLetterConfig: { arn: deadLetters.queueArn } }),
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
        enabled: enabled && !isUnwatched,
        target,
        // With its policy: a run before that would fail.
      }).node.addDependency(role);
    }
  }
}
