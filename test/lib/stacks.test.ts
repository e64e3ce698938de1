import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../bin/admin/command-line.ts';
import { tableRoutes } from '../../bin/local/routes.ts';
import { MIN_MILLIS } from '../../functions/mail/mail-run.ts';
import { settings } from '../../functions/platform/config.ts';
import {
  needsNoKey,
  recordFiltersOf,
  routeTriggerOf,
  scheduleOf,
  serviceFunctions,
  type ServiceFunction,
  writesKeys,
} from '../../lib/functions.ts';
import { REFRESH_SHARDS } from '../../functions/jobs/keys.ts';
import { tableDefinition, timeToLive } from '../../functions/platform/dynamodb/table.ts';
import { accessLogFields } from '../../lib/api-stage.ts';
import { groups } from '../../lib/function-table.ts';
import { stackParts, settingOutputs, type StackPart } from '../../lib/stack-names.ts';
import { BASE_PATH, operations, type Operation } from '../../schemas/operations.ts';
import { publicPages } from '../../schemas/public-pages.ts';
import { methodsOf } from '../../schemas/routes.ts';
import { section, tableRows } from '../setup/markdown.ts';
import { grantsOf } from './grants.ts';
import {
  alarmsOf,
  apiAddress,
  arnOf,
  behind,
  functionOf,
  RETAINED,
  only,
  propertiesOf,
  schedulesOf,
  urlSuffix,
  variablesOf,
} from './stack-parts.ts';
import { removeAssemblies, synthesiseWith, type Synthesised } from './synthesised.ts';
import { everyOption } from './two-stages.ts';

const prod = synthesiseWith({});
const maximal = synthesiseWith(everyOption);

afterAll(removeAssemblies);

const inEachStage = describe.each([
  ['prod', prod],
  ['every option', maximal],
]);

/** Lambda's handling of failed asynchronous calls of a function. */
const invocationOf = (stack: Synthesised, id: string) =>
  propertiesOf(stack, 'Lambda::EventInvokeConfig').find(
    ({ FunctionName }) => FunctionName.Ref === functionOf(stack, id)[0],
  );

const groupOf = new Map(serviceFunctions.map(({ id, group }) => [id, group]));

/** The functions whose metrics the alarms of basic monitoring read. */
const watchedRuns = new Set(['RefreshDueJobs', 'SendApplications', 'SendWebhooks', 'BuildLog', 'RunCanary']);

/** The stacks with schedules: the path of the construct, the stack, and the dead-letter queue if there is one. */
const scheduling = [
  { path: 'Scheduling', part: 'background', queue: 'Scheduling/DeadLetters' },
  { path: 'EventSchedules', part: 'events', queue: undefined },
] as const;

const roleIdOf = (stack: Synthesised, id: string): string =>
  functionOf(stack, id)[1].Properties['Role']['Fn::GetAtt'][0];

/** The grants of a function's role, with short names for the table, the bucket, the log and queues. */
const readGrants = (stack: Synthesised, id: string) =>
  grantsOf(stack, roleIdOf(stack, id)).map((grant) =>
    grant
      .replace(/arn:[^ ]+:table\/\{"Ref":"Table\w+"\}/, 'table')
      .replace(/arn:[^ ]+:s3:::\{"Ref":"Files\w+"\}/, 'files')
      .replace(/arn:[^ ]+:ses:[^ ]+\}:/, '')
      .replace(/Table\w+\.StreamArn/, 'stream')
      .replace(/\w+DeadLetters\w{8}\.Arn/, 'dead letters')
      .replace(/Functions(\w+?)Logs\w{8}\.Arn/, 'log of $1')
      .replace(/\{"ForAllValues:StringLike":\{"dynamodb:LeadingKeys":(\[[^\]]*\])\}\}/, '$1')
      .replace(/\{"StringLike":\{"s3:prefix":(.*)\}\}/, '[$1]')
      .replace(/\{"StringEquals":\{"ses:FromAddress":(.*)\}\}/, '$1')
      .replace(/\{"Ref":"MailConfigurationSet\w+"\}/, 'of the stage'),
  );

const services: Partial<Record<string, string>> = {
  applicationFiles: 's3',
  logoFiles: 's3',
  uploads: 's3',
  publicFiles: 's3',
  mail: 'ses',
  searchAccount: 'ssm',
};

/** Whether a function runs every minute or every five minutes, so that a failed run needs no retry. */
const isRepeatedSoon = (definition: ServiceFunction) =>
  ['minute', 'fiveMinutes'].includes(scheduleOf(definition)?.every ?? '');

