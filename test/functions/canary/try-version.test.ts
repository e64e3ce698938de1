import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { loadFunction } from '../../../bin/local/gateway.ts';
import { lambdaContext } from '../../../bin/local/lambda.ts';
import { createCanaryEmployer } from '../../../functions/canary/canary-employer.ts';
import { keyState } from '../../../functions/canary/key-state.ts';
import { employerStore } from '../../../functions/employers/store/employers.ts';
import { serviceFunctions } from '../../../lib/functions.ts';
import { aJob } from '../../setup/a-job.ts';
import { appSpecOf, startCodeDeploy, type Deployment } from '../../setup/codedeploy-stand-in.ts';
import { startLambda, type Version } from '../../setup/lambda-stand-in.ts';
import { ownTable } from '../../setup/own-table.ts';
import { clientOf } from '../../setup/client.ts';
import { startService } from '../../setup/service.ts';

// The canary of a table is one, so no other suite may see this one's.
const table = await ownTable();
const service = await startService();

const deployments: Record<string, Deployment> = {};
let answers: string[] = [];
let isDeaf = false;
const codeDeploy = await startCodeDeploy(deployments, (_action, { status }) => {
  if (status === undefined) return true;
  answers.push(status);
  return !isDeaf;
});
process.env['AWS_ENDPOINT_URL_CODEDEPLOY'] = codeDeploy.endpoint;

/** New versions by the names of their functions; each is the function as it is unless a test says otherwise. */
const versions = new Map<string, Version>();
let calls: string[] = [];
const lambda = await startLambda((name) => {
  calls.push(name);
  return versions.get(name);
});
process.env['AWS_ENDPOINT_URL_LAMBDA'] = lambda.endpoint;

const { handler } = await import('../../../functions/canary/try-version.ts');

const gradual = serviceFunctions.filter(({ isDeployedGradually }) => isDeployedGradually);

const { text: key } = await keyState(service.db);
const { employer } = await createCanaryEmployer(service.db, key, new Date());
const canary = clientOf(service.origin, { 'api-key': key.apiKey });

beforeEach(() => {
  answers = [];
  calls = [];
  for (const { name, operation = '' } of gradual) {
    deployments[operation] = { group: operation, appSpec: appSpecOf(name) };
    versions.set(`${name}:2`, async (event) =>
      (await loadFunction(name))(
        event,
        lambdaContext(name, 'trial', () => 10_000),
      ),
    );
  }
});

afterAll(async () => {
  await service.close();
  await codeDeploy.close();
  await lambda.close();
  await table.drop();
});

/** A trial of a deployment, and the line that it logs. */
async function trial(deployment: string, remainingMillis = 60_000) {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const outcome = await handler(
      { DeploymentId: deployment, LifecycleEventHookExecutionId: 'execution' },
      lambdaContext('try-version', 'trial', () => remainingMillis),
    );
    return { outcome, line: JSON.parse(String(log.mock.lastCall?.[0])) };
  } finally {
    log.mockRestore();
  }
}

const jobsLeft = async (operation: string) =>
  (await canary.get(`/jobs?referenceId=${encodeURIComponent(`release ${operation}`)}`)).body.data;

const responding = (statusCode: number, body: unknown): Version => {
  const response = { statusCode, body: JSON.stringify(body) };
  return async () => response;
};

