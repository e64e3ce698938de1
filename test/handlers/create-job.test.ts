import { PutItemCommand, TransactWriteItemsCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { handler } from '../../functions/jobs/create-job.ts';
import { referenceItem } from '../../functions/jobs/job/job-reader.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { tableKeys } from '../../functions/platform/keys.ts';
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

/** Begins a test with an employer that has seven jobs and, by default, the block of job ids from 65. */
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
  test('201s after one transaction writes the job, its position in the list and its referenceId', async () => {
    begin();
    const { status, headers, body } = await create();
    expect([status, body.id, body.publishDate]).toEqual([201, 72, '2030-01-01']);
    expect(headers['location']).toMatch(/\/jobs\/72$/);
    expect(sentCalls()).toEqual([drawsNumbers, writes]);
    const [job] = transactions()[0]?.TransactItems ?? [];
    expect(unmarshall(job?.Put?.Item ?? {})).toMatchObject({ title: aJob().title, p: 8, version: 1 });
  });

  test('409s with the id of the other job when that job has the referenceId', async () => {
    begin(undefined, referenceItem(1, 'R-1', 5));
    // Even if the status map also conflicts with another transaction, which a retry would overcome.
    const lost = cancelled('None', 'TransactionConflict', 'ConditionalCheckFailed');
    dynamo.on(TransactWriteItemsCommand).rejects(lost);
    const { status, body } = await create();
    expect([status, body.code, body.existingJob.id]).toEqual([409, 'reference_id_taken', 5]);
    expect(sentCalls()).toEqual([drawsNumbers, writes, 'GetItem E#1/REFERENCE#R-1, strongly']);
  });

  test('retries a transaction with the same token after a conflict with another transaction or throttling', async () => {
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

  test('503s with outcome not-applied when DynamoDB throttles every attempt until the time is over', async () => {
    begin();
    dynamo.on(TransactWriteItemsCommand).rejects(cancelled('ThrottlingError', 'None', 'None'));
    const { status, body } = await create(1_500);
    expect([status, body.outcome]).toEqual([503, 'not-applied']);
    expect(sentCalls()).toEqual([drawsNumbers, writes]);
  });
});

describe('the ids of jobs', () => {
  test('are used up after the last Int32, and further requests 503 with outcome not-applied', async () => {
    begin({});
    const counter = { Key: marshall(tableKeys.counter('JOB')) };
    dynamo.on(UpdateItemCommand, counter).resolves({ Attributes: marshall({ n: INT32_MAX + 1 }) });
    const { status, headers, body } = await create();
    expect([status, body.code, body.outcome]).toEqual([503, 'service_unavailable', 'not-applied']);
    expect(headers['retry-after']).toMatch(/^[1-5]$/);
    expect(sentCalls()).toEqual([drawsNumbers, 'UpdateItem COUNTER/JOB']);
  });

  test('are not used from a block that does not name its employer yet, so that every posting is found by its id', async () => {
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
