import { GetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { handler } from '../../functions/jobs/delete-job.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { callHandler, cancelled, dynamo, sentCalls, storeItems } from './mocked-table.ts';
import { aJobItem, aKey } from './stored-items.ts';

const { apiKey, items } = aKey();

const reads = 'GetItem E#1/J#7, strongly';
const writes = ['Put E#1/J#7 if #version = :version', 'Update E#1/S#8', 'Delete E#1/REFERENCE#R-1'];

const remove = () => callHandler(handler, 'DELETE /jobs/7', { apiKey });

test('204s after one transaction replaces the job by a tombstone with its author, and deletes the referenceId item', async () => {
  storeItems(...items, aJobItem({ referenceId: 'R-1', version: 3 }));
  expect((await remove()).status).toBe(204);
  expect(sentCalls()).toEqual([reads, writes]);
  const [transaction] = dynamo.commandCalls(TransactWriteItemsCommand);
  const tombstone = unmarshall(transaction?.args[0].input.TransactItems?.[0]?.Put?.Item ?? {});
  expect(tombstone).toMatchObject({ lastVersion: 3, by: { type: 'key', id: expect.stringMatching(/^1-/) } });
  expect(tombstone).not.toHaveProperty('title');
  // The tombstone lives longer than a delayed signed request can still arrive.
  expect(tombstone['timeToLive']).toBe(Math.floor(tombstone['by'].at / 1_000) + 7 * 24 * 60 * 60);
});

test('404s and writes nothing when the employer has no such job', async () => {
  storeItems(...items);
  expect((await remove()).status).toBe(404);
  expect(sentCalls()).toEqual([reads]);
});

test('deletes the newer version when another writer changed the job first, and 404s when the other writer deleted it', async () => {
  const item = aJobItem({ referenceId: 'R-1' });
  storeItems(...items, item);
  const lost = cancelled('ConditionalCheckFailed', 'None', 'None');
  dynamo.on(TransactWriteItemsCommand).rejectsOnce(lost).resolves({});
  expect((await remove()).status).toBe(204);
  expect(sentCalls()).toEqual([reads, writes, reads, writes]);

  dynamo.on(TransactWriteItemsCommand).rejectsOnce(lost);
  const stored = { Item: marshall(item, { removeUndefinedValues: true }) };
  dynamo
    .on(GetItemCommand, { Key: marshall(jobKeys.job(1, 7)) })
    .resolvesOnce(stored)
    .resolves({});
  expect((await remove()).status).toBe(404);
});