const actionsOf = (definition: ServiceFunction, isTraced: boolean) =>
  new Set([
    ...definition.permissions.map(({ action, on }) => `${services[on] ?? 'dynamodb'}:${action}`),
    ...(isTraced ? ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'] : []),
    ...(recordFiltersOf(definition).length > 0
      ? ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((each) => `dynamodb:${each}`)
      : []),
    ...(routeTriggerOf(definition) || isRepeatedSoon(definition) || definition.trigger === 'deployment'
      ? []
      : ['sqs:SendMessage']),
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ]);

/** Settings that a function has only if the stage configures them. */
const optionalSettings = [
  'LOG_LEVEL',
  'EVENT_RETENTION_DAYS',
  'MAIL_NAME',
  'OPERATOR_POLICY_URL',
  'POSTING_LAWS',
  'SEARCH_ENGINES',
  'GOOGLE_ACCOUNT',
  'CONFIRMATIONS_PER_DAY',
  'MAILS_PER_ADDRESS',
  'TRUSTED_PROXY',
  'SITE_URL',
  'BROWSER_ORIGINS',
];

inEachStage('the service in %s', (_, stack) => {
  const setOnlyIn = (definition: ServiceFunction): Partial<Record<string, boolean>> => ({
    ...Object.fromEntries(optionalSettings.map((name) => [name, stack === maximal])),
    // Only functions of requests learn the address of the service, and their requests are logged by default.
    BASE_URL: stack === maximal || !routeTriggerOf(definition),
    METRICS_NAMESPACE: stack === maximal || (stack === prod && watchedRuns.has(definition.id)),
    METRICS: stack === prod && watchedRuns.has(definition.id),
  });

  test('encrypts dead letters and keeps them for two weeks', () => {
    const deadLetters = { SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 86_400 };
    expect(propertiesOf(stack, 'SQS::Queue')).toEqual(Array(3).fill(expect.objectContaining(deadLetters)));
  });

  test('follows every cdk-nag rule or states a reason for the exception', () => {
    expect(stack.warnings).toEqual([]);
  });

  test('deploys its stacks in a fixed order, each with fewer than 270 resources of the 500 of CloudFormation, and reads only parameters of earlier stacks', () => {
    const names: unknown[] = [];
    for (const [index, part] of stackParts.entries()) {
      expect(stack.stacks[part].dependencies).toEqual(
        stackParts.slice(Math.max(0, index - 1), index).map((earlier) => stack.stacks[earlier]),
      );
      const { Parameters, Resources } = stack.templates[part];
      const { BootstrapVersion: _version, ...parameters } = Parameters;
      for (const parameter of Object.values(parameters)) {
        expect(parameter).toMatchObject({ Type: 'AWS::SSM::Parameter::Value<String>' });
        expect(names).toContain(parameter.Default);
      }
      expect(JSON.stringify(stack.templates[part])).not.toMatch(/Fn::ImportValue|"Export"/);
      const resources = Object.values(Resources);
      expect(resources.length).toBeLessThan(270);
      const published = resources.filter(({ Type }) => Type === 'AWS::SSM::Parameter');
      names.push(...published.map(({ Properties }) => Properties['Name']));
    }
  });

  test('deploys each function that checks what a key may do before those that write what a key may do', () => {
    const checking = serviceFunctions.filter(
      (definition) => routeTriggerOf(definition)?.clients === 'employers' && !writesKeys(definition),
    );
    expect(checking.length).toBeGreaterThan(30);
    for (const id of ['CreateKey', 'UpdateKey', 'DeleteKey']) {
      const [, { DependsOn = [] }] = functionOf(stack, id);
      const unordered = checking.filter(
        ({ group, id: other }) =>
          stackParts.indexOf(groups[group].stack) >= stackParts.indexOf('events') &&
          !DependsOn.includes(functionOf(stack, other)[0]),
      );
      expect(unordered.map((each) => each.id)).toEqual([]);
      expect(stack.templates.events.Resources).toHaveProperty(functionOf(stack, id)[0]);
    }
  });

  test('runs every function on Node 24 and arm64 with its own actions, log, time limit and settings, and traces it only if the stage does', () => {
    for (const definition of serviceFunctions) {
      const { id, group, settings: names, permissions } = definition;
      const roleId = roleIdOf(stack, id);
      const role = stack.resources[roleId]!;
      const actions = grantsOf(stack, roleId).map((grant) => grant.split(' ')[0]);
      expect([id, new Set(actions)]).toEqual([id, actionsOf(definition, stack === maximal)]);
      expect(role.Properties).toEqual({
        AssumeRolePolicyDocument: expect.objectContaining({
          Statement: [
            { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
          ],
        }),
        Description: expect.any(String),
        Policies: [expect.objectContaining({ PolicyName: 'Permissions' })],
      });
      // IAM takes 10,240 characters.
      expect(JSON.stringify(role.Properties['Policies']).length).toBeLessThan(8_000);
      const { Properties } = functionOf(stack, id)[1];
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        // A client waits for 10 s at most.
        Timeout: routeTriggerOf(definition) ? 10 : definition.timeoutSeconds,
        LoggingConfig: { LogFormat: 'Text', LogGroup: { Ref: stack.at(`Functions/${group}Logs`)[0] } },
      });
      expect(Properties['TracingConfig']).toEqual(stack === maximal ? { Mode: 'Active' } : undefined);
      expect(Object.keys(settings)).toEqual(expect.arrayContaining([...names]));
      expect(names.includes('TABLE_NAME')).toBe(permissions.length > 0);
      const isSet = (name: string) => setOnlyIn(definition)[name] ?? true;
      expect(Object.keys(variablesOf(stack, id)).toSorted()).toEqual(names.filter(isSet).toSorted());
    }
  });

  /** The expected grants of one function for each kind of resource. */
  const granted: Record<string, string[]> = {
    CreateUpload: [
      'dynamodb:GetItem table if ["B#*","E#*","N#*","SIGNING*"]',
      'dynamodb:UpdateItem table if ["COUNT#*"]',
      's3:PutObject files/uploads/*',
    ],
    SendApplications: [
      'dynamodb:GetItem table if ["E#*","SIGNING*"]',
      'dynamodb:Query table/index/byMailDate',
      'dynamodb:UpdateItem table if ["A#*"]',
      's3:GetObject files/applications/*',
      's3:ListBucket files if ["applications/*"]',
      ...['SendEmail', 'SendRawEmail'].flatMap((action) =>
        ['configuration-set/of the stage', 'identity/DOMAIN'].map(
          (place) => `ses:${action} ${place} if "applications@DOMAIN"`,
        ),
      ),
    ],
    BuildLog: [
      ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
        (action) => `dynamodb:${action} stream`,
      ),
      'dynamodb:GetItem table if ["E#*","SIGNING*","V#*"]',
      'dynamodb:PutItem table if ["PARKED*","V#*"]',
      'dynamodb:Query table if ["PARKED*","V#*"]',
      'sqs:SendMessage dead letters',
    ],
  };

  test.each(Object.keys(granted))('restricts %s to the keys, indexes and files that it uses', (id) => {
    const domain = String(stack.at('Mail/Domain')[1].Properties['EmailIdentity']);
    const grants = readGrants(stack, id).map((grant) => grant.replaceAll(domain, 'DOMAIN'));
    const always = [
      ...['CreateLogStream', 'PutLogEvents'].map((action) => `logs:${action} log of ${groupOf.get(id)}`),
      ...(stack === maximal ? ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'] : []),
    ];
    expect(grants.toSorted()).toEqual([...(granted[id] ?? []), ...always].toSorted());
  });

  test('lets only these functions write whose a key is: the others write when a key was used', () => {
    const [writing, using] = [/:(?:Put|Update)Item table if .*"KEY#\*"/, /"dynamodb:Attributes"/];
    const writers = serviceFunctions.filter(({ id }) =>
      readGrants(stack, id).some((grant) => writing.test(grant) && !using.test(grant)),
    );
    expect(writers.map(({ id }) => id)).toEqual(['CreateKey', 'UpdateKey', 'DeleteKey', 'RunCanary']);
    const limited = readGrants(stack, 'GetJob').filter((grant) => grant.includes('UpdateItem'));
    expect(new Set(limited)).toEqual(
      new Set([
        'dynamodb:UpdateItem table if ["KEY#RATE#*"]',
        `dynamodb:UpdateItem table if ${JSON.stringify({
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['KEY#*'] },
          'ForAllValues:StringEquals': {
            'dynamodb:Attributes': ['PK', 'SK', 'lastUsedAt'],
          },
        })}`,
      ]),
    );
  });

  test('has one role for each set of permissions of a group, one for the schedules of each stack and one for deployments', () => {
    const sets = serviceFunctions.map(({ id }) => readGrants(stack, id).join('\n'));
    const roleIds = serviceFunctions.map(({ id }) => roleIdOf(stack, id));
    expect(new Set(sets.map((set, index) => `${roleIds[index]}\n${set}`)).size).toBe(new Set(sets).size);
    expect(stack.ofType('AWS::IAM::Role')).toHaveLength(new Set(sets).size + scheduling.length + 1);
    expect(stack.ofType('AWS::IAM::Policy')).toHaveLength(scheduling.length);
  });

  test("deploys the employers' job operations behind an alias, which rolls back when requests or the canary fail", () => {
    const ofJobs = Object.entries<Operation>(operations).filter(
      ([, each]) => each.access === 'employer' && each.subject === 'jobs' && each.servedBy === undefined,
    );
    const gradual = serviceFunctions.filter(({ isDeployedGradually }) => isDeployedGradually);
    expect(gradual.map(({ operation }) => operation)).toEqual(ofJobs.map(([id]) => id));
    const aliases = stack.ofType('AWS::Lambda::Alias');
    expect(aliases).toHaveLength(gradual.length);
    const alarms = ['DeploymentFails', 'DeploymentFailsCanary'].map((id) => ({
      Name: { Ref: stack.at(`Deployment/${id}`)[0] },
    }));
    const callable: object[] = propertiesOf(stack, 'Lambda::Permission').map((each) => each['FunctionName']);
    const integrations = propertiesOf(stack, 'ApiGatewayV2::Integration');
    const integrated: object[] = integrations.map((each) => each['IntegrationUri']);
    for (const [aliasId, { Properties, UpdatePolicy }] of aliases) {
      const { DeploymentGroupName } = UpdatePolicy?.CodeDeployLambdaAliasUpdate ?? {};
      const Events = expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']);
      expect(stack.resources[String(DeploymentGroupName?.Ref)]?.Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AutoRollbackConfiguration: { Enabled: true, Events },
        AlarmConfiguration: { Enabled: true, Alarms: alarms },
      });
      expect(Properties['Name']).toBe('live');
      expect(callable).toContainEqual({ Ref: aliasId });
      expect(callable).not.toContainEqual(arnOf(Properties['FunctionName'].Ref));
      expect(integrated).toContainEqual({ Ref: aliasId });
    }
  });

  test('starts auto-refresh of every shard once an hour, each shard at a different minute, and retries failed runs', () => {
    const schedules = schedulesOf(stack, 'RefreshDueJobs');
    const shards = schedules.map(({ Target }) => JSON.parse(Target.Input).shard);
    expect(shards).toEqual([...Array(REFRESH_SHARDS).keys()]);
    const times = new Set(schedules.map(({ ScheduleExpression }) => String(ScheduleExpression)));
    expect(times.size).toBe(REFRESH_SHARDS);
    for (const time of times) expect(time).toMatch(/^cron\(\d+ \* \* \* \? \*\)$/);
    const queue = arnOf(stack.at('Scheduling/DeadLetters')[0]);
    const GroupName: unknown = stack.at('Scheduling/Group')[1].Properties['Name'];
    const Target = {
      RoleArn: arnOf(stack.at('Scheduling/Role')[0]),
      DeadLetterConfig: { Arn: queue },
      RetryPolicy: { MaximumEventAgeInSeconds: 3_000, MaximumRetryAttempts: 5 },
    };
    for (const each of schedules) expect(each).toMatchObject({ GroupName, State: 'ENABLED', Target });
    expect(invocationOf(stack, 'RefreshDueJobs')).toMatchObject({
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: queue } },
    });
  });

  test('starts at most two runs in the same minute, not counting functions that run every minute', () => {
    const started = propertiesOf(stack, 'Scheduler::Schedule').flatMap(({ ScheduleExpression }) => {
      const [, start = '', step = 60] = /^cron\((\d+)(?:\/(\d+))? /.exec(String(ScheduleExpression)) ?? [];
      const minutes = [...Array(60).keys()];
      return start === '' ? [] : minutes.filter((minute) => minute % Number(step) === Number(start));
    });
    expect(started.length).toBeGreaterThan(40);
    const runs = [...Map.groupBy(started, (minute) => minute).values()];
    expect(Math.max(...runs.map(({ length }) => length))).toBe(2);
  });

  test.each([
    ['mail every minute', 'SendApplications', 'cron(* * * * ? *)', 60],
    ['webhooks every minute', 'SendWebhooks', 'cron(* * * * ? *)', 60],
    ['what the log of events could not take every minute', 'AddParkedChanges', 'cron(* * * * ? *)', 60],
    ['the canary every five minutes, not with the hour', 'RunCanary', 'cron(3/5 * * * ? *)', 300],
  ])('starts %s, and neither retries a failed run nor sends it to a dead-letter queue', (...row) => {
    const [, id, ScheduleExpression, seconds] = row;
    for (const { Target } of schedulesOf(stack, id)) expect(Target).not.toHaveProperty('DeadLetterConfig');
    expect(invocationOf(stack, id)).not.toHaveProperty('DestinationConfig');
    expect(schedulesOf(stack, id)).toMatchObject([
      {
        ScheduleExpression,
        State: 'ENABLED',
        Target: { RetryPolicy: { MaximumEventAgeInSeconds: seconds, MaximumRetryAttempts: 0 } },
      },
    ]);
  });

  test('never starts two mail runs for employers at the same time, which SES would refuse', () => {
    const { Timeout } = functionOf(stack, 'SendApplications')[1].Properties;
    expect(Timeout * 1_000 - MIN_MILLIS).toBeLessThan(60_000);
  });

  test('runs the canary on the public URL, and gives deployers a policy that allows only calling it', () => {
    expect(variablesOf(stack, 'RunCanary')['BASE_URL']).toEqual(stack.outputs.data['Url']?.Value);
    const [functionId] = functionOf(stack, 'RunCanary');
    const [policyId, { Properties }] = stack.at('CanaryPolicy');
    expect(Properties['PolicyDocument'].Statement).toEqual([
      { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arnOf(functionId) },
    ]);
    const { Canary, CanaryPolicyArn } = stack.outputs.background;
    expect([Canary?.Value, CanaryPolicyArn?.Value]).toEqual([{ Ref: functionId }, { Ref: policyId }]);
  });

  test.each(scheduling)(
    'lets the schedules of the stack $part call only functions of that stack, and creates the schedules after their role',
    ({ path, part, queue }) => {
      const [roleId, role] = stack.at(`${path}/Role`);
      const called = serviceFunctions.filter(
        (definition) => groups[definition.group].stack === part && scheduleOf(definition),
      );
      expect(grantsOf(stack, roleId)).toEqual(
        [
          ...called.map(({ id }) => `lambda:InvokeFunction ${functionOf(stack, id)[0]}.Arn`),
          ...(queue ? [`sqs:SendMessage ${stack.at(queue)[0]}.Arn`] : []),
        ].toSorted(),
      );
      const { Resources } = stack.templates[part];
      const [policyId] = stack.ofType('AWS::IAM::Policy').find(([id]) => id in Resources)!;
      for (const [id, { DependsOn }] of stack.ofType('AWS::Scheduler::Schedule')) {
        if (id in Resources) expect(DependsOn).toEqual(expect.arrayContaining([policyId, roleId]));
      }
      const source = {
        'aws:SourceAccount': { Ref: 'AWS::AccountId' },
        'aws:SourceArn': arnOf(stack.at(`${path}/Group`)[0]),
      };
      expect(role.Properties['AssumeRolePolicyDocument'].Statement).toEqual([
        {
          Action: 'sts:AssumeRole',
          Effect: 'Allow',
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: { StringEquals: source },
        },
      ]);
    },
  );

  test('routes exactly the methods and paths of the local gateway, each to the same function', () => {
    const local = tableRoutes.map(({ routeKey, functionName }) => [routeKey, functionName]);
    expect(Object.fromEntries(behind(stack))).toEqual(Object.fromEntries(local));
  });

  test('calls functions with payload 2.0, and only its own API may call them', () => {
    for (const each of propertiesOf(stack, 'ApiGatewayV2::Integration'))
      expect(each).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    const [apiId] = stack.at('Http/Api');
    const permissions = propertiesOf(stack, 'Lambda::Permission');
    const events = permissions.filter(({ Principal }) => Principal === 'events.amazonaws.com');
    expect(events).toEqual([
      expect.objectContaining({ SourceArn: { 'Fn::GetAtt': [stack.at('Mail/Rule')[0], 'Arn'] } }),
    ]);
    const routed = new Set(behind(stack).values());
    expect(permissions).toHaveLength(routed.size + events.length);
    for (const Properties of permissions.filter((permission) => !events.includes(permission))) {
      expect(Properties['Principal']).toBe('apigateway.amazonaws.com');
      expect(JSON.stringify(Properties['SourceArn'])).toContain(`{"Ref":"${apiId}"}`);
    }
  });

  test("throttles each route separately, so that clients without a key cannot use up the employers' limit", () => {
    const [, { Properties, DependsOn = [] }] = stack.at('Http/Stage');
    const limits = Properties['RouteSettings'];
    const keyed = Object.values(operations)
      .filter(({ access }) => access !== 'public')
      .flatMap((each) => methodsOf(each).map((method) => `${method} ${BASE_PATH}${each.path}`));
    const routes = stack.ofType('AWS::ApiGatewayV2::Route');
    const routeKeys = routes.map(([, route]) => String(route.Properties['RouteKey']));
    expect(Object.keys(limits).toSorted()).toEqual(routeKeys.toSorted());
    const ofEmployers = { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 };
    for (const key of keyed) expect(limits[key]).toEqual(ofEmployers);
    // API Gateway refuses settings of a route that does not exist yet.
    const ownRoutes = routes.filter(([id]) => id in stack.templates.entrance.Resources);
    expect(DependsOn).toEqual(expect.arrayContaining(ownRoutes.map(([id]) => id)));
    expect(limits['$default']).toEqual({ ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 });
    expect(limits['GET /docs']).toEqual({ ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 });
    expect(limits[`GET ${BASE_PATH}/locations`]).toEqual(limits['GET /docs']);
  });

  test('logs every request as JSON without its headers, query or body', () => {
    const { AccessLogSettings } = stack.at('Http/Stage')[1].Properties;
    expect(JSON.parse(AccessLogSettings.Format)).toEqual(accessLogFields);
    expect(AccessLogSettings.Format).not.toMatch(/header|querystring|body/i);
    // API Gateway responds to some requests itself, and only its access log shows the reason.
    const reasons = ['error.message', 'error.responseType', 'integrationStatus'].map(
      (each) => `$context.${each}`,
    );
    expect(Object.values(accessLogFields)).toEqual(expect.arrayContaining(reasons));
    const stackId = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
    expect(stack.at('Http/AccessLogs')[1].Properties['LogGroupName']).toEqual({
      'Fn::Join': ['', [`/aws/vendedlogs/${stack.stacks.entrance.stackName}/`, stackId]],
    });
  });

  test('creates the table last, so that a failed first deployment leaves no protected table', () => {
    const [tableId, { DependsOn = [] }] = stack.ofType('AWS::DynamoDB::Table')[0]!;
    const before = Object.entries(stack.templates.data.Resources).filter(
      ([id, each]) =>
        id !== tableId &&
        each.Type !== 'AWS::SSM::Parameter' &&
        !JSON.stringify(each).includes(`"${tableId}"`),
    );
    expect(DependsOn.toSorted()).toEqual(before.map(([id]) => id).toSorted());
  });

  test('has the table with its keys and indexes, billed per request, encrypted, with point-in-time recovery', () => {
    const { TableName, ...definition } = tableDefinition('any');
    expect(TableName).toBe('any');
    expect(only(stack, 'DynamoDB::Table').Properties).toMatchObject({
      ...definition,
      AttributeDefinitions: expect.arrayContaining(definition.AttributeDefinitions ?? []),
      SSESpecification: { SSEEnabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
    });
  });

  test('reports throttled keys of the table and each index, and limits throughput, only if the stage configures it', () => {
    const { GlobalSecondaryIndexes, ...tableProperties } = only(stack, 'DynamoDB::Table').Properties;
    const ceiling = { MaxReadRequestUnits: 4_000, MaxWriteRequestUnits: 1_000 };
    for (const each of [tableProperties, ...GlobalSecondaryIndexes]) {
      const insights = stack === maximal ? { Enabled: true, Mode: 'THROTTLED_KEYS' } : undefined;
      expect(each.ContributorInsightsSpecification).toEqual(insights);
      expect(each.OnDemandThroughput).toEqual(stack === maximal ? ceiling : undefined);
    }
  });

  test('has the former logical id of the table, because a new id would make the next deployment create an empty table', () => {
    const ids = stack.ofType('AWS::DynamoDB::Table').map(([id]) => id);
    expect(ids).toEqual([stack === maximal ? 'Tablerestored506E1ABC' : 'TableCD117FA1']);
  });

  test('has one encrypted, unversioned bucket of its owner alone, which deletes old application files, and uploads after a day, but never public files', () => {
    const { VersioningConfiguration, LifecycleConfiguration, ...bucket } = only(
      stack,
      'S3::Bucket',
    ).Properties;
    const encryption = { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } };
    expect(bucket).toMatchObject({
      BucketEncryption: { ServerSideEncryptionConfiguration: [encryption] },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
    expect(VersioningConfiguration).toBeUndefined();
    const days = stack === maximal ? 30 : 365;
    const always = { Id: expect.any(String), Status: 'Enabled' };
    expect(LifecycleConfiguration.Rules).toEqual([
      expect.objectContaining({ ...always, Prefix: 'applications/', ExpirationInDays: days }),
      expect.objectContaining({ ...always, Prefix: 'uploads/', ExpirationInDays: 1 }),
      { ...always, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    ]);
  });

  test("lets scripts upload from the pages' addresses and from browser origins, and gives the pages the upload origin", () => {
    const [bucketId, bucket] = stack.at('Files');
    const AllowedOrigins =
      stack === maximal
        ? ['https://careers.example.com', 'https://example.com']
        : [apiAddress(stack.at('Http/Api')[0])];
    expect(bucket.Properties['CorsConfiguration']).toEqual({
      CorsRules: [{ AllowedHeaders: ['*'], AllowedMethods: ['POST'], AllowedOrigins }],
    });
    for (const id of ['ShowApplyForm', 'SubmitApplyForm']) {
      expect(variablesOf(stack, id)['UPLOADS_ORIGIN']).toEqual({
        'Fn::Join': ['', ['https://', { Ref: bucketId }, '.s3.', { Ref: 'AWS::Region' }, '.', urlSuffix]],
      });
    }
  });

  test('sends mail from a domain that signs it, never to an address that refused it before, and makes SES report the outcome of each mail', () => {
    const [setId, { Properties: configuration }] = stack.at('Mail/ConfigurationSet');
    expect(configuration['SuppressionOptions']).toEqual({ SuppressedReasons: ['BOUNCE', 'COMPLAINT'] });
    const ConfigurationSetName = { Ref: setId };
    expect(only(stack, 'SES::EmailIdentity').Properties).toMatchObject({
      EmailIdentity: expect.stringMatching(stack === maximal ? /^mail\.acme\.test$/ : /^jobs\.acme\.test$/),
      ConfigurationSetAttributes: { ConfigurationSetName },
    });
    const destination = only(stack, 'SES::ConfigurationSetEventDestination').Properties;
    const MatchingEventTypes = ['send', 'delivery', 'bounce', 'complaint', 'reject'];
    const { EventBridgeDestination, ...to } = destination['EventDestination'];
    expect([destination, to]).toMatchObject([
      { ConfigurationSetName },
      { Enabled: true, MatchingEventTypes },
    ]);
    expect(JSON.stringify(EventBridgeDestination)).toContain(':event-bus/default');
  });

  test('passes each SES report to the function that records it, and moves failed reports to a dead-letter queue', () => {
    const queue = arnOf(stack.at('Mail/DeadLetters')[0]);
    const { EventPattern, State, Targets } = only(stack, 'Events::Rule').Properties;
    const events = ['Sent', 'Delivered', 'Bounced', 'Complaint Received', 'Rejected'];
    const tags = { 'ses:configuration-set': [{ Ref: stack.at('Mail/ConfigurationSet')[0] }] };
    expect(State).toBe('ENABLED');
    expect(EventPattern).toEqual({
      source: ['aws.ses'],
      'detail-type': events.map((event) => `Email ${event}`),
      detail: { mail: { tags } },
    });
    expect(Targets).toEqual([
      expect.objectContaining({
        Arn: arnOf(functionOf(stack, 'RecordMailEvent')[0]),
        DeadLetterConfig: { Arn: queue },
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      }),
    ]);
    expect(invocationOf(stack, 'RecordMailEvent')).toMatchObject({
      MaximumEventAgeInSeconds: 21_600,
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: queue } },
    });
  });

  test('streams the old and new image of every write to functions with matching filters; without a schedule, failures become dead letters', () => {
    const [tableId, { Properties }] = stack.ofType('AWS::DynamoDB::Table')[0]!;
    expect(Properties['StreamSpecification']).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const EventSourceArn = { 'Fn::GetAtt': [tableId, 'StreamArn'] };
    expect(stack.at('Handover/TableStreamArn')[1].Properties['Value']).toEqual(EventSourceArn);
    const called = serviceFunctions.filter((definition) => recordFiltersOf(definition).length > 0);
    const mappings = propertiesOf(stack, 'Lambda::EventSourceMapping');
    expect(mappings).toHaveLength(called.length);
    for (const definition of called) {
      expect(mappings).toContainEqual({
        FunctionName: { Ref: functionOf(stack, definition.id)[0] },
        EventSourceArn,
        StartingPosition: 'TRIM_HORIZON',
        FilterCriteria: {
          Filters: recordFiltersOf(definition).map(({ partition, sort }) => {
            const Keys = { PK: { S: [{ prefix: partition }] }, SK: { S: [{ prefix: sort }] } };
            return { Pattern: JSON.stringify({ dynamodb: { Keys } }) };
          }),
        },
        BatchSize: 100,
        ParallelizationFactor: 1,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRecordAgeInSeconds: 82_800,
        // A lost stream record needs no dead letter if a schedule does the same work later.
        ...(!scheduleOf(definition) && {
          DestinationConfig: { OnFailure: { Destination: arnOf(stack.at('EventLog/DeadLetters')[0]) } },
        }),
        Enabled: true,
      });
    }
  });

  test('has one log for each group of functions and one for all requests, and retains them for a fixed time', () => {
    const days = propertiesOf(stack, 'Logs::LogGroup').map((each) => Number(each['RetentionInDays']));
    expect(days).toEqual(Array(Object.keys(groups).length + 1).fill(90));
  });

  test('outputs addresses, DNS records, resource names and the admin policy', () => {
    const records = 'DkimRecord1 DkimRecord2 DkimRecord3';
    const ofOptions = stack === maximal ? 'DomainTarget SiteUrl SiteTarget' : '';
    const queues = 'EventDeadLetters ScheduleDeadLetters MailEventDeadLetters';
    const others = 'Url AlarmTopic AdminPolicy Canary CanaryPolicyArn AccessLogs FunctionLogs Dashboard';
    expect(new Set(Object.values(stack.outputs).flatMap(Object.keys))).toEqual(
      new Set([
        ...Object.keys(settingOutputs),
        ...`${records} ${queues} ${others} ${ofOptions}`.trim().split(' '),
      ]),
    );
    const { data, ...withFunctions } = stack.outputs;
    for (const [part, { FunctionLogs }] of Object.entries(withFunctions) as [StackPart, typeof data][])
      expect(FunctionLogs?.Value).toBe(`${stack.stacks[part].stackName}-Functions`);
    const { TimeZone, EventDays, DkimRecord2 } = data;
    expect(TimeZone?.Value).toBe(variablesOf(stack, 'CreateJob')['TIME_ZONE']);
    expect(EventDays?.Value).toBe(variablesOf(stack, 'BuildLog')['EVENT_RETENTION_DAYS'] ?? '90');
    const [name, value] = ['DkimDNSTokenName2', 'DkimDNSTokenValue2'].map((token) => ({
      'Fn::GetAtt': [stack.at('Mail/Domain')[0], token],
    }));
    expect(DkimRecord2?.Value).toEqual({ 'Fn::Join': ['', [name, ' CNAME ', value]] });
  });
});

