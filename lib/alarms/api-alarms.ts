import { MathExpression, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { lasting, type Rule } from './alarm.ts';
import { PERIOD } from '../metrics.ts';
import type { Stage } from '../stages.ts';

interface WatchedApi {
  api: IHttpApi;
  /** How many requests got a 429, by API Gateway or by the service. */
  tooManyRequests: IMetric;
  stage: Stage;
}

/** Fewer failures do not count as a rate, so that one bad minute in a quiet night wakes nobody. */
const MIN_FAILURES = 3;

/** Fewer refusals are a client that is being set up. */
const MIN_REFUSALS = 100;

/** The share of requests with a kind of response, in percent; 0 where these are fewer than `fewest`. */
const shareOf = (api: IHttpApi, kind: string, counted: IMetric, fewest: number) =>
  new MathExpression({
    expression: `IF(counted >= ${fewest}, 100 * counted / requests, 0)`,
    usingMetrics: { counted, requests: api.metricCount({ period: PERIOD }) },
    label: `Requests with a ${kind} response, %`,
    period: PERIOD,
  });

/** The alarms of the HTTP API: refused, failed and slow requests. */
export const apiRules = ({ api, tooManyRequests, stage: { alarms } }: WatchedApi): Rule[] => [
  {
    id: 'ServerErrors',
    level: 'basic',
    meaning: `At least ${alarms.serverErrorPercent} % of requests get a 5xx response.`,
    action:
      'The access log names the routes, and the logs of their functions have the error. Responses with 503 mean that the table is throttled or DynamoDB has a problem: see the graphs "Throttled by DynamoDB" and "DynamoDB latency p99, ms". If it began with a deployment, roll back.',
    metric: shareOf(api, '5xx', api.metricServerError({ statistic: 'Sum', period: PERIOD }), MIN_FAILURES),
    threshold: alarms.serverErrorPercent,
    periods: lasting,
  },
  {
    id: 'ClientErrors',
    meaning: 'At least half of the requests get a 4xx response.',
    action:
      'The access log shows routes, statuses and addresses. 401 for one employer: its key ended. 404 or 400 for many after a deployment: roll back. Otherwise somebody tries things out: lower the throttling of public and other in stages.json.',
    metric: shareOf(api, '4xx', api.metricClientError({ statistic: 'Sum', period: PERIOD }), MIN_REFUSALS),
    threshold: 50,
    periods: lasting,
  },
  {
    id: 'TooManyRequests',
    meaning: 'At least 5 % of the requests get a 429 response.',
    action:
      'The access log tells whose: with a gatewayErrorType, the limit of a route in stages.json refused it, otherwise the rate limit of an API key. Raise what is too low for ordinary use; ask an employer that sends too much to send batches.',
    metric: shareOf(api, '429', tooManyRequests, MIN_REFUSALS),
    threshold: 5,
    periods: lasting,
  },
  {
    id: 'Latency',
    level: 'basic',
    meaning: `One request in a hundred takes ${alarms.latencyMillis} ms or more.`,
    action:
      'Compare the graphs "Latency, ms" and "DynamoDB latency p99, ms": if both are up, DynamoDB is the cause. Otherwise the access log has the milliseconds of each route. Many retries show up in "Throttled by DynamoDB". Cold starts after a deployment pass by themselves.',
    metric: api.metricLatency({ statistic: 'p99', period: PERIOD }),
    threshold: alarms.latencyMillis,
    periods: lasting,
  },
];
