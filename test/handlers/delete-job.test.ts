import { TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { handler } from '../../functions/jobs/delete-job.ts';
import { callHandler, dynamo, sentCalls, storeItems } from './mocked-table.ts';
import { aJobItem, aKey } from './stored-items.ts';

const { apiKey, items } = aKey();

const reads = 'GetItem E#1/J#7, strongly';
const writes = ['Put E#1/J#7 if #version = :version', 'Update E#1/S#8', 'Delete E#1/REFERENCE#R-1'];

const remove = (millis?: number) =>
  callHandler(handler, 'DELETE /jobs/7', { apiKey, ...(millis && { millis }) });

test('204s once the job and its referenceId are gone in one transaction, with who deleted it in its place', async () => {
  storeItems(...items, aJobItem({ referenceId: 'R-1', version: 3 }));
  expect((await remove()).status).toBe(204);
  expect(sentCalls()).toEqual([reads, writes]);
  const [transaction] = dynamo.commandCalls(TransactWriteItemsCommand);
  const tombstone = unmarshall(transaction?.args[0].input.TransactItems?.[0]?.Put?.Item ?? {});
  expect(tombstone).toMatchObject({ lastVersion: 3, by: { type: 'key', id: expect.stringMatching(/^1-/) } });
  expect(tombstone).not.toHaveProperty('title');
  // For longer than a signed request that was lost may still arrive.
  expect(tombstone['timeToLive']).toBe(Math.floor(tombstone['by'].at / 1_000) + 7 * 24 * 60 * 60);
});