test('The policy for the admin command allows describing the data stack by its name', () => {
  const [, { Properties }] = prod.at('Admin');
  expect(Properties['PolicyDocument'].Statement).toContainEqual({
    Action: 'cloudformation:DescribeStacks',
    Effect: 'Allow',
    Resource: { 'Fn::Join': ['', expect.arrayContaining([`:stack/${prod.stacks.data.stackName}/*`])] },
  });
});

/** The texts in quotation marks after a word. */
const quoted = (text: string, word: RegExp) =>
  [...text.matchAll(new RegExp(`${word.source} ("[^"]+"(?: and "[^"]+")*)`, 'g'))].flatMap(([, names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  );

type Row = [id: string, threshold: number, withoutRuns?: string];

/** The alarms outside groups of functions. Those with a third column go off below their threshold. */
const thresholds: Row[] = [
  ['ServerErrors', 5],
  ['ClientErrors', 50],
  ['TooManyRequests', 5],
  ['Latency', 3_000],
  ['ConcurrencyNearQuota', 800],
  ['TableThrottles', 10],
  ['RefreshLate', 2],
  ['RefreshMissing', 1, 'missing'],
  ['ScheduleDeadLetters', 1],
  ['ApplicationsUnsent', 900],
  ['SendMissing', 1, 'missing'],
  ['ConfirmationsUnfinished', 3],
  ['LinksUnfinished', 3],
  ['WebhooksUnfinished', 3],
  ['WebhooksMissing', 1, 'missing'],
  ['ApplicationsUndelivered', 1],
  ['ApplicationsHeld', 50],
  ['MailBounces', 0.03],
  ['MailComplaints', 0.0005],
  ['MailEventDeadLetters', 1],
  ['CanaryFailed', 1],
  ['CanaryMissing', 1, 'missing'],
  ['EventDeadLetters', 1],
  ['EventsUnreadable', 1],
  ['EventsLate', 900_000],
  ['EventsAboutToBeLost', 43_200_000],
  ['DeletionRequested', 1],
  ['SearchEnginesFail', 1],
];

describe('the alarms', () => {
  const undoingIds = ['DeploymentFails', 'DeploymentFailsCanary'].map(
    (id) => maximal.at(`Deployment/${id}`)[0],
  );
  const alarms = maximal
    .ofType('AWS::CloudWatch::Alarm')
    .flatMap(([id, { Properties }]) => (undoingIds.includes(id) ? [] : [Properties]));
  const ofGroups = [...Object.keys(groups), 'Postings2'].flatMap((name) => [
    `${name}Errors`,
    `${name}Throttles`,
  ]);

  const page = readFileSync(new URL('../../docs/alarms.md', import.meta.url), 'utf8');

  test('are all explained in docs/alarms.md, which marks those of basic monitoring', () => {
    const rows = tableRows(section(page, 'Alarms'));
    const single = alarmsOf(maximal).filter((name) => !ofGroups.includes(name));
    const explained = (which: typeof rows) =>
      which
        .flatMap(([names = '']) =>
          /^(?:Errors|Throttles),/.test(names) ? [] : names.replaceAll('**', '').split(', '),
        )
        .toSorted();
    expect(alarmsOf(maximal)).toEqual(expect.arrayContaining(ofGroups));
    expect(explained(rows)).toEqual(single.toSorted());
    expect(rows).toHaveLength(new Set(rows.map(([names]) => names)).size);
    expect(explained(rows.filter(([names = '']) => names.startsWith('**')))).toEqual(
      alarmsOf(prod).toSorted(),
    );
  });

  test.each([
    ['basic', prod],
    ['full', maximal],
  ])('with %s monitoring refer only to existing alarms, graphs, logs and runbook sections', (_, stack) => {
    const dashboards = JSON.stringify(stack.ofType('AWS::CloudWatch::Dashboard')).replaceAll('\\', '');
    for (const [, { Properties }] of stack.ofType('AWS::CloudWatch::Alarm')) {
      const text = String(Properties['AlarmDescription']);
      const namedAlarms = alarmsOf(maximal).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
      expect(alarmsOf(stack)).toEqual(expect.arrayContaining(namedAlarms));
      for (const title of quoted(text, /\bgraphs?/)) expect(dashboards).toContain(`"title":"${title}"`);
      for (const title of quoted(text, /\b[Rr]unbook,/)) expect(section(page, title)).not.toBe('');
      for (const [, group] of text.matchAll(/logs? of ([A-Z]\w+)/g)) expect(groups).toHaveProperty(group!);
      for (const [, id] of text.matchAll(/(?:schedule of|Call) ([A-Z]\w+)/g)) {
        expect(serviceFunctions.map((definition) => definition.id)).toContain(id);
      }
    }
  });

  test('have docs/alarms.md name only existing outputs and functions, and valid commands', () => {
    const validNames = new Set([
      ...alarmsOf(maximal),
      ...Object.values(maximal.outputs).flatMap(Object.keys),
      ...Object.keys(groups),
      ...serviceFunctions.map(({ id }) => id),
    ]);
    const ofAws =
      /^(?:[A-Z_]+|SendingEnabled|EnforcementStatus|SendQuota|Body|DDBStreamBatchInfo|.*ThrottleEvents|Throttle)$/;
    const names = [...page.matchAll(/`([A-Z]\w+)`|<([A-Z]\w+)>|logs? of ([A-Z]\w+)/g)].map(
      ([, marked, filled, logged]) => marked ?? filled ?? logged ?? '',
    );
    expect(names.filter((name) => !validNames.has(name) && !ofAws.test(name))).toEqual([]);
    const written = [...page.matchAll(/(?:npm run -s admin -- (?!\$)|`(?=employer \w+ ID))([^`\n]+)/g)];
    expect(written.length).toBeGreaterThan(2);
    for (const [, words = ''] of written) {
      const args = words
        .replace(/\b(?:N|ID)\b/, '1')
        .trim()
        .split(' ');
      expect(parseCommandLine(args, new Date(0))).toHaveProperty('command');
    }
  });

  test('with basic monitoring read exactly the metrics that functions write', () => {
    const metrics = prod
      .ofType('AWS::CloudWatch::Alarm')
      .flatMap(([, { Properties }]) => Properties['Metrics'] ?? [])
      .flatMap(({ MetricStat: { Metric } = { Metric: {} } }) =>
        Metric.Namespace === 'JobPostingService/prod'
          ? [`${Metric.Dimensions[0].Value} ${Metric.MetricName}`]
          : [],
      );
    const written = serviceFunctions.flatMap(({ id, operation }) => {
      const names = variablesOf(prod, id)['METRICS'] as string | undefined;
      return names?.split(' ').map((name) => `${operation} ${name}`) ?? [];
    });
    expect(written.toSorted()).toEqual([...new Set(metrics)].toSorted());
  });

  test.each(thresholds)('include %s, which goes off at its threshold', (...[id, Threshold, withoutRuns]) => {
    expect(maximal.at(`Monitoring/${id}`)[1].Properties).toMatchObject({
      ComparisonOperator: withoutRuns ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
      Threshold,
      TreatMissingData: withoutRuns ?? 'notBreaching',
    });
  });

  test('explain their meaning and what to do, and notify the topic when they start and end', () => {
    const topic = { Ref: maximal.at('Monitoring/Alarms')[0] };
    for (const { AlarmDescription, AlarmActions, OKActions } of alarms) {
      expect(AlarmDescription).toMatch(/^[A-Z].+\. What to do: [A-Z].+\.$/);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1_024);
      expect([AlarmActions, OKActions]).toEqual([[topic], [topic]]);
    }
  });

  test('for missing runs go off when runs stop, also if data is missing, but not before the first run', () => {
    const missing = thresholds.flatMap(([id, , withoutRuns]) =>
      withoutRuns ? [maximal.at(`Monitoring/${id}`)[1].Properties] : [],
    );
    for (const { InsufficientDataActions, AlarmActions } of missing) {
      expect(InsufficientDataActions).toEqual(AlarmActions);
    }
    const others = alarms.filter((alarm) => !missing.includes(alarm));
    expect(others.flatMap(({ InsufficientDataActions = [] }) => InsufficientDataActions)).toEqual([]);
  });

  /** The metrics of an alarm. */
  const metricsOf = (properties: (typeof alarms)[number]) =>
    (properties['Metrics'] ?? []) as {
      Expression?: string;
      MetricStat?: { Stat: string; Metric: { MetricName: string; Dimensions?: { Value: unknown }[] } };
    }[];

  const statsOf = (id: string) =>
    metricsOf(maximal.at(`Monitoring/${id}`)[1].Properties).flatMap(({ MetricStat }) => MetricStat ?? []);

  test('for webhooks count only the finished scheduled runs, and for late events the age of records and parked changes', () => {
    const ofRuns = { MetricName: 'unfinished', Dimensions: [{ Name: 'operation', Value: 'sendWebhooks' }] };
    expect(statsOf('WebhooksMissing')).toMatchObject([{ Metric: ofRuns, Stat: 'SampleCount' }]);
    const names = statsOf('EventsLate').map(({ Metric }) => Metric.MetricName);
    expect(names.toSorted()).toEqual(['Errors', 'IteratorAge']);
  });

  test('on DynamoDB metrics can end, because periods without data are filled with zeros', () => {
    const ofTable = alarms.filter((alarm) => JSON.stringify(alarm).includes('AWS/DynamoDB'));
    const expressions = ofTable.map((alarm) => metricsOf(alarm).flatMap(({ Expression = [] }) => Expression));
    expect(expressions).toEqual([['SUM(FILL(METRICS(), 0))']]);
  });

  test('that roll back a deployment go off within a minute, and notify no topic', () => {
    const [requests, canary] = undoingIds.map((id) => maximal.resources[id]?.Properties);
    expect(requests).toMatchObject({ MetricName: '5xx', Period: 60, Threshold: 3 });
    const MetricStat = { Metric: { MetricName: 'failed' }, Period: 60, Stat: 'Sum' };
    expect(canary).toMatchObject({ Metrics: [{ MetricStat }], Threshold: 1 });
    for (const alarm of [requests, canary]) expect(alarm).not.toHaveProperty('AlarmActions');
  });

  /** All functions except those of a deployment, because the deployment fails when they fail. */
  const functionIds = serviceFunctions
    .filter(({ trigger }) => trigger !== 'deployment')
    .map(({ id }) => ({ Ref: functionOf(maximal, id)[0] }));

  test('together monitor every function, and no alarm has more metrics than the CloudWatch limit of 10', () => {
    const watched = alarms.flatMap((alarm) => {
      const stats = metricsOf(alarm).flatMap(({ MetricStat }) => MetricStat ?? []);
      expect(stats.length).toBeLessThanOrEqual(10);
      return stats.flatMap(({ Metric }) => Metric.Dimensions?.map(({ Value }) => Value) ?? []);
    });
    expect(watched).toEqual(expect.arrayContaining(functionIds));
  });

  test('use an encrypted topic to which CloudWatch and the budget may publish, and which mails each recipient', () => {
    const [keyId, key] = maximal.at('Monitoring/AlarmsKey');
    const fromPublishers = {
      Effect: 'Allow',
      Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    };
    expect(maximal.at('Monitoring/Alarms')[1].Properties['KmsMasterKeyId']).toEqual(arnOf(keyId));
    const forTopic = { Action: ['kms:Decrypt', 'kms:GenerateDataKey*'], Resource: '*' };
    expect(key.Properties['KeyPolicy'].Statement).toContainEqual({ ...fromPublishers, ...forTopic });
    const { Statement } = only(maximal, 'SNS::TopicPolicy').Properties['PolicyDocument'];
    expect(Statement).toContainEqual(expect.objectContaining({ ...fromPublishers, Action: 'sns:Publish' }));
    const subscriptions = propertiesOf(maximal, 'SNS::Subscription');
    expect(subscriptions).toMatchObject(
      ['operator@example.com', 'deputy@example.com'].map((Endpoint) => ({ Protocol: 'email', Endpoint })),
    );
  });

  test('appear with every function on the dashboard of their stack', () => {
    for (const { Resources } of Object.values(maximal.templates)) {
      const idsOf = (type: string) =>
        Object.entries(Resources).flatMap(([id, { Type }]) =>
          Type === type && !undoingIds.includes(id) ? [id] : [],
        );
      const [dashboard] = idsOf('AWS::CloudWatch::Dashboard');
      const body = dashboard && JSON.stringify(Resources[dashboard]?.Properties['DashboardBody']);
      const functions = functionIds.map(({ Ref }) => Ref).filter((id) => Object.hasOwn(Resources, id));
      for (const id of [...functions, ...idsOf('AWS::CloudWatch::Alarm')]) expect(body).toContain(`"${id}"`);
    }
  });
});

