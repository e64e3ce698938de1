import { PutItemCommand, TransactWriteItemsCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { handler } from '../../functions/jobs/create-job.ts';
import { referenceItem } from '../../functions/jobs/job/job-reader.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { tableKeys } from '../../functions/platform/dynamodb/table.ts';
import { INT32_MAX } from '../../schemas/limits.ts';
import { aJob } from '../setup/a-job.ts';
import { callHandler, cancelled, dynamo, sentCalls, storeItems, throttled } from './mocked-table.ts';
import { aKey } from './stored-items.ts';

const { apiKey, items } = aKey();

const drawsNumbers = 'UpdateItem E#1/NUMBERS if attribute_not_exists(#day) OR #day <= :day';
const writes = [
  'Put E#1/J#72 if attribute_not_exists(PK)',
  'Update E#1/S#8',
  'Put E#1/REFERENCE#R-1 if attribute_not_exists(PK)',
];

/** Begins a test with an employer whose eighth job it is, with the ids from 65 on, unless the numbers say otherwise. */
function begin(numbers: Item = { block0: 65 }, ...others: Item[]): void {
  storeItems(...items, ...others);
  dynamo.on(UpdateItemCommand, { Key: marshall(jobKeys.numbers(1)) }).resolves({
    Attributes: marshall({ idsDrawn: 8, lastPosition: 8, publishDate: '2030-01-01', ...numbers }),
  });
}

const create = (millis?: number) =>
  callHandler(handler, 'POST /jobs', {
    apiKey,
    body: aJob({ referenceId: 'R-1' }),
    ...(millis && { millis }),
  });

const transactions = () => dynamo.commandCalls(TransactWriteItemsCommand).map(({ args }) => args[0].input);

describe('creating a job', () => {
  test('201s once the job, its place in the list and its referenceId are written in one transaction', async () => {
    begin();
    const { status, headers, body } = await create();
    expect([status, body.id, body.publishDate]).toEqual([201, 72, '2030-01-01']);
    expect(headers['location']).toMatch(/\/jobs\/72$/);
    expect(sentCalls()).toEqual([drawsNumbers, writes]);
    const [job] = transactions()[0]?.TransactItems ?? [];
    expect(unmarshall(job?.Put?.Item ?? {})).toMatchObject({ title: aJob().title, p: 8, version: 1 });
  });

  test('409s with the other job when that has taken the referenceId', async () => {
    begin(undefined, referenceItem(1, 'R-1', 5));
    // Also when the status map meets another transaction, which may pass.
    const lost = cancelled('None', 'TransactionConflict', 'ConditionalCheckFailed');
    dynamo.on(TransactWriteItemsCommand).rejects(lost);
    const { status, body } = await create();
    expect([status, body.code, body.existingJob.id]).toEqual([409, 'reference_id_taken', 5]);
    expect(sentCalls()).toEqual([drawsNumbers, writes, 'GetItem E#1/REFERENCE#R-1, strongly']);
  });

  test('sends a transaction again by its token when it meets another one or throttling', async () => {
    begin();
    dynamo
      .on(TransactWriteItemsCommand)
      .rejectsOnce(cancelled('None', 'TransactionConflict', 'None'))
      .rejectsOnce(throttled)
      .resolves({});
    expect((await create()).status).toBe(201);
    expect(sentCalls()).toEqual([drawsNumbers, writes, writes, writes]);
    expect(new Set(transactions().map(({ ClientRequestToken }) => ClientRequestToken)).size).toBe(1);
  });

  test('503s with outcome not-applied when DynamoDB throttles until the time is over', async () => {
    begin();
    dynamo.on(TransactWriteItemsCommand).rejects(throttled);
    const { status, body } = await create(1_500);
    expect([status, body.outcome]).toEqual([503, 'not-applied']);
    expect(sentCalls()).toEqual([drawsNumbers, writes]);
  });
});

describe('the ids of jobs', () => {
  test('503s with outcome not-applied once every Int32 job id is used', async () => {
    begin({});
    const counter = { Key: marshall(tableKeys.counter('JOB')) };
    dynamo.on(UpdateItemCommand, counter).resolves({ Attributes: marshall({ n: INT32_MAX + 1 }) });
    const { status, headers, body } = await create();
    expect([status, body.code, body.outcome]).toEqual([503, 'service_unavailable', 'not-applied']);
    expect(headers['retry-after']).toMatch(/^[1-5]$/);
    expect(sentCalls()).toEqual([drawsNumbers, 'UpdateItem COUNTER/JOB']);
  });

  test('uses no id of a block that does not name its employer yet, so that every posting is found by its id', async () => {
    begin({});
    const counter = { Key: marshall(tableKeys.counter('JOB')) };
    dynamo.on(UpdateItemCommand, counter).resolves({ Attributes: marshall({ n: 640 }) });
    dynamo.on(PutItemCommand).rejects(new Error('The function ends here.'));
    expect((await create()).status).toBe(500);
    expect(sentCalls()).toEqual([drawsNumbers, 'UpdateItem COUNTER/JOB', 'PutItem B#9/BLOCK']);
    const [block] = dynamo.commandCalls(PutItemCommand);
    expect(block?.args[0].input.Item).toEqual(marshall({ ...jobKeys.idBlock(9), employerId: 1 }));
  });
});
