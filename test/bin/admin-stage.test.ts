import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from '../../bin/admin/connection.ts';
import { runAdmin } from '../setup/admin.ts';
import { setting } from '../../functions/platform/config.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import { stackNameOf } from '../../lib/stack-names.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aFile, applicationsInTable } from '../setup/applications-in-table.ts';
import { ownTable } from '../setup/own-table.ts';
import { startS3 } from '../setup/s3-server.ts';
import { text } from 'node:stream/consumers';
import { startServer } from '../setup/local-server.ts';

/** Stacks by their names. */
type Stacks = Record<string, { status: string; outputs: Record<string, string> }>;

const NAMESPACE = 'xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"';

const elements = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

const described = (StackName: string, { status, outputs }: Stacks[string]) => {
  const members = Object.entries(outputs).map(
    ([OutputKey, OutputValue]) => `<member>${elements({ OutputKey, OutputValue })}</member>`,
  );
  const Outputs = members.length > 0 ? `<Outputs>${members.join('')}</Outputs>` : '';
  return `<DescribeStacksResponse ${NAMESPACE}><DescribeStacksResult><Stacks><member>${elements({
    StackName,
    StackStatus: status,
  })}${Outputs}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};

const missing = (name: string) =>
  `<ErrorResponse ${NAMESPACE}><Error>${elements({
    Type: 'Sender',
    Code: 'ValidationError',
    Message: `Stack with id ${name} does not exist`,
  })}</Error></ErrorResponse>`;

/** Starts a server that describes these stacks like CloudFormation. */
function startCloudFormation(stacks: Stacks) {
  return startServer(async (request, response) => {
    const name = new URLSearchParams(await text(request)).get('StackName') ?? '';
    const stack = stacks[name];
    response.writeHead(stack ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(stack ? described(name, stack) : missing(name));
  });
}

await ownTable();
const tableName = process.env['TABLE_NAME'] ?? '';

const outputs = {
  Url: 'https://jobs.example.com/',
  TableName: tableName,
  FilesBucket: 'files-of-prod',
  TimeZone: 'America/Toronto',
  EventDays: '30',
};

const stacks: Stacks = {
  [stackNameOf('prod', 'data')]: { status: 'UPDATE_COMPLETE', outputs },
  [stackNameOf('new', 'data')]: { status: 'REVIEW_IN_PROGRESS', outputs: {} },
  [stackNameOf('old', 'data')]: {
    status: 'UPDATE_COMPLETE',
    outputs: { Url: outputs.Url, TableName: tableName },
  },
};

let cloudFormation: Awaited<ReturnType<typeof startCloudFormation>>;
const s3 = await startS3();

beforeAll(async () => {
  cloudFormation = await startCloudFormation(stacks);
  process.env['AWS_ENDPOINT_URL_CLOUDFORMATION'] = cloudFormation.endpoint;
  process.env['AWS_REGION'] = 'ca-central-1';
});

afterAll(async () => {
  await cloudFormation.close();
  await s3.close();
});

const admin = (line: string) => runAdmin(connect, line);

describe('admin --stage', () => {
  test('uses the table of the stage even when TABLE_NAME names another', async () => {
    process.env['TABLE_NAME'] = 'elsewhere';
    const created = await admin('employer create --name Acme --stage prod');
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    process.env['TABLE_NAME'] = tableName;
    expect((await admin('employer list')).printed.employers).toContainEqual(created.printed.employer);
  });

  test('sets the URL, the files bucket, the time zone and the retention of events of the stage', async () => {
    const { service } = await connect({ local: false, stage: 'prod' });
    expect([service, setting('FILES_BUCKET'), setting('TIME_ZONE'), setting('EVENT_RETENTION_DAYS')]).toEqual(
      [`https://jobs.example.com${BASE_PATH}`, 'files-of-prod', 'America/Toronto', 30],
    );
  });

  test('erases files in the bucket of the stage', async () => {
    const { open } = await connect({ local: false, stage: 'prod' });
    process.env['AWS_ENDPOINT_URL_S3'] = s3.endpoint;
    const email = 'leaving@example.net';
    const job = { id: 1, title: 'Baker', referenceId: null };
    await applicationsInTable(open()).create({ id: 1 }, job, { email, file: aFile });
    const item = await open().get({ Key: applicationKeys.application(1, 1) });
    s3.objects.set(item?.['resume'].key, {
      bytes: aFile.bytes,
      type: aFile.mediaType,
      modifiedAt: new Date(),
    });
    const erased = await admin(`application erase --email ${email} --yes --stage prod`);
    expect(erased).toMatchObject({ exitCode: 0, stderr: '' });
    expect([...s3.objects.keys()]).toEqual([]);
  });

  test.each([
    [
      'beta',
      'There is no stage beta: ca-central-1 has no stack job-posting-service-beta-data. ' +
        'Deploy it with npx cdk deploy --all -c stage=beta, or check AWS_REGION and AWS_PROFILE.\n',
    ],
    [
      'new',
      'The stack job-posting-service-new-data is not deployed: it is REVIEW_IN_PROGRESS. ' +
        'Deploy it with npx cdk deploy --all -c stage=new, or check AWS_REGION and AWS_PROFILE.\n',
    ],
    [
      'old',
      'The stack job-posting-service-old-data has no output FilesBucket: deploy this version of the service.\n',
    ],
  ])('prints a one-sentence error when it cannot use the stage %s', async (stage, stderr) => {
    expect(await admin(`employer list --stage ${stage}`)).toMatchObject({ exitCode: 1, stdout: '', stderr });
  });

  test.each([
    ['--stage prod --local', "option '--local' cannot be used with option '--stage <name>'"],
    ['--stage prod.eu', 'It must be the name of a stage such as prod.'],
  ])('exits with code 2 for %j', async (options, sentence) => {
    const { exitCode, stderr } = await admin(`employer list ${options}`);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
