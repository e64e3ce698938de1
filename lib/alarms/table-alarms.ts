import { lasting, sumOf, type Rule } from './alarm.ts';
import { callMetrics, tableMetrics } from '../metrics.ts';
import type { ServedTable } from '../resources.ts';

const errorRules = (table: ServedTable): Rule[] => [
  {
    id: 'TableSystemErrors',
    level: 'full',
    meaning:
      'DynamoDB answers with errors of its own. The service retries within the request; requests that still fail get a 503 response and change nothing.',
    action:
      'Look at the AWS Health Dashboard. Nothing has to be done for the data; clients repeat what was refused. If it lasts, open a case with AWS.',
    metric: sumOf(callMetrics(table, 'SystemErrors', 'Sum'), 'Errors of DynamoDB'),
    threshold: 10,
    periods: lasting,
  },
];

/** The throttles of the table and its indexes; reads and writes apart, or there would be more than 10 metrics. */
const throttleRules = (table: ServedTable): Rule[] =>
  (['Read', 'Write'] as const).map((kind) => ({
    id: `Table${kind}Throttles`,
    level: 'basic',
    meaning: `DynamoDB throttles ${kind.toLowerCase()}s because a partition or the table has reached its limit. The service retries within the request; requests that still fail get a 503 response and change nothing.`,
    action:
      'The dashboard shows the table and its indexes separately; the capacity by operation shows the cause. If one employer is importing jobs, it will pass: ask for fewer requests at once. If it lasts, see the runbook, "The table is throttled".',
    metric: sumOf(tableMetrics(table, `${kind}ThrottleEvents`), `Throttled ${kind.toLowerCase()}s`),
    threshold: 10,
    periods: lasting,
  }));

/** The alarms of the table. */
export const tableRules = (table: ServedTable): Rule[] => [...throttleRules(table), ...errorRules(table)];
