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
import { routeKeysOf, routesBy, serviceFunctions } from './functions.ts';
import { metricsNamespace, PERIOD } from './metrics.ts';
import { removalPolicyOf } from './retention.ts';
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
  /** What API Gateway itself answered, as for a request that is throttled or too large. */
  gatewayError: '$context.error.message',
  gatewayErrorType: '$context.error.responseType',
  functionStatus: '$context.integrationStatus',
  functionError: '$context.integrationErrorMessage',
} as const;

/**
 * The name of a log that an AWS service delivers. Under this prefix it needs no entry in the account's policy for logs,
 * which holds only a few. The end of the stack's id makes it new for each stack, as what was kept stays.
 */
const vendedLogsOf = ({ stackName, stackId }: Stack) =>
  `/aws/vendedlogs/${stackName}/${Fn.select(2, Fn.split('/', stackId))}`;

const asSettings = ({ rate, burst }: Stage['throttling']['other']) => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});

/**
 * A limit for each route: otherwise one client without a key could use up what is there for all employers. API Gateway
 * refuses settings of a route that does not exist, so the routes are deployed before.
 */
const routeSettings = ({ throttling }: Stage) =>
  Object.fromEntries(
    serviceFunctions.flatMap((definition) => {
      const routes = routesBy(definition);
      return routes ? routeKeysOf(routes).map((key) => [key, asSettings(throttling[routes.clients])]) : [];
    }),
  );

/** The limit of a route that is new: it is open before it gets its own. */
const leastOf = (throttling: Stage['throttling']) => {
  const limits = Object.values(throttling);
  return {
    rateLimit: Math.min(...limits.map(({ rate }) => rate)),
    burstLimit: Math.min(...limits.map(({ burst }) => burst)),
  };
};

/** What opens the HTTP API to clients: its stage, with limits and a log of all requests. */
export class ApiStage extends Construct {
  readonly accessLogs: LogGroup;
  /** How many requests got a 429, by API Gateway or by the service. */
  readonly tooManyRequests: Metric;

  constructor(scope: Construct, id: string, { api, stage }: { api: IHttpApi; stage: Stage }) {
    super(scope, id);
    const { domain, throttling } = stage;
    this.accessLogs = new LogGroup(this, 'AccessLogs', {
      logGroupName: vendedLogsOf(Stack.of(this)),
      retention: stage.logDays,
      removalPolicy: removalPolicyOf(stage),
    });
    const apiStage = new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: leastOf(throttling),
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
