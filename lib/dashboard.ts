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
import type { Watched } from './alarms.ts';
import {
  callMetrics,
  canaryMetric,
  creationMetrics,
  intakeMetric,
  mailMetric,
  PERIOD,
  refreshMetric,
  refusalMetrics,
  reputationMetric,
  requestMetric,
  tableMetrics,
  type RequestMetric,
} from './metrics.ts';

/** Sizes of widgets on a dashboard with 24 columns. */
const FULL = 24;
const HALF = 12;
const HEIGHT = 7;

const PERCENTILES = ['p50', 'p90', 'p99'] as const;

const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
  new GraphWidget({ title, left, right, width: HALF, height: HEIGHT, period: PERIOD });

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

const apiRows = ({ api: { api, tooManyRequests }, functions, stage }: Watched): IWidget[][] => {
  const sum = { statistic: 'Sum', period: PERIOD };
  const byOperation = (name: string, statistic = 'Sum') =>
    functions.map((each) =>
      each.function.metric(name, { statistic, period: PERIOD, label: each.definition.id }),
    );
  return [
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
      graph('Requests by operation', byOperation('Invocations')),
    ],
    [
      graph('Latency p50 by operation, ms', byOperation('Duration', 'p50')),
      graph('Latency p99 by operation, ms', byOperation('Duration', 'p99')),
    ],
    [
      graph('Lambda errors by operation', byOperation('Errors')),
      graph('Throttled by Lambda', byOperation('Throttles')),
    ],
    [graph('Runs of the canary', [canaryMetric(stage, 'runs'), canaryMetric(stage, 'failed')])],
  ];
};

const logRows = ({ functions }: Watched): IWidget[][] =>
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

const capacityRow = ({ functions, stage }: Watched): IWidget[] => {
  const byOperation = (metric: RequestMetric) =>
    functions.flatMap(({ definition: { operation, permissions } }) =>
      operation === undefined || permissions.length === 0 ? [] : [requestMetric(stage, metric, operation)],
    );
  return [
    graph('Read units by operation', byOperation('readUnits')),
    graph('Write units by operation', byOperation('writeUnits')),
  ];
};

const tableRows = ({ table }: Watched): IWidget[][] => [
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

const businessRow = ({ stage }: Watched): IWidget[] => [
  graph('Jobs created', creationMetrics(stage)),
  graph('Requests refused, by code', refusalMetrics(stage)),
];

const refreshRow = ({ deadLetters, stage }: Watched): IWidget[] => [
  graph('Jobs refreshed by auto-refresh', [
    refreshMetric(stage, 'refreshed', { statistic: 'Sum', label: 'jobs' }),
  ]),
  graph(
    'Auto-refresh: delay of the oldest due job, days; dead letters',
    [refreshMetric(stage, 'lag', { statistic: 'Maximum', label: 'days' })],
    [deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD, label: 'dead letters' })],
  ),
];

const mailRow = ({ mail, stage }: Watched): IWidget[] => [
  graph(
    'Applications and their mail',
    [
      intakeMetric(stage, 'received'),
      intakeMetric(stage, 'held'),
      mailMetric(stage, 'sendApplications', 'sent', { statistic: 'Sum', label: 'sent' }),
      mailMetric(stage, 'sendApplications', 'postponed', { statistic: 'Sum', label: 'postponed' }),
      mailMetric(stage, 'sendApplications', 'failed', { statistic: 'Sum', label: 'given up' }),
      mailMetric(stage, 'recordMailEvent', 'delivered', { statistic: 'Sum', label: 'delivered' }),
      mailMetric(stage, 'recordMailEvent', 'bounced', { statistic: 'Sum', label: 'bounced' }),
      mailMetric(stage, 'recordMailEvent', 'complained', { statistic: 'Sum', label: 'complained' }),
    ],
    [mail.deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD, label: 'dead letters' })],
  ),
  graph(
    'Age of the oldest unsent mail, s; bounces and complaints of the account, share',
    [mailMetric(stage, 'sendApplications', 'oldest', { statistic: 'Maximum', label: 'oldest' })],
    [
      reputationMetric('Reputation.BounceRate', 'bounces'),
      reputationMetric('Reputation.ComplaintRate', 'complaints'),
    ],
  ),
];

/** The operator's dashboard: alarms, requests, errors, latency, throttles, jobs created, refusals, capacity, auto-refresh and mail. */
export const addDashboard = (scope: Construct, watched: Watched, alarms: Alarm[]): Dashboard =>
  new Dashboard(scope, 'Dashboard', {
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms, width: FULL, height: 3 })],
      ...apiRows(watched),
      businessRow(watched),
      capacityRow(watched),
      refreshRow(watched),
      mailRow(watched),
      ...tableRows(watched),
      ...logRows(watched),
    ],
  });
