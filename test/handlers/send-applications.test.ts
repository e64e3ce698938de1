import { QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { tableKeys } from '../../functions/platform/keys.ts';
import { mailPartitionOf } from '../../functions/applications/keys.ts';
import { parseMail } from '../setup/a-mail.ts';
import { aContext, conditionFailed, dynamo, sentCalls, storeItems, throttled } from './mocked-table.ts';
import { anApplicationItem, anEmployerItem } from './stored-items.ts';

process.env['MAIL_CONFIGURATION_SET'] = 'applications-dev';
process.env['FILES_BUCKET'] = 'files-dev';
process.env['AWS_REGION'] ??= 'ca-central-1';
const { handler } = await import('../../functions/applications/send-applications.ts');

const [ses, s3] = [mockClient(SESv2Client), mockClient(S3Client)];
afterAll(() => {
  ses.restore();
  s3.restore();
});

const leases = 'UpdateItem A#1/000000000001 if #m IN (:m0) AND #o IN (:o0) AND #timeToLive > :keptAt';
const records = 'UpdateItem A#1/000000000001 if #m IN (:m0) AND #o IN (:o0)';

/** Stores an application whose mail is due, and lets each update return the updated item. */
beforeEach(() => {
  const application = marshall(anApplicationItem(), { removeUndefinedValues: true });
  storeItems({ ...tableKeys.signingKey(), secret: new Uint8Array(32) }, anEmployerItem());
  dynamo.on(QueryCommand).callsFake(
    ({
      ExpressionAttributeValues: {
        ':partition': { S },
      },
    }) => ({
      Items: S === mailPartitionOf(1) ? [application] : [],
    }),
  );
  dynamo.on(UpdateItemCommand).resolves({ Attributes: application });
  ses.reset();
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });
  s3.reset();
  const Body = { transformToByteArray: async () => Buffer.from('%PDF-1.7') } as never;
  s3.on(GetObjectCommand).resolves({ Body });
});

const send = (millis?: number) => handler({}, aContext('send-applications', millis));

const updates = () => sentCalls().filter((call) => String(call).startsWith('UpdateItem A#1'));

/** The values that the last update of the application sets. */
const recorded = () => dynamo.commandCalls(UpdateItemCommand).at(-1)?.args[0].input.ExpressionAttributeValues;

test('leases an application, mails it with its file from the bucket, and takes it out of the queue', async () => {
  expect(await send()).toMatchObject({ sent: 1, finished: true });
  expect(updates()).toEqual([leases, records]);
  expect(recorded()).toMatchObject({ ':state': { S: 'sent' } });
  const file = { Bucket: 'files-dev', Key: 'applications/1' };
  expect(s3.commandCalls(GetObjectCommand, file)).toHaveLength(1);
  const [mail] = ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input);
  expect(mail).toMatchObject({
    Destination: { ToAddresses: ['jobs@acme.example'] },
    ConfigurationSetName: 'applications-dev',
  });
  const { subject, attachments } = await parseMail(mail?.Content?.Raw?.Data ?? new Uint8Array());
  expect([subject, attachments.length]).toEqual([expect.stringContaining('Baker'), 1]);
});

test('sends no mail when another run has leased the application', async () => {
  dynamo.on(UpdateItemCommand).rejects(conditionFailed);
  expect(await send()).toMatchObject({ sent: 0, skipped: 1, finished: true });
  expect(ses.calls()).toHaveLength(0);
});

test('ends the run when SES throttles, and postpones the mail', async () => {
  ses
    .on(SendEmailCommand)
    .rejects(Object.assign(new Error('Rate exceeded'), { name: 'TooManyRequestsException' }));
  expect(await send()).toMatchObject({ sent: 0, postponed: 1, finished: false });
  expect(ses.calls()).toHaveLength(1);
  // A failure that is not the mail's fault does not count as an attempt.
  expect(recorded()).toMatchObject({
    ':mailError': { S: 'ses_TooManyRequestsException' },
    ':attempts': { N: '0' },
  });
});

test('throws and sends no mail when DynamoDB throttles every attempt until the time is over', async () => {
  dynamo.on(QueryCommand).rejects(throttled);
  await expect(send(1_500)).rejects.toThrow();
  expect(ses.calls()).toHaveLength(0);
});
