import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { handler } from '../../functions/jobs/list-jobs.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { keys } from '../../functions/platform/dynamodb/table.ts';
import { callHandler, dynamo, sentCalls, storeItems, throttled } from './mocked-table.ts';
import { aJobItem, aKey } from './stored-items.ts';

const { apiKey, item: key } = aKey();

/** Rows of the index by publish date, and the counts of a status map of active jobs. */
function listed(total: number, ...rows: Item[]): void {
  storeItems(key);
  const leaf = { ...keys.statusLeaf(1, 8), a: total };
  dynamo.on(QueryCommand).callsFake(({ IndexName }) => ({
    Items: (IndexName ? rows : [leaf]).map((item) => marshall(item, { removeUndefinedValues: true })),
  }));
}

const list = (millis?: number) =>
  callHandler(handler, 'GET /jobs?pageSize=2', { apiKey, ...(millis && { millis }) });

test('200s with page 1, by one query of the index and one of the counts', async () => {
  listed(3, aJobItem({ id: 7, position: 9 }), aJobItem({ id: 6, position: 8 }));
  const { status, body } = await list();
  expect([status, body.data.map(({ id }: { id: number }) => id)]).toEqual([200, [7, 6]]);
  expect(body.paging).toMatchObject({ total: 3 });
  expect(sentCalls()).toEqual(['Query table E#1', 'Query byPublishDate E#1']);
  expect(dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input.Limit)).toEqual([undefined, 2]);
});

test('shows a job once that was refreshed while the index was read', async () => {
  listed(1, aJobItem({ id: 7, position: 9 }), aJobItem({ id: 7, position: 8 }));
  const { body } = await list();
  expect(body.data).toHaveLength(1);
});

test('asks again when DynamoDB throttles a query, and 503s when it does until the time is over', async () => {
  listed(1, aJobItem());
  dynamo.on(QueryCommand).rejectsOnce(throttled).resolves({ Items: [] });
  expect((await list()).status).toBe(200);
  expect(sentCalls()).toHaveLength(3);
  dynamo.on(QueryCommand).rejects(throttled);
  expect((await list(1_500)).status).toBe(503);
});
