import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  type Alarm,
  type IMetric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { callMetrics, loggedMetric, PERIOD, refusalMetrics, tableMetrics, unitsMetric } from './metrics.ts';
import type { OperationFunction } from './operation-function.ts';
import type { ServedTable } from './resources.ts';
import type { Stage } from './stages.ts';

// Sizes of widgets on a dashboard with 24 columns.
const FULL = 24;
const HALF = 12;
const HEIGHT = 7;

/** A graph with up to two axes. */
const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left, right, width: HALF, height: HEIGHT, period: PERIOD });

/** Adds a dashboard, which begins with the state of the alarms. */
export const addDashboard = (scope: Construct, id: string, alarms: Alarm[], rows: IWidget[][]): Dashboard =>
  new Dashboard(scope, id, {
    widgets: [[new AlarmStatusWidget({ title: 'Alarms', alarms, width: FULL, height: 3 })], ...rows],
  });

const sum = { statistic: 'Sum', period: PERIOD };

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

const jobCreations = ['createJob', 'upsertJob', 'batchJobs'] as const;

export const businessRow = (stage: Stage): IWidget[] => [
  graph(
    'Jobs created',
    jobCreations.map((operation) => loggedMetric(stage, operation, 'created', { label: operation })),
  ),
  graph('Requests refused, by code', refusalMetrics(stage)),
];

export const backgroundRow = (stage: Stage): IWidget[] => [
  graph('Jobs refreshed by auto-refresh', [loggedMetric(stage, 'refreshDueJobs', 'refreshed')]),
  graph('Applications and their mail', [
    loggedMetric(stage, 'receiveApplication', 'received'),
    loggedMetric(stage, 'receiveApplication', 'held'),
    loggedMetric(stage, 'sendApplications', 'sent'),
    loggedMetric(stage, 'sendApplications', 'postponed'),
    loggedMetric(stage, 'sendApplications', 'failed', { label: 'given up' }),
    loggedMetric(stage, 'recordMailEvent', 'delivered'),
    loggedMetric(stage, 'recordMailEvent', 'bounced'),
    loggedMetric(stage, 'recordMailEvent', 'complained'),
    loggedMetric(stage, 'sendConfirmations', 'sent', { label: 'confirmed' }),
    loggedMetric(stage, 'recordMailEvent', 'confirmationsBounced', { label: 'confirmations bounced' }),
  ]),
];

export const eventLogRow = (stage: Stage): IWidget[] => [
  graph('Events', [loggedMetric(stage, 'buildLog', 'events'), loggedMetric(stage, 'buildLog', 'unreadable')]),
];

/** Queries of the request log, whose fields `functions/http/lambda-handler.ts` writes. */
export const logQueries = {
  'Responses by operation and status': [
    'filter ispresent(operation)',
    'stats count(*) as requests, pct(milliseconds, 50) as p50, pct(milliseconds, 99) as p99 by operation, status',
    'sort requests desc',
  ],
  'Employers by capacity consumed': [
    'filter ispresent(employerId)',
    'stats count(*) as requests, sum(readUnits) as reads, sum(writeUnits) as writes, sum(readUnits + writeUnits) as units by employerId',
    'sort units desc',
    'limit 20',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Graphs of calls, errors, latency and capacity by function, and of log queries. */
export function functionRows(functions: readonly OperationFunction[], stage: Stage): IWidget[][] {
  const byFunction = (title: string, name: string, statistic = 'Sum') =>
    graph(
      title,
      functions.map((each) =>
        each.function.metric(name, { statistic, period: PERIOD, label: each.definition.id }),
      ),
    );
  const operationsWithData = functions.flatMap(({ definition: { operation, permissions } }) =>
    operation === undefined || permissions.length === 0 ? [] : [operation],
  );
  const byOperation = (title: string, name: 'readUnits' | 'writeUnits') =>
    graph(
      title,
      operationsWithData.map((operation) => unitsMetric(stage, name, operation)),
    );
  return [
    [byFunction('Calls by operation', 'Invocations'), byFunction('Lambda errors by operation', 'Errors')],
    [
      byFunction('Latency p50 by operation, ms', 'Duration', 'p50'),
      byFunction('Latency p99 by operation, ms', 'Duration', 'p99'),
    ],
    ...(operationsWithData.length > 0
      ? [
          [
            byOperation('Read units by operation', 'readUnits'),
            byOperation('Write units by operation', 'writeUnits'),
          ],
        ]
      : []),
    ...Object.entries(logQueries).map(([title, lines]) => [
      new LogQueryWidget({
        title,
        logGroupNames: [...new Set(functions.map(({ logGroup }) => logGroup.logGroupName))],
        queryLines: [...lines],
        view: LogQueryVisualizationType.TABLE,
        width: FULL,
        height: HEIGHT,
      }),
    ]),
  ];
}
