import { Duration, Fn, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
  type CfnStage,
  type CorsPreflightOptions,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { requestHeaderRows, responseHeaderRows } from '../schemas/headers.ts';
import { metricsNamespace, PERIOD } from './metrics.ts';
import type { OperationFunction } from './operation-function.ts';
import { removalPolicyOf } from './retention.ts';
import { baseUrlOf, type CustomDomain, type Stage } from './stages.ts';

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

const namesOf = (rows: readonly [string, unknown][]) => rows.map(([name]) => name.toLowerCase());

const corsFor = (origins: readonly string[]): CorsPreflightOptions => ({
  allowOrigins: [...origins],
  allowMethods: [CorsHttpMethod.ANY],
  allowHeaders: ['api-key', 'content-type', ...namesOf(requestHeaderRows)],
  exposeHeaders: namesOf(responseHeaderRows),
  maxAge: Duration.hours(1),
});

function aliasOf(scope: Construct, name: string, zone: Zone, target: DomainName): ARecord {
  const { regionalDomainName, regionalHostedZoneId } = target;
  return new ARecord(scope, 'Alias', {
    zone: HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId: zone.id, zoneName: zone.name }),
    recordName: `${name}.`,
    target: RecordTarget.fromAlias(
      new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
    ),
  });
}

function domainNameOf(scope: Construct, { name, certificateArn, hostedZone }: CustomDomain): DomainName {
  const domainName = new DomainName(scope, 'Domain', {
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  if (hostedZone) aliasOf(scope, name, hostedZone, domainName);
  return domainName;
}

type Clients = keyof Stage['throttling'];

/** A route, and who calls it. */
interface ThrottledRoute {
  routeKey: string;
  clients: Clients;
  route: HttpRoute;
}

/** A function, and what is behind its routes. */
type RoutedFunction = Pick<OperationFunction, 'definition' | 'function' | 'alias'>;

/** Adds the routes of a function. */
function connect(
  api: HttpApi,
  { definition: { id, trigger }, function: handler, alias }: RoutedFunction,
): ThrottledRoute[] {
  if (typeof trigger !== 'object' || !('routes' in trigger)) return [];
  const { clients, routes, isDefault } = trigger;
  // One permission for all routes of a function: a stack may have 500 resources.
  const integration = new HttpLambdaIntegration(id, (alias ?? handler) as IFunction, {
    scopePermissionToRoute: false,
  });
  const connected = routes.flatMap(({ path, methods }) =>
    methods.flatMap((method) =>
      api
        .addRoutes({ path, methods: [HttpMethod[method]], integration })
        .map((route) => ({ routeKey: `${method} ${path}`, clients, route })),
    ),
  );
  if (!isDefault) return connected;
  const route = new HttpRoute(api, 'DefaultRoute', {
    httpApi: api,
    routeKey: HttpRouteKey.DEFAULT,
    integration,
  });
  return [...connected, { routeKey: HttpRouteKey.DEFAULT.key, clients, route }];
}

/**
 * Gives each route that needs no key a limit of its own: otherwise one client without a key could use up what is there
 * for all employers.
 */
function throttle(stage: HttpStage, routes: readonly ThrottledRoute[], limits: Stage['throttling']): void {
  const keyless = routes.filter(({ clients }) => clients !== 'employers');
  const resource = stage.node.defaultChild as CfnStage;
  resource.routeSettings = Object.fromEntries(
    keyless.map(({ routeKey, clients }) => [
      routeKey,
      { ThrottlingRateLimit: limits[clients].rate, ThrottlingBurstLimit: limits[clients].burst },
    ]),
  );
  // API Gateway refuses settings of a route that does not exist yet.
  stage.node.addDependency(...keyless.map(({ route }) => route));
}

/**
 * The name of a log that an AWS service delivers. Under this prefix it needs no entry in the account's policy for logs,
 * which holds only a few. The end of the stack's id makes it new for each stack, as what was kept stays.
 */
const vendedLogsOf = ({ stackName, stackId }: Stack) =>
  `/aws/vendedlogs/${stackName}/${Fn.select(2, Fn.split('/', stackId))}`;

type Zone = NonNullable<CustomDomain['hostedZone']>;

interface JobApiProps {
  functions: readonly RoutedFunction[];
  stage: Stage;
}

/** The HTTP API: a route for each operation and page, and `$default` for the rest. */
export class JobApi extends Construct {
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  /** How many requests got a 429, by API Gateway or by the service. */
  readonly tooManyRequests: Metric;
  /** Where clients reach the service. */
  readonly url: string;
  /** What a record for the custom domain has to point to. */
  readonly domainTarget: string | undefined;

  constructor(scope: Construct, id: string, { functions, stage }: JobApiProps) {
    super(scope, id);
    const { domain, browserOrigins, throttling } = stage;
    this.api = new HttpApi(this, 'Api', {
      description: `Job Posting Service (${stage.name})`,
      createDefaultStage: false,
      disableExecuteApiEndpoint: domain?.only ?? false,
      ...(browserOrigins && { corsPreflight: corsFor(browserOrigins) }),
    });
    const routes = functions.flatMap((each) => connect(this.api, each));
    this.accessLogs = new LogGroup(this, 'AccessLogs', {
      logGroupName: vendedLogsOf(Stack.of(this)),
      retention: stage.logDays,
      removalPolicy: removalPolicyOf(stage),
    });
    const domainName = domain && domainNameOf(this, domain);
    const apiStage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttling.employers.rate, burstLimit: throttling.employers.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
      ...(domainName && { domainMapping: { domainName } }),
    });
    throttle(apiStage, routes, throttling);
    this.tooManyRequests = new MetricFilter(this, 'TooManyRequests', {
      logGroup: this.accessLogs,
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: metricsNamespace(stage),
      metricName: 'tooManyRequests',
    }).metric({ statistic: 'Sum', period: PERIOD, label: '429' });
    const baseUrl = baseUrlOf(stage);
    this.url = baseUrl === undefined ? apiStage.url : `${baseUrl}/`;
    this.domainTarget = domainName?.regionalDomainName;
  }
}
