import { MathExpression, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { sumOf, twoOfThree, type AlarmRule } from './alarm.ts';
import { callMetrics, loggedMetric, PERIOD } from '../metrics.ts';
import type { ServedTable } from '../resources.ts';
import type { Stage } from '../stages.ts';

interface ApiAlarmsProps {
  api: IHttpApi;
  /** Requests with a 429, from API Gateway or from the service. */
  tooManyRequests: IMetric;
  stage: Stage;
}

/** The minimum number of failures for a rate, so that one bad minute in a quiet night wakes no operator. */
const MIN_FAILURES = 3;

/** The minimum number of refusals for a rate: fewer come from a client during its setup. */
const MIN_REFUSALS = 100;

/** The percentage of requests with a kind of response; 0 below `minimum` of them. */
const percentageOf = (api: IHttpApi, kind: string, counted: IMetric, minimum: number) =>
  new MathExpression({
    expression: `IF(counted >= ${minimum}, 100 * counted / requests, 0)`,
    usingMetrics: { counted, requests: api.metricCount({ period: PERIOD }) },
    label: `Requests with a ${kind} response, %`,
    period: PERIOD,
  });

/** The alarms for refused, failed and slow requests. */
export const apiRules = ({ api, tooManyRequests, stage: { alarms } }: ApiAlarmsProps): AlarmRule[] => [
  {
    id: 'ServerErrors',
    level: 'basic',
    meaning: `At least ${alarms.serverErrorPercent} % of requests get a 5xx response.`,
    action:
      'The access log names the routes, and the logs of their functions have the error. Responses with 503 mean that the table is throttled or DynamoDB has a problem: see the graphs "Throttled by DynamoDB" and "DynamoDB latency p99, ms". If it began with a deployment, roll back.',
    metric: percentageOf(
      api,
      '5xx',
      api.metricServerError({ statistic: 'Sum', period: PERIOD }),
      MIN_FAILURES,
    ),
    threshold: alarms.serverErrorPercent,
    periods: twoOfThree,
  },
  {
    id: 'ClientErrors',
    meaning: 'At least half of the requests get a 4xx response.',
    action:
      'The access log shows routes, statuses and addresses. 401 for one employer: its key ended. 404 or 400 for many after a deployment: roll back. Otherwise somebody tries things out: lower the throttling of public and other in stages.json.',
    metric: percentageOf(
      api,
      '4xx',
      api.metricClientError({ statistic: 'Sum', period: PERIOD }),
      MIN_REFUSALS,
    ),
    threshold: 50,
    periods: twoOfThree,
  },
  {
    id: 'TooManyRequests',
    meaning: 'At least 5 % of the requests get a 429 response.',
    action:
      'The access log tells whose: with a gatewayErrorType, the limit of a route in stages.json refused it, otherwise the rate limit of an API key. Raise what is too low for ordinary use; ask an employer that sends too much to send batches.',
    metric: percentageOf(api, '429', tooManyRequests, MIN_REFUSALS),
    threshold: 5,
    periods: twoOfThree,
  },
  {
    id: 'Latency',
    level: 'basic',
    meaning: `One request in a hundred takes ${alarms.latencyMillis} ms or more.`,
    action:
      'Compare the graphs "Latency, ms" and "DynamoDB latency p99, ms": if both are up, DynamoDB is the cause. Otherwise the access log has the milliseconds of each route. Many retries show up in "Throttled by DynamoDB". Cold starts after a deployment pass by themselves.',
    metric: api.metricLatency({ statistic: 'p99', period: PERIOD }),
    threshold: alarms.latencyMillis,
    periods: twoOfThree,
  },
];

export const tableRules = (table: ServedTable): AlarmRule[] => [
  {
    id: 'TableThrottles',
    level: 'basic',
    meaning:
      'DynamoDB throttles requests because a partition, an index or the table has reached its limit. The service retries within the request; requests that still fail get a 503 response and change nothing.',
    action:
      'The graph "Throttled by DynamoDB" shows the table and its indexes separately. If one employer is importing jobs, it will pass: ask for fewer requests at once. If it lasts, see the runbook, "The table is throttled".',
    metric: sumOf(callMetrics(table, 'ThrottledRequests', 'Sum'), 'Throttled requests'),
    threshold: 10,
    periods: twoOfThree,
  },
];

/** The alarm for requests that only an operator can carry out. */
export const deletionRules = (stage: Stage): AlarmRule[] => [
  {
    id: 'DeletionRequested',
    meaning:
      'A partner asked for the deletion of one of its employers. The guide promises it within 30 days.',
    action:
      'Run npm run admin -- employer list --deletion-requested, which names the employer; docs/running.md, "Export and delete an employer", says how to delete it.',
    metric: loggedMetric(stage, 'requestEmployerAccountDeletion', 'requested'),
  },
];