describe('a new version gets requests', () => {
  test.each(gradual.map(({ operation = '', name }) => [operation, name]))(
    'if it does what it is asked for %s, and no job is left',
    async (operation, name) => {
      const tried = { group: operation, functionName: name, version: '2', isReturning: false };
      expect((await trial(operation)).outcome).toEqual({ ...tried, passed: true });
      expect(answers).toEqual(['Succeeded']);
      expect(calls).toEqual([`${name}:2`]);
      expect(await jobsLeft(operation)).toEqual([]);
    },
  );

  test('after a trial that was interrupted and left its job', async () => {
    const left = { ...aJob(), referenceId: 'release createJob' };
    expect(await canary.put('/jobs', left)).toMatchObject({ status: 201 });
    await trial('createJob');
    expect(answers).toEqual(['Succeeded']);
    expect(await jobsLeft('createJob')).toEqual([]);
  });

  test('when the deployment names it in YAML', async () => {
    const appSpec = [
      'version: 0.0',
      'Resources:',
      '  - get-job:',
      '      Type: AWS::Lambda::Function',
      '      Properties:',
      '        Name: "get-job"',
      '        CurrentVersion: 1',
      '        TargetVersion: 2',
    ];
    deployments['getJob'] = { group: 'getJob', appSpec: appSpec.join('\n') };
    expect((await trial('getJob')).outcome).toMatchObject({ functionName: 'get-job', passed: true });
  });

  test.each(['codeDeployRollback', 'CloudFormationRollback'])(
    'untried if it served before, and the deployment is undone: %s',
    async (creator) => {
      versions.clear();
      deployments['getJob'] = { group: 'getJob', appSpec: appSpecOf('get-job'), creator };
      await trial('getJob');
      expect([answers, calls]).toEqual([['Succeeded'], []]);
    },
  );

  test('if it refuses a request without a key, where the canary was stopped and nobody is there to write as', async () => {
    await employerStore(service.db).suspend(employer.id, new Date());
    await trial('createJob');
    versions.set('create-job:2', responding(201, {}));
    await trial('createJob');
    await employerStore(service.db).resume(employer.id);
    expect(answers).toEqual(['Succeeded', 'Failed']);
  });
});

describe('a new version gets no request, and the log says why,', () => {
  test.each<[string, Version | undefined, string]>([
    [
      'if it throws',
      async () => {
        throw new TypeError('x is not a function');
      },
      'Version 2 of batch-jobs failed: {"errorType":"TypeError","errorMessage":"x is not a function"}',
    ],
    [
      'if it responds with an error',
      responding(500, { code: 'internal_error' }),
      'batchJobs should have responded with 200, but did with 500: {"code":"internal_error"}',
    ],
    [
      'if it responds as if it had done what it has not',
      responding(200, { results: [{ status: 500 }] }),
      'batchJobs should have done what it was asked, but responded: {"results":[{"status":500}]}',
    ],
    ['if it responds with nothing', async () => null, expect.stringContaining('null') as unknown as string],
    ['if there is no such version', undefined, 'Function not found: batch-jobs:2'],
  ])('%s', async (_, version, reason) => {
    if (version) versions.set('batch-jobs:2', version);
    else versions.delete('batch-jobs:2');
    const { outcome, line } = await trial('batchJobs');
    expect(outcome).toMatchObject({ passed: false, reason });
    expect(line).toMatchObject({
      level: 'ERROR',
      operation: 'tryVersion',
      group: 'batchJobs',
      version: '2',
      reason,
    });
    expect(answers).toEqual(['Failed']);
    expect(await jobsLeft('batchJobs')).toEqual([]);
  });

  test('if it does not respond in the time that the trial has', async () => {
    versions.set('get-job:2', () => new Promise(() => undefined));
    const { outcome } = await trial('getJob', 21_000);
    expect(outcome).toMatchObject({ passed: false, reason: expect.stringMatching(/abort/i) });
    expect(answers).toEqual(['Failed']);
  });

  test.each<[string, Deployment | undefined, string]>([
    ['nothing', undefined, 'No such deployment.'],
    [
      'no version',
      { group: 'getJob', appSpec: '{}' },
      'Deployment unclear should name a group, a function and its new version.',
    ],
    [
      'a function that nobody knows how to try',
      { group: 'getWeather', appSpec: appSpecOf('get-weather') },
      'No request is known for getWeather.',
    ],
  ])('if CodeDeploy tells %s of its deployment', async (_, deployment, reason) => {
    delete deployments['unclear'];
    if (deployment) deployments['unclear'] = deployment;
    expect((await trial('unclear')).outcome).toMatchObject({ passed: false, reason });
    expect(answers).toEqual(['Failed']);
  });
});

test('a trial whose answer does not reach CodeDeploy fails, so that Lambda repeats it', async () => {
  isDeaf = true;
  await expect(trial('getJob')).rejects.toThrow('Not taken.');
  isDeaf = false;
});
