import { LogQueryVisualizationType, LogQueryWidget, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { PERIOD, requestMetric, type RequestMetric } from '../metrics.ts';
import type { OperationFunction } from '../operation-function.ts';
import type { Stage } from '../stages.ts';
import { FULL, graph, HEIGHT } from './dashboard.ts';

/** Facts that only the request log has (`functions/http/request-log.ts` writes its fields). */
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

type Functions = readonly OperationFunction[];

const lambdaRows = (functions: Functions): IWidget[][] => {
  const byOperation = (name: string, statistic = 'Sum') =>
    functions.map((each) =>
      each.function.metric(name, { statistic, period: PERIOD, label: each.definition.id }),
    );
  return [
    [
      graph('Calls by operation', byOperation('Invocations')),
      graph('Lambda errors by operation', byOperation('Errors')),
    ],
    [
      graph('Latency p50 by operation, ms', byOperation('Duration', 'p50')),
      graph('Latency p99 by operation, ms', byOperation('Duration', 'p99')),
    ],
    [graph('Throttled by Lambda', byOperation('Throttles'))],
  ];
};

const logRows = (functions: Functions): IWidget[][] =>
  Object.entries(logQueries).map(([title, lines]) => [
    new LogQueryWidget({
      title,
      logGroupNames: functions.map(({ logGroup }) => logGroup.logGroupName),
      queryLines: [...lines],
      view: LogQueryVisualizationType.TABLE,
      width: FULL,
      height: HEIGHT,
    }),
  ]);

const capacityRows = (functions: Functions, stage: Stage): IWidget[][] => {
  const operations = functions.flatMap(({ definition: { operation, permissions } }) =>
    operation === undefined || permissions.length === 0 ? [] : [operation],
  );
  if (operations.length === 0) return [];
  const byOperation = (metric: RequestMetric) =>
    operations.map((operation) => requestMetric(stage, metric, operation));
  return [
    [
      graph('Read units by operation', byOperation('readUnits')),
      graph('Write units by operation', byOperation('writeUnits')),
    ],
  ];
};

/** Graphs of functions: calls, errors, latency, throttles, capacity, and what their logs tell. */
export const functionRows = (functions: Functions, stage: Stage): IWidget[][] => [
  ...lambdaRows(functions),
  ...capacityRows(functions, stage),
  ...logRows(functions),
];
