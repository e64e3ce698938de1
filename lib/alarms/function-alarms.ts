import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { sumOf, type AlarmRule } from './alarm.ts';
import { groups } from '../function-table.ts';
import { PERIOD } from '../metrics.ts';
import type { OperationFunction } from '../operation-function.ts';
import { DEFAULT_QUOTA } from '../stage-schema.ts';
import type { Stage } from '../stages.ts';

/** The maximum number of metrics of an alarm in CloudWatch. */
const MAX_METRICS = 10;

/** The functions of each group in parts that an alarm takes, by the name that their alarms begin with. */
const alarmParts = (functions: readonly OperationFunction[]) =>
  Object.entries(groups).flatMap(([group, { which }]) => {
    const members = functions.filter(({ definition }) => definition.group === group);
    return Array.from({ length: Math.ceil(members.length / MAX_METRICS) }, (_, part) => ({
      name: part === 0 ? group : `${group}${part + 1}`,
      group,
      which,
      members: members.slice(part * MAX_METRICS, (part + 1) * MAX_METRICS),
    }));
  });

/** The alarms for functions that end without a response, or that Lambda does not start. */
export const functionRules = (functions: readonly OperationFunction[]): AlarmRule[] =>
  alarmParts(functions).flatMap(({ name, group, which, members }): AlarmRule[] => {
    const metricsOf = (metricName: string) =>
      members.map((member) =>
        member.function.metric(metricName, { statistic: 'Sum', period: PERIOD, label: member.definition.id }),
      );
    return [
      {
        id: `${name}Errors`,
        meaning: `A function ${which} ended without a response: it crashed, timed out, ran out of memory or could not do all in its time.`,
        action: `The graph "Lambda errors by operation" names the function; the log of ${group} gives the reason ("Task timed out", "Runtime.", "Error"). If it began with a deployment, roll back.`,
        metric: sumOf(metricsOf('Errors'), `Errors of functions ${which}`),
      },
      {
        id: `${name}Throttles`,
        meaning: `Lambda could not start a function ${which}: the account has no concurrency left, and clients get 5xx responses.`,
        action:
          "Compare ConcurrentExecutions with the account's quota. Request a higher quota, or lower the stage's throttling limits in stages.json and deploy.",
        metric: sumOf(metricsOf('Throttles'), `Throttles of functions ${which}`),
      },
    ];
  });

/** The percentage of the account's concurrency quota at which the alarm goes off. */
const FULL_QUOTA = 80;

export const quotaRules = ({ alarms: { concurrencyQuota = DEFAULT_QUOTA } }: Stage): AlarmRule[] => [
  {
    id: 'ConcurrencyNearQuota',
    level: 'basic',
    meaning: `At least ${FULL_QUOTA} % of the ${concurrencyQuota} functions that the account may run at the same time did, or are reserved: beyond that, clients get 5xx responses.`,
    action:
      'Request a higher quota under Service Quotas (Lambda, concurrent executions), then set the alarms.concurrencyQuota of the stage. The graphs "Requests" and "Latency, ms" show whether something floods the API or a function has become slow; the access log says which.',
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'ClaimedAccountConcurrency',
      statistic: 'Maximum',
      period: PERIOD,
    }),
    threshold: (FULL_QUOTA / 100) * concurrencyQuota,
  },
];
