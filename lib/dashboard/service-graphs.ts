import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import {
  callMetrics,
  canaryMetric,
  creationMetrics,
  PERIOD,
  refusalMetrics,
  tableMetrics,
} from '../metrics.ts';
import type { ServedTable } from '../resources.ts';
import type { Stage } from '../stages.ts';
import { graph } from './dashboard.ts';

const PERCENTILES = ['p50', 'p90', 'p99'] as const;

const sum = { statistic: 'Sum', period: PERIOD };

/** Graphs of all requests: how many, their responses, and how long they take. */
export const apiRows = (api: IHttpApi, tooManyRequests: IMetric, stage: Stage): IWidget[][] => [
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
      PERCENTILES.map((statistic) => api.metricLatency({ statistic, period: PERIOD, label: statistic })),
    ),
    graph('Runs of the canary', [canaryMetric(stage, 'runs'), canaryMetric(stage, 'failed')]),
  ],
];

/** Graphs of what is done: jobs created, and requests refused. */
export const businessRow = (stage: Stage): IWidget[] => [
  graph('Jobs created', creationMetrics(stage)),
  graph('Requests refused, by code', refusalMetrics(stage)),
];

/** Graphs of the table: units, throttles and latency. */
export const tableRows = (table: ServedTable): IWidget[][] => [
  [
    graph('Consumed read units', tableMetrics(table, 'ConsumedReadCapacityUnits')),
    graph('Consumed write units', tableMetrics(table, 'ConsumedWriteCapacityUnits')),
  ],
  [
    graph('Throttled by DynamoDB', [
      ...tableMetrics(table, 'ReadThrottleEvents', { label: 'reads' }),
      ...tableMetrics(table, 'WriteThrottleEvents', { label: 'writes' }),
    ]),
    graph('DynamoDB latency p99, ms', callMetrics(table, 'SuccessfulRequestLatency', 'p99')),
  ],
];
