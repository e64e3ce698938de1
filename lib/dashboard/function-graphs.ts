import { LogQueryVisualizationType, LogQueryWidget, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { PERIOD, unitsMetric } from '../metrics.ts';
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

/** Graphs of functions: calls, errors, latency, capacity, and what their logs tell. */
export function functionRows(functions: readonly OperationFunction[], stage: Stage): IWidget[][] {
  const byFunction = (title: string, name: string, statistic = 'Sum') =>
    graph(
      title,
      functions.map((each) =>
        each.function.metric(name, { statistic, period: PERIOD, label: each.definition.id }),
      ),
    );
  const withData = functions.flatMap(({ definition: { operation, permissions } }) =>
    operation === undefined || permissions.length === 0 ? [] : [operation],
  );
  const byOperation = (title: string, name: 'readUnits' | 'writeUnits') =>
    graph(
      title,
      withData.map((operation) => unitsMetric(stage, name, operation)),
    );
  return [
    [byFunction('Calls by operation', 'Invocations'), byFunction('Lambda errors by operation', 'Errors')],
    [
      byFunction('Latency p50 by operation, ms', 'Duration', 'p50'),
      byFunction('Latency p99 by operation, ms', 'Duration', 'p99'),
    ],
    ...(withData.length > 0
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
        logGroupNames: functions.map(({ logGroup }) => logGroup.logGroupName),
        queryLines: [...lines],
        view: LogQueryVisualizationType.TABLE,
        width: FULL,
        height: HEIGHT,
      }),
    ]),
  ];
}
