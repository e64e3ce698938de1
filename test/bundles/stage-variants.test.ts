import { afterAll, describe, expect, test } from '@jest/globals';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { recordFiltersOf, scheduleOf, serviceFunctions } from '../../lib/functions.ts';
import { serviceApp } from '../../lib/service-app.ts';
import { stackParts } from '../../lib/stack-names.ts';
import { baseUrlOf, type Stage } from '../../lib/stages.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import {
  alarmsOf,
  apiAddress,
  arnOf,
  behind,
  functionOf,
  nameOf,
  only,
  propertiesOf,
  schedulesOf,
  variablesOf,
} from '../lib/stack-parts.ts';
import { removeAssemblies, synthesiseWith } from '../lib/synthesised.ts';
import { everyOption, stages } from '../lib/two-stages.ts';

afterAll(removeAssemblies);

describe('a development stage', () => {
  const dev = synthesiseWith(stages.dev);

  test('follows every cdk-nag rule or states a reason for the exception', () => {
    expect(dev.warnings).toEqual([]);
  });

  test('moves all requests to a new version at once, without alarms that could stop a deployment', () => {
    const deployments = propertiesOf(dev, 'CodeDeploy::DeploymentGroup');
    expect(deployments.length).toBeGreaterThan(0);
    for (const { DeploymentConfigName, AutoRollbackConfiguration, AlarmConfiguration } of deployments) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
      expect(AutoRollbackConfiguration).toEqual({ Enabled: true, Events: ['DEPLOYMENT_FAILURE'] });
      expect(AlarmConfiguration?.Enabled ?? false).toBe(false);
    }
  });

  test('does not schedule the canary', () => {
    expect(schedulesOf(dev, 'RunCanary')).toMatchObject([{ State: 'DISABLED' }]);
  });

  test('retains logs for the configured number of days, and uses the configured time zone', () => {
    expect(
      new Set(propertiesOf(dev, 'Logs::LogGroup').map(({ RetentionInDays }) => RetentionInDays)),
    ).toEqual(new Set([7]));
    expect(variablesOf(dev, 'UpsertJob')['TIME_ZONE']).toBe('UTC');
  });

  test('without monitoring has no alarms, dashboards, alarm topic or encryption key', () => {
    const types = ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'SNS::Topic', 'KMS::Key'];
    expect(types.map((type) => dev.ofType(`AWS::${type}`))).toEqual([[], [], [], []]);
    expect(dev.outputs.data).not.toHaveProperty('AlarmTopic');
  });

  test('retains no resource and can be deleted', () => {
    const policies = Object.values(dev.resources).map(({ DeletionPolicy = 'Delete' }) => DeletionPolicy);
    expect(new Set(policies)).toEqual(new Set(['Delete']));
    expect(only(dev, 'DynamoDB::Table').Properties['DeletionProtectionEnabled']).not.toBe(true);
    for (const part of stackParts) expect(dev.stacks[part].terminationProtection).toBe(false);
  });
});

