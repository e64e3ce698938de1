import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { callMetrics, loggedMetric, PERIOD, refusalMetrics, tableMetrics } from '../metrics.ts';
import type { ServedTable } from '../resources.ts';
import type { Stage } from '../stages.ts';
import { graph } from './dashboard.ts';

const sum = { statistic: 'Sum', period: PERIOD };

/** Graphs of all requests, how many, their responses, and how long they take; and of the table. */
export const serviceRows = (api: IHttpApi, tooManyRequests: IMetric, table: ServedTable): IWidget[][] => [
  [
    graph('Requests', [api.metricCount(sum)]),
    graph('4xx, 429 and 5xx responses', [
      api.metricClientError(sum),
      tooManyRequests,
      api.metricServerError(sum),
    ]),
  ],
  [
    graph(
      'Latency, ms',
      ['p50', 'p90', 'p99'].map((statistic) =>
        api.metricLatency({ statistic, period: PERIOD, label: statistic }),
      ),
    ),
    graph('DynamoDB latency p99, ms', callMetrics(table, 'SuccessfulRequestLatency', 'p99')),
  ],
  [
    graph('Consumed read units', tableMetrics(table, 'ConsumedReadCapacityUnits')),
    graph('Consumed write units', tableMetrics(table, 'ConsumedWriteCapacityUnits')),
  ],
  [
    graph('Throttled by DynamoDB', [
      ...tableMetrics(table, 'ReadThrottleEvents', 'reads'),
      ...tableMetrics(table, 'WriteThrottleEvents', 'writes'),
    ]),
  ],
];

/** The operations that create jobs. */
const creating = ['createJob', 'upsertJob', 'batchJobs'] as const;

/** Graphs of what is done: jobs created, and requests refused. */
export const businessRow = (stage: Stage): IWidget[] => [
  graph(
    'Jobs created',
    creating.map((operation) => loggedMetric(stage, operation, 'created', { label: operation })),
  ),
  graph('Requests refused, by code', refusalMetrics(stage)),
];
