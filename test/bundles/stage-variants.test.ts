import { afterAll, describe, expect, test } from '@jest/globals';
import { recordFiltersOf, scheduleOf, serviceFunctions } from '../../lib/functions.ts';
import { stackParts } from '../../lib/stack-names.ts';
import { baseUrlOf } from '../../lib/stages.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { savedFigures } from '../bench/figures.ts';
import { idleDollars } from '../costs/monthly-costs.ts';
import { standingIn } from '../costs/standing.ts';
import {
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
import {
  candidatesWith,
  dataWith,
  entranceWith,
  removeAssemblies,
  synthesiseWith,
} from '../lib/synthesised.ts';
import { everyOption, stages } from '../lib/two-stages.ts';

afterAll(removeAssemblies);

describe('a stage for trials', () => {
  const dev = synthesiseWith(stages.dev);

  test('follows every rule or gives a reason', () => {
    expect(dev.warnings).toEqual([]);
  });

  test('deploys all at once, without alarms that could stop it', () => {
    const deployments = propertiesOf(dev, 'CodeDeploy::DeploymentGroup');
    expect(deployments.length).toBeGreaterThan(0);
    for (const { DeploymentConfigName, AutoRollbackConfiguration, AlarmConfiguration } of deployments) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
      expect(AutoRollbackConfiguration).toEqual({ Enabled: true, Events: ['DEPLOYMENT_FAILURE'] });
      expect(AlarmConfiguration?.Enabled ?? false).toBe(false);
    }
  });

  test('runs no canary, as nobody watches', () => {
    expect(schedulesOf(dev, 'RunCanary')).toMatchObject([{ State: 'DISABLED' }]);
  });

  test('keeps logs for the days that it says, in its own calendar', () => {
    expect(
      new Set(propertiesOf(dev, 'Logs::LogGroup').map(({ RetentionInDays }) => RetentionInDays)),
    ).toEqual(new Set([7]));
    expect(variablesOf(dev, 'UpsertJob')['TIME_ZONE']).toBe('UTC');
  });

  test('has neither alarms and dashboards without monitoring, nor a topic and its key', () => {
    const types = ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'SNS::Topic', 'KMS::Key'];
    expect(types.map((type) => dev.ofType(`AWS::${type}`))).toEqual([[], [], [], []]);
    expect(dev.outputs.data).not.toHaveProperty('AlarmTopic');
  });

  test('costs at most a dollar a month while it is idle', () => {
    const standing = { ...standingIn(dev.resources), hasSite: false };
    expect(idleDollars(savedFigures(), standing)).toBeLessThanOrEqual(1);
  });

  test('leaves nothing behind, and can be deleted', () => {
    const policies = Object.values(dev.resources).map(({ DeletionPolicy = 'Delete' }) => DeletionPolicy);
    expect(new Set(policies)).toEqual(new Set(['Delete']));
    expect(only(dev, 'DynamoDB::Table').Properties['DeletionProtectionEnabled']).not.toBe(true);
    for (const part of stackParts) expect(dev.stacks[part].terminationProtection).toBe(false);
  });
});

describe('the service in maintenance', () => {
  const prod = synthesiseWith({});
  const still = synthesiseWith({ restoredTable: 'restored' }, 'on');

  test('has one other function behind the routes that write, and changes no other route', () => {
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

  test('lets the API call that function from each stack that has such routes', () => {
    const arn = arnOf(functionOf(still, 'Maintenance')[0]);
    const allowed = propertiesOf(still, 'Lambda::Permission').filter(
      ({ FunctionName }) => JSON.stringify(FunctionName) === JSON.stringify(arn),
    );
    expect(allowed).toHaveLength(3);
  });

  test('with a restored table gives all requests at once to a new version of each function behind an alias, because the old one uses the old table', () => {
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

  test('runs nothing on schedule', () => {
    const states = propertiesOf(still, 'Scheduler::Schedule').map(({ State }) => State as string);
    expect(new Set(states)).toEqual(new Set(['DISABLED']));
  });

  test('goes on reading the stream into the log, which forgets what is a day old, and leaves what a schedule does, too', () => {
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

  test('tells nobody that nothing runs', () => {
    const silent = still
      .ofType('AWS::CloudWatch::Alarm')
      .flatMap(([id, { Properties }]) => (Properties['ActionsEnabled'] === false ? [nameOf(still, id)] : []));
    expect(silent.toSorted()).toEqual(['CanaryMissing', 'RefreshMissing', 'SendMissing', 'WebhooksMissing']);
  });
});

const { hostedZone: _zone, only: _only, ...ownDomain } = everyOption.domain!;

describe('a stage', () => {
  test('with a domain serves there, too, at first, and names in a URL the domain that the request came by', () => {
    const moving = dataWith({ domain: ownDomain });
    moving.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: false });
    entranceWith({ domain: ownDomain }).hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', {
      DomainName: 'jobs.example.com',
      Stage: '$default',
    });
    const [[apiId] = ['']] = Object.entries(moving.findResources('AWS::ApiGatewayV2::Api'));
    moving.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: { CorsRules: [{ AllowedOrigins: [apiAddress(apiId), 'https://jobs.example.com'] }] },
    });
    const { DomainTarget, Url } = moving.findOutputs('*');
    expect(DomainTarget).toBeDefined();
    expect(JSON.stringify(Url?.['Value'])).not.toContain('example.com');
    expect(baseUrlOf({ ...stages.prod, domain: ownDomain })).toBeUndefined();
  });

  test('gives a route that is new the least of its limits, until it has its own', () => {
    const throttling = {
      employers: { rate: 8, burst: 30 },
      public: { rate: 7, burst: 40 },
      other: { rate: 9, burst: 50 },
    };
    entranceWith({ throttling }).hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 30 },
    });
  });

  test('with a base URL begins every URL with it, and closes nothing', () => {
    const baseUrl = 'https://front.example.com';
    const fronted = dataWith({ baseUrl });
    fronted.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: false });
    fronted.hasOutput('Url', { Value: `${baseUrl}/` });
    expect(baseUrlOf({ ...stages.prod, domain: { ...ownDomain, only: true }, baseUrl })).toBe(baseUrl);
  });

  test('with a domain that SES knows already sends from it, and neither makes it nor asks for records', () => {
    const template = dataWith({ mailDomain: 'acme.test', mailIdentity: 'existing' });
    template.resourceCountIs('AWS::SES::EmailIdentity', 0);
    template.resourceCountIs('AWS::SES::ConfigurationSetEventDestination', 1);
    expect(Object.keys(template.findOutputs('*')).filter((name) => name.startsWith('Dkim'))).toEqual([]);
  });

  test('with a proxy and no CDN tells the form, too, how it names addresses and proves itself', () => {
    const proxy = everyOption.proxy!;
    const value = `CloudFront-Viewer-Address X-Proxy-Proof ${proxy.proofSha256.join(' ')}`;
    const told = candidatesWith({ proxy }).findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: { TRUSTED_PROXY: value } } },
    });
    expect(Object.keys(told)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^FunctionsCreateApplication/),
        expect.stringMatching(/^FunctionsSubmitApplyForm/),
      ]),
    );
  });
});