describe('the service in maintenance mode', () => {
  const prod = synthesiseWith({});
  const still = synthesiseWith({ restoredTable: 'restored' }, 'on');

  test('has the maintenance function behind all writing routes, and changes no other route', () => {
    const [usual, now] = [behind(prod), behind(still)];
    expect([...now.keys()].toSorted()).toEqual([...usual.keys()].toSorted());
    const moved = [...now].filter(([routeKey, name]) => usual.get(routeKey) !== name);
    expect(new Set(moved.map(([, name]) => name))).toEqual(new Set(['maintenance']));
    const judging = new Set(
      ['POST /jobs/validate', 'PUT /jobs/validate', 'POST /webhooks/{id}/test'].map((key) =>
        key.replace(' ', ` ${BASE_PATH}`),
      ),
    );
    const writing = [...usual].flatMap(([routeKey, name]) =>
      /^(?:POST|PUT|DELETE) /.test(routeKey) && !judging.has(routeKey) && name !== 'no-route'
        ? [routeKey]
        : [],
    );
    expect(moved.map(([routeKey]) => routeKey).toSorted()).toEqual(writing.toSorted());
    expect(writing).toEqual(expect.arrayContaining([`PUT ${BASE_PATH}/jobs`, 'POST /jobs/{id}/apply']));
  });

  test('lets the API call the maintenance function from each stack with writing routes', () => {
    const arn = arnOf(functionOf(still, 'Maintenance')[0]);
    const allowed = propertiesOf(still, 'Lambda::Permission').filter(
      ({ FunctionName }) => JSON.stringify(FunctionName) === JSON.stringify(arn),
    );
    expect(allowed).toHaveLength(3);
  });

  test('with a restored table sends all requests to new function versions at once, because old versions use the old table', () => {
    const [before, after] = [prod, still].map(({ ofType }) =>
      ofType('AWS::Lambda::Alias').map(([, { Properties }]) =>
        String(Properties['FunctionVersion']['Fn::GetAtt'][0]),
      ),
    );
    expect(after).toHaveLength(before?.length ?? 0);
    expect(after?.filter((version) => before?.includes(version))).toEqual([]);
    for (const [, { Properties }] of still.ofType('AWS::CodeDeploy::DeploymentGroup')) {
      expect(Properties['DeploymentConfigName']).toBe('CodeDeployDefault.LambdaAllAtOnce');
    }
  });

  test('disables every schedule', () => {
    const states = propertiesOf(still, 'Scheduler::Schedule').map(({ State }) => State as string);
    expect(new Set(states)).toEqual(new Set(['DISABLED']));
  });

  test('still adds changes from the stream to the event log, but stops stream consumers that a schedule can replace', () => {
    const enabled = propertiesOf(still, 'Lambda::EventSourceMapping').map(({ FunctionName, Enabled }) => [
      FunctionName.Ref as string,
      Enabled as boolean,
    ]);
    const reading = serviceFunctions.filter((definition) => recordFiltersOf(definition).length > 0);
    expect(Object.fromEntries(enabled)).toEqual(
      Object.fromEntries(
        reading.map((definition) => [functionOf(still, definition.id)[0], !scheduleOf(definition)]),
      ),
    );
  });

  test('disables the alarms for missing runs', () => {
    const silent = still
      .ofType('AWS::CloudWatch::Alarm')
      .flatMap(([id, { Properties }]) => (Properties['ActionsEnabled'] === false ? [nameOf(still, id)] : []));
    expect(silent.toSorted()).toEqual(['CanaryMissing', 'RefreshMissing', 'SendMissing', 'WebhooksMissing']);
  });
});

const { hostedZone: _zone, only: _only, ...ownDomain } = everyOption.domain!;