/** The deletion policies that resources of a stage have instead of `Delete`, by type. */
function retention({ resources }: Synthesised) {
  const byType = Map.groupBy(Object.values(resources), ({ Type }) => Type.replace('AWS::', ''));
  const policies = [...byType].map(([type, all]) => [
    type,
    [...new Set(all.map(({ DeletionPolicy = 'Delete' }) => DeletionPolicy))],
  ]);
  return Object.fromEntries(policies.filter(([, each]) => String(each) !== 'Delete')) as object;
}

const reservedOf = (stack: Synthesised) =>
  serviceFunctions.flatMap(({ id, name }) => {
    const limit: unknown = functionOf(stack, id)[1].Properties['ReservedConcurrentExecutions'];
    return limit === undefined ? [] : [[name, limit]];
  });

describe('a stage', () => {
  test('with retained data is protected from deletion, and a deletion leaves its data, but not the rollback of a failed first deployment', () => {
    const ofData = { 'DynamoDB::Table': [RETAINED], 'S3::Bucket': [RETAINED], 'Logs::LogGroup': [RETAINED] };
    expect(retention(prod)).toEqual(ofData);
    // `Retain` is for the restored table, which existed before the stack.
    expect(retention(maximal)).toEqual({
      ...ofData,
      'DynamoDB::Table': ['Retain'],
      'SecretsManager::Secret': [RETAINED],
    });
    const table = only(prod, 'DynamoDB::Table');
    expect(table.UpdateReplacePolicy).toBe('Retain');
    expect(table.Properties).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { RecoveryPeriodInDays: 35 },
    });
    for (const part of stackParts) expect(prod.stacks[part].terminationProtection).toBe(part === 'data');
  });

  test('can be created again after its deletion, because retained resources have names that are not reused', () => {
    for (const { DeletionPolicy, Properties } of Object.values(prod.resources)) {
      if (DeletionPolicy !== RETAINED) continue;
      expect(Properties).not.toHaveProperty('TableName');
      expect(Properties).not.toHaveProperty('BucketName');
      const { LogGroupName = 'AWS::StackId' } = Properties;
      expect(JSON.stringify(LogGroupName)).toContain('AWS::StackId');
    }
  });

  test('has no CORS of the gateway, which would replace the headers of the functions, and uses the AWS URL by default', () => {
    for (const stack of [prod, maximal])
      expect(only(stack, 'ApiGatewayV2::Api').Properties['CorsConfiguration']).toBeUndefined();
    expect(prod.ofType('AWS::ApiGatewayV2::DomainName')).toEqual([]);
  });

  test('with a domain as its only address serves only on that domain, and every URL begins with it', () => {
    const { Properties } = only(maximal, 'ApiGatewayV2::DomainName');
    expect(Properties).toMatchObject({
      DomainName: 'jobs.example.com',
      DomainNameConfigurations: [{ SecurityPolicy: 'TLS_1_2', EndpointType: 'REGIONAL' }],
    });
    expect(maximal.at('Http/Alias')[1].Properties['Name']).toBe('jobs.example.com.');
    expect(only(maximal, 'ApiGatewayV2::ApiMapping').Properties['Stage']).toBe('$default');
    expect(only(maximal, 'ApiGatewayV2::Api').Properties['DisableExecuteApiEndpoint']).toBe(true);
    expect(maximal.outputs.data['Url']?.Value).toBe('https://jobs.example.com/');
    expect(variablesOf(maximal, 'ListJobs')['BASE_URL']).toBe('https://jobs.example.com');
  });

  test('with a proxy passes the address header and proof of the proxy to the function that receives applications', () => {
    const { proxy } = everyOption;
    const value = `CloudFront-Viewer-Address X-Proxy-Proof ${proxy!.proofSha256.join(' ')}`;
    expect(settings.TRUSTED_PROXY.read(value)).toBe(value);
    expect(variablesOf(maximal, 'CreateApplication')['TRUSTED_PROXY']).toBe(value);
  });

  test('with a CDN passes the secrets of the CDN to the functions of public pages, and the site URL to functions that write links', () => {
    const [current, second] = [1, 2].map((number) => ({ Ref: maximal.at(`Site/Secret${number}`)[0] }));
    const arns = { 'Fn::Join': ['', [current, ',', second]] };
    const secret = (index: number) => ({ 'Fn::Select': [index, { 'Fn::Split': [',', arns] }] });
    const [start, between, end] = [
      'CloudFront-Viewer-Address X-Proxy-Proof secret:{{resolve:secretsmanager:',
      ':SecretString:::}} secret:{{resolve:secretsmanager:',
      ':SecretString:::}}',
    ];
    const ofSite = serviceFunctions.filter(
      ({ isOfSite, settings: names }) => isOfSite && names.includes('TRUSTED_PROXY'),
    );
    // One more function serves the script of the form.
    expect(ofSite).toHaveLength(Object.keys(publicPages).length + 1);
    for (const { id } of ofSite) {
      expect(variablesOf(maximal, id)['TRUSTED_PROXY']).toEqual({
        'Fn::Join': ['', [start, secret(0), between, secret(1), end]],
      });
    }
    const naming = ['CreateJob', 'GetPublicJob', 'ShowPosting', 'SubmitApplyForm', 'Robots', 'PublishFeeds'];
    for (const id of naming) expect(variablesOf(maximal, id)['SITE_URL']).toBe('https://careers.example.com');
    const [distribution] = maximal.ofType('AWS::CloudFront::Distribution');
    expect(distribution?.[1].Properties['DistributionConfig'].Origins[0].DomainName).toBe('jobs.example.com');
    expect(maximal.outputs.data['SiteUrl']?.Value).toBe('https://careers.example.com');
    expect(prod.ofType('AWS::CloudFront::Distribution')).toEqual([]);
  });

  test('passes the browser origins to every function that needs a key and to those for all other requests', () => {
    const keyed = serviceFunctions.filter((each) => routeTriggerOf(each)?.clients === 'employers');
    for (const id of [...keyed.map((each) => each.id), 'NoRoute', 'Maintenance'])
      expect([id, variablesOf(maximal, id)['BROWSER_ORIGINS']]).toEqual([id, 'https://example.com']);
    expect(variablesOf(prod, 'CreateJob')).not.toHaveProperty('BROWSER_ORIGINS');
  });

  test('with a restored table uses the restored table instead of its own, and retains both', () => {
    const [tableId, table] = maximal.at('Table-restored');
    expect(only(maximal, 'DynamoDB::Table')).toBe(table);
    expect(table.Properties['TableName']).toBe('restored');
    expect(table.UpdateReplacePolicy).toBe('Retain');
    expect(maximal.outputs.data['TableName']?.Value).toEqual({ Ref: tableId });
    expect(variablesOf(maximal, 'GetJob')['TABLE_NAME']).toEqual({ Ref: tableId });
    // The other stacks do not change, because they read the name of the table from a parameter.
    const { data: _data, ...others } = maximal.templates;
    expect(JSON.stringify(others)).not.toContain('restored');
  });

  test('with a budget notifies the alarm topic when the account will exceed the budget', () => {
    const topic = { Ref: maximal.at('Monitoring/Alarms')[0] };
    const { Budget, NotificationsWithSubscribers } = only(maximal, 'Budgets::Budget').Properties;
    const BudgetLimit = { Amount: 200, Unit: 'USD' };
    expect(Budget).toEqual({ BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit });
    const above = { ComparisonOperator: 'GREATER_THAN' };
    const Subscribers = [{ SubscriptionType: 'SNS', Address: topic }];
    expect(NotificationsWithSubscribers).toEqual([
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80, ...above }, Subscribers },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100, ...above }, Subscribers },
    ]);
    expect(prod.ofType('AWS::Budgets::Budget')).toEqual([]);
  });

  test('reserves no concurrency by default, because a new account may run only 10 functions at once, and with a limit for public concurrency exactly for functions that need no key', () => {
    expect(prod.at('Monitoring/ConcurrencyNearQuota')[1].Properties['Threshold']).toBe(8);
    expect(reservedOf(prod)).toEqual([]);
    const keyless = serviceFunctions.filter(needsNoKey).map(({ name }) => name);
    expect(reservedOf(maximal)).toEqual(keyless.map((name) => [name, 20]));
    expect(keyless).toEqual(expect.arrayContaining(['show-posting', 'submit-apply-form', 'no-route']));
  });
});
