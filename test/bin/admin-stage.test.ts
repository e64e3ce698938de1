import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { afterAll, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { connect } from '../../bin/admin/connection.ts';
import { runAdmin } from '../setup/admin.ts';
import { setting } from '../../functions/platform/config.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import { stackNameOf } from '../../lib/stack-names.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aFile, applicationsInTable } from '../setup/applications-in-table.ts';
import { ownTable } from '../setup/own-table.ts';
import { startS3 } from '../setup/s3-server.ts';

await ownTable();
const tableName = process.env['TABLE_NAME'] ?? '';

const outputs = {
  Url: 'https://jobs.example.com/',
  TableName: tableName,
  FilesBucket: 'files-of-prod',
  TimeZone: 'America/Toronto',
  EventDays: '30',
};

const cloudFormation = mockClient(CloudFormationClient);
cloudFormation.on(DescribeStacksCommand).callsFake(({ StackName }) => {
  throw Object.assign(new Error(`Stack with id ${StackName} does not exist`), { name: 'ValidationError' });
});
for (const [stage, StackStatus, values] of [
  ['prod', 'UPDATE_COMPLETE', outputs],
  ['new', 'REVIEW_IN_PROGRESS', {}],
  ['old', 'UPDATE_COMPLETE', { Url: outputs.Url, TableName: tableName }],
] as const) {
  const StackName = stackNameOf(stage, 'data');
  const Outputs = Object.entries(values).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stack = { StackName, StackStatus, Outputs, CreationTime: new Date(0) };
  cloudFormation.on(DescribeStacksCommand, { StackName }).resolves({ Stacks: [stack] });
}
process.env['AWS_REGION'] = 'ca-central-1';
const s3 = await startS3();

afterAll(() => cloudFormation.restore());

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
    const { bytes, mediaType: type } = aFile;
    s3.objects.set(item?.['resume'].key, { bytes, type, modifiedAt: new Date() });
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
});
