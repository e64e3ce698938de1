import { lasting, sumOf, type Rule } from './alarm.ts';
import { callMetrics } from '../metrics.ts';
import type { ServedTable } from '../resources.ts';

/** The alarms of the table. */
export const tableRules = (table: ServedTable): Rule[] => [
  {
    id: 'TableThrottles',
    level: 'basic',
    meaning:
      'DynamoDB throttles requests because a partition, an index or the table has reached its limit. The service retries within the request; requests that still fail get a 503 response and change nothing.',
    action:
      'The graph "Throttled by DynamoDB" shows the table and its indexes separately. If one employer is importing jobs, it will pass: ask for fewer requests at once. If it lasts, see the runbook, "The table is throttled".',
    metric: sumOf(callMetrics(table, 'ThrottledRequests', 'Sum'), 'Throttled requests'),
    threshold: 10,
    periods: lasting,
  },
];
