import { Fn, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnApiMapping,
  HttpStage,
  LogGroupLogDestination,
  type CfnStage,
  type IHttpApi,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { routeKeysOf, routeTriggerOf, serviceFunctions } from './functions.ts';
import { metricsNamespace, PERIOD } from './metrics.ts';
import { removalPolicyOf } from './resources.ts';
import type { Stage } from './stages.ts';

/** One JSON line per request. Never contains a header, a query or a body, so that no API key is logged. */
export const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  domain: '$context.domainName',
  ip: '$context.identity.sourceIp',
  userAgent: '$context.identity.userAgent',
  method: '$context.httpMethod',
  path: '$context.path',
  routeKey: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  functionMilliseconds: '$context.integrationLatency',
  bytes: '$context.responseLength',
  /** The error of API Gateway itself, e.g. for a throttled or oversized request. */
  gatewayError: '$context.error.message',
  gatewayErrorType: '$context.error.responseType',
  functionStatus: '$context.integrationStatus',
  functionError: '$context.integrationErrorMessage',
} as const;

/**
 * The name of a log that an AWS service delivers. With this prefix it needs no entry in the account's resource policy for
 * logs, whose size is limited. The end of the stack's id makes the name unique, because a deleted stack leaves its log.
 */
const vendedLogName = ({ stackName, stackId }: Stack) =>
  `/aws/vendedlogs/${stackName}/${Fn.select(2, Fn.split('/', stackId))}`;

const toThrottlingSettings = ({ rate, burst }: Stage['throttling']['other']) => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});

/**
 * A limit for each route: otherwise one client without a key could use up the capacity of all employers. API Gateway
 * refuses settings of a route that does not exist, so the routes are deployed first.
 */
const routeSettings = ({ throttling }: Stage) =>
  Object.fromEntries(
    serviceFunctions.flatMap((definition) => {
      const routes = routeTriggerOf(definition);
      return routes
        ? routeKeysOf(routes).map((key) => [key, toThrottlingSettings(throttling[routes.clients])])
        : [];
    }),
  );

/** The limit of a new route, which is open before it gets its own limit. */
const lowestLimits = (throttling: Stage['throttling']) => {
  const limits = Object.values(throttling);
  return {
    rateLimit: Math.min(...limits.map(({ rate }) => rate)),
    burstLimit: Math.min(...limits.map(({ burst }) => burst)),
  };
};

/** The stage of the HTTP API, with limits and an access log. */
export class ApiStage extends Construct {
  readonly accessLogs: LogGroup;
  /** Requests with a 429, from API Gateway or from the service. */
  readonly tooManyRequests: Metric;

  constructor(scope: Construct, id: string, { api, stage }: { api: IHttpApi; stage: Stage }) {
    super(scope, id);
    const { domain, throttling } = stage;
    this.accessLogs = new LogGroup(this, 'AccessLogs', {
      logGroupName: vendedLogName(Stack.of(this)),
      retention: stage.logDays,
      removalPolicy: removalPolicyOf(stage),
    });
    const apiStage = new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: lowestLimits(throttling),
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    (apiStage.node.defaultChild as CfnStage).routeSettings = routeSettings(stage);
    if (domain) {
      new CfnApiMapping(this, 'Mapping', {
        apiId: api.apiId,
        domainName: domain.name,
        stage: apiStage.stageName,
      }).node.addDependency(apiStage);
    }
    this.tooManyRequests = new MetricFilter(this, 'TooManyRequests', {
      logGroup: this.accessLogs,
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: metricsNamespace(stage),
      metricName: 'tooManyRequests',
    }).metric({ statistic: 'Sum', period: PERIOD, label: '429' });
  }
}
