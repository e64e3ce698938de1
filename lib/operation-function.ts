import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
  type Code,
  type IVersion,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { SettingName } from './function-table.ts';
import { needsNoKey, recordFiltersOf, type ServiceFunction } from './functions.ts';
import { metricSettings } from './metrics.ts';
import { statementsFor } from './policy.ts';
import type { Resources } from './resources.ts';
import type { RoleOf } from './roles.ts';
import { acknowledge } from './rule-exceptions.ts';
import { baseUrlOf, trustedProxyOf, type Stage } from './stages.ts';

/** The handling of failed asynchronous calls: retries, then the dead-letter queue if the event would be lost. */
export interface FailureHandling {
  queue: IQueue | undefined;
  /** Undefined for changes of the table, whose event source mapping has its own retries. */
  retries?: { maxEventAge: Duration; retryAttempts: number };
}

interface OperationFunctionProps {
  definition: ServiceFunction;
  code: Code;
  /** The log of its group. */
  logGroup: LogGroup;
  roleOf: RoleOf;
  resources: Resources;
  /** The handling of failed calls, for a function that is called asynchronously. */
  failureHandling?: FailureHandling | undefined;
  stage: Stage;
}

const allowStatement = (actions: string[], resource: string) =>
  new PolicyStatement({ actions, resources: [resource] });

/** The actions that Lambda needs to read a stream. */
const streamActions = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];

/** A Lambda function with exactly the permissions of its definition. */
export class OperationFunction extends Construct {
  readonly definition: ServiceFunction;
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;
  /** The alias that routes use, for a function that is deployed gradually. */
  readonly alias: Alias | undefined;

  constructor(
    scope: Construct,
    { definition, code, logGroup, roleOf, resources, failureHandling, stage }: OperationFunctionProps,
  ) {
    super(scope, definition.id);
    this.definition = definition;
    this.logGroup = logGroup;
    const queue = failureHandling?.queue;
    const isTraced = stage.tracing === 'on';
    const role = roleOf(definition.group, [
      allowStatement(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn),
      ...(isTraced ? [allowStatement(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*')] : []),
      ...(recordFiltersOf(definition).length > 0
        ? [allowStatement(streamActions, resources.tableStreamArn!)]
        : []),
      ...(queue ? [allowStatement(['sqs:SendMessage'], queue.queueArn)] : []),
      ...statementsFor(resources, definition.permissions),
    ]);

    const { METRICS_NAMESPACE, METRICS } = metricSettings(stage, definition.operation);
    const values: Record<SettingName, () => string | undefined> = {
      TABLE_NAME: () => resources.table.tableName,
      TIME_ZONE: () => stage.timeZone,
      METRICS_NAMESPACE: () => METRICS_NAMESPACE,
      METRICS: () => METRICS,
      LOG_LEVEL: () => stage.logLevel,
      RATE_LIMITS: () => stage.rateLimits,
      BASE_URL: () => baseUrlOf(stage),
      BROWSER_ORIGINS: () => stage.browserOrigins?.join(' '),
      SITE_URL: () => resources.siteUrl,
      TRUSTED_PROXY: () => (definition.isOfSite && resources.siteProxy) ?? trustedProxyOf(stage),
      FILES_BUCKET: () => resources.files.bucketName,
      UPLOADS_ORIGIN: () => `https://${resources.files.bucketRegionalDomainName}`,
      MAIL_FROM: () => resources.mail.from,
      MAIL_NAME: () => stage.mailName,
      MAIL_CONFIGURATION_SET: () => resources.mail.configurationSet,
      OPERATOR_NAME: () => stage.operator.name,
      OPERATOR_EMAIL: () => stage.operator.email,
      OPERATOR_PRIVACY_URL: () => stage.operator.privacyUrl,
      OPERATOR_POLICY_URL: () => stage.operator.policyUrl,
      APPLICATION_RETENTION_DAYS: () => String(stage.applicationDays),
      CONFIRMATIONS_PER_DAY: () => stage.confirmationsPerDay?.toString(),
      MAILS_PER_ADDRESS: () => stage.mailsPerAddress?.toString(),
      EVENT_RETENTION_DAYS: () => stage.eventDays?.toString(),
      CURRENCY: () => stage.currency,
      SEARCH_ENGINES: () => stage.searchEngines?.join(' '),
      GOOGLE_ACCOUNT: () =>
        stage.searchEngines?.includes('google') ? resources.searchAccount.name : undefined,
      POSTING_LAWS: () => stage.postingLaws,
    };
    const environment = definition.settings.flatMap((name) => {
      const value = values[name]();
      return value === undefined ? [] : [[name, value] as const];
    });
    this.function = new LambdaFunction(this, 'Function', {
      description: definition.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code,
      handler: 'index.handler',
      memorySize: definition.memoryMegabytes,
      timeout: Duration.seconds(definition.timeoutSeconds),
      role: role.withoutPolicyUpdates(),
      logGroup,
      // Lines are already JSON. The JSON format would wrap them in strings and hide their fields from CloudWatch.
      loggingFormat: LoggingFormat.TEXT,
      tracing: isTraced ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: Object.fromEntries(environment),
      ...(stage.publicConcurrency !== undefined &&
        needsNoKey(definition) && { reservedConcurrentExecutions: stage.publicConcurrency }),
    });
    // The template contains only the parameter of the table's name, so a restored table needs a new version explicitly.
    if (stage.restoredTable !== undefined) this.function.invalidateVersionBasedOn(stage.restoredTable);
    this.alias = definition.isDeployedGradually
      ? new Alias(this, 'Live', { aliasName: 'live', version: this.function.currentVersion as IVersion })
      : undefined;
    if (failureHandling && !queue) acknowledge(this, 'repeatedRuns');
    if (failureHandling?.retries) {
      this.function.configureAsyncInvoke({
        ...failureHandling.retries,
        ...(queue && { onFailure: { bind: () => ({ destination: queue.queueArn }) } }),
      });
    }
  }
}