describe('a stage', () => {
  test("with a domain serves on the domain and on the AWS URL, and builds URLs from the request's host", () => {
    const moving = synthesiseWith({ domain: ownDomain });
    expect(only(moving, 'ApiGatewayV2::Api').Properties['DisableExecuteApiEndpoint']).toBe(false);
    const mapping = { DomainName: 'jobs.example.com', Stage: '$default' };
    expect(only(moving, 'ApiGatewayV2::ApiMapping').Properties).toMatchObject(mapping);
    const AllowedOrigins = [apiAddress(moving.at('Http/Api')[0]), 'https://jobs.example.com'];
    expect(moving.at('Files')[1].Properties['CorsConfiguration']).toMatchObject({
      CorsRules: [{ AllowedOrigins }],
    });
    const { DomainTarget, Url } = moving.outputs.data;
    expect(DomainTarget).toBeDefined();
    expect(JSON.stringify(Url?.Value)).not.toContain('example.com');
    expect(baseUrlOf({ ...stages.prod, domain: ownDomain })).toBeUndefined();
  });

  test('limits a new route by its lowest request limit until the route has its own limit', () => {
    const throttling = {
      employers: { rate: 8, burst: 30 },
      public: { rate: 7, burst: 40 },
      other: { rate: 9, burst: 50 },
    };
    expect(synthesiseWith({ throttling }).at('Http/Stage')[1].Properties['DefaultRouteSettings']).toEqual({
      ThrottlingRateLimit: 7,
      ThrottlingBurstLimit: 30,
    });
  });

  test('with a base URL begins every returned URL with the base URL, and still serves on the AWS URL', () => {
    const baseUrl = 'https://front.example.com';
    const fronted = synthesiseWith({ baseUrl });
    expect(only(fronted, 'ApiGatewayV2::Api').Properties['DisableExecuteApiEndpoint']).toBe(false);
    expect(fronted.outputs.data['Url']?.Value).toBe(`${baseUrl}/`);
    expect(baseUrlOf({ ...stages.prod, domain: { ...ownDomain, only: true }, baseUrl })).toBe(baseUrl);
  });

  test('with a mail domain that already exists in SES sends from the domain, without creating it or DNS outputs', () => {
    const stack = synthesiseWith({ mailDomain: 'acme.test', mailIdentity: 'existing' });
    expect(stack.ofType('AWS::SES::EmailIdentity')).toEqual([]);
    only(stack, 'SES::ConfigurationSetEventDestination');
    expect(Object.keys(stack.outputs.data).filter((name) => name.startsWith('Dkim'))).toEqual([]);
  });

  test('with a proxy and no CDN passes the address header and proof of the proxy also to the form function', () => {
    const proxy = everyOption.proxy!;
    const value = `CloudFront-Viewer-Address X-Proxy-Proof ${proxy.proofSha256.join(' ')}`;
    const stack = synthesiseWith({ proxy });
    for (const id of ['CreateApplication', 'SubmitApplyForm'])
      expect(variablesOf(stack, id)['TRUSTED_PROXY']).toBe(value);
  });
});

test('A personal stage has stacks of its own, named after the stage', () => {
  const context = { stage: 'dev-anna' };
  const { stacks } = serviceApp({ stages, codeOf: () => Code.fromInline('none'), context });
  expect(stacks.map(({ data }) => data.stackName)).toEqual(['job-posting-service-dev-anna-data']);
});

describe('a stage without mailDomain', () => {
  // The template validator throws on every finding. It takes ten seconds, so this is the only stage that it sees.
  process.env['CDK_VALIDATION'] = 'true';
  const maximal = synthesiseWith(everyOption);
  process.env['CDK_VALIDATION'] = 'false';
  const stack = synthesiseWith({ ...everyOption, mailDomain: undefined } as unknown as Partial<Stage>);
  const senders = ['SendApplications', 'SendConfirmations', 'SendNotices'];

  test('has no identity, grants no function that sends mail, and says so at synthesis', () => {
    expect(stack.ofType('AWS::SES::EmailIdentity')).toEqual([]);
    expect(Object.keys(stack.outputs.data).filter((name) => name.startsWith('Dkim'))).toEqual([]);
    expect(JSON.stringify(stack.resources)).not.toContain('ses:Send');
    expect(stack.notes).toContainEqual(expect.stringContaining('has no mailDomain'));
  });

  test('runs every schedule but those that send mail, which stays in its queue', () => {
    const idle = serviceFunctions.filter(
      ({ id, settings: names }) =>
        names.includes('MAIL_FROM') || schedulesOf(stack, id).some(({ State }) => State === 'DISABLED'),
    );
    expect(idle.map(({ id }) => id)).toEqual(senders);
    for (const id of senders) {
      expect(schedulesOf(stack, id)).toMatchObject([{ State: 'DISABLED' }]);
      expect(variablesOf(stack, id)).not.toHaveProperty('MAIL_FROM');
    }
  });

  test('has no alarm about mail, and every other alarm', () => {
    const ofMail = alarmsOf(maximal).filter((name) => !alarmsOf(stack).includes(name));
    expect(ofMail.toSorted()).toEqual([
      'ApplicationsUndelivered',
      'ApplicationsUnsent',
      'ConfirmationsUnfinished',
      'LinksUnfinished',
      'MailBounces',
      'MailComplaints',
      'MailEventDeadLetters',
      'SendMissing',
    ]);
  });
});
