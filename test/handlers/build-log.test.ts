import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { handler } from '../../functions/events/build-log.ts';
import { eventsFrom } from '../../functions/events/store/event-items.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { tableKeys } from '../../functions/platform/keys.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { aContext, conditionFailed, dynamo, sentCalls, storeItems, throttled } from './mocked-table.ts';
import { aJobItem, anEmployerItem } from './stored-items.ts';

const signingKey = { ...tableKeys.signingKey(), secret: new Uint8Array(32) };
const parked = 'Query table PARKED, strongly';
const reads = ['GetItem V#1/HEAD, strongly', 'GetItem E#1/PROFILE, strongly'];
const writes = 'PutItem V#1/HEAD if attribute_not_exists(PK)';

const image = (item: Item) => marshall(item, { removeUndefinedValues: true }) as never;

/** A stream record about a new job. */
const created = (sequenceNumber: string): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    ApproximateCreationDateTime: 1_893_499_200,
    SequenceNumber: sequenceNumber,
    Keys: image(jobKeys.job(1, 7)),
    NewImage: image(aJobItem()),
  },
});

const build = (records: DynamoDBRecord[], millis?: number) =>
  handler({ Records: records }, aContext('build-log', millis));

/** The calls that were sent, except the read of the service's secret, which each process does once. */
const calls = () => sentCalls().filter((call) => !String(call).includes('SIGNING'));

test('adds the event of a new job to the log of its employer, on condition that the log is empty', async () => {
  storeItems(signingKey, anEmployerItem());
  expect(await build([created('100')])).toEqual({ batchItemFailures: [] });
  expect(calls()).toEqual([parked, ...reads, writes]);
  const [put] = dynamo.commandCalls(PutItemCommand);
  const newest = unmarshall(put?.args[0].input.Item ?? {});
  expect(newest).toMatchObject({ number: 1, seen: { j: '100' } });
  expect(eventsFrom(newest)).toMatchObject([{ id: 1, type: 'job.created', data: { job: { id: 7 } } }]);
});

test('reads the log again when another consumer has added an event first', async () => {
  storeItems(signingKey, anEmployerItem());
  dynamo.on(PutItemCommand).rejectsOnce(conditionFailed).resolves({});
  expect(await build([created('100')])).toEqual({ batchItemFailures: [] });
  expect(calls()).toEqual([parked, ...reads, writes, ...reads, writes]);
});

test('adds no event to the log of a deleted employer', async () => {
  storeItems(signingKey);
  expect(await build([created('100')])).toEqual({ batchItemFailures: [] });
  expect(calls()).toEqual([parked, ...reads]);
});

test('requests the first record again when DynamoDB accepts neither the event nor the parked record in time', async () => {
  storeItems(signingKey, anEmployerItem());
  dynamo.on(PutItemCommand).rejects(throttled);
  const result = await build([created('100'), created('101')], 1_500);
  expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '100' }] });
});
