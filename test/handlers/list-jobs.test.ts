import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import type { Job } from '../../functions/jobs/job/job.ts';
import { statusChange } from '../../functions/jobs/lists/status-map.ts';
import { handler } from '../../functions/jobs/list-jobs.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { callHandler, dynamo, sentCalls, storeItems } from './mocked-table.ts';
import { aJobItem, aKey } from './stored-items.ts';

const { apiKey, items } = aKey();

/** Stores a status map with active jobs at these positions, and these rows of the index by publish date. */
function listed(positions: readonly number[], ...rows: Item[]): void {
  storeItems(...items);
  const leaves = positions.map((position) => {
    const { leaf, attribute, delta, counts } = statusChange(position, 'none', 'active');
    return { ...jobKeys.statusLeaf(1, leaf), [attribute]: delta, ...counts };
  });
  dynamo.on(QueryCommand).callsFake(({ IndexName }) => ({
    Items: (IndexName ? rows : leaves).map((item) => marshall(item, { removeUndefinedValues: true })),
  }));
}

const row = (position: number, fields: Partial<Job> = {}) => aJobItem({ id: position, position, ...fields });

const list = (page = 1) => callHandler(handler, `GET /jobs?pageSize=2&page=${page}`, { apiKey });

const idsIn = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

test('200s with page 1 after one query of the index and one query of the counts', async () => {
  listed([9, 8, 7], row(9), row(8));
  const { status, body } = await list();
  expect([status, idsIn(body), body.paging.total]).toEqual([200, [9, 8], 3]);
  expect(sentCalls()).toEqual(['Query table E#1', 'Query byPublishDate E#1']);
  expect(dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input.Limit)).toEqual([undefined, 2]);
});

test('shows a job only once when the job is refreshed while the index is read', async () => {
  listed([9], row(9), row(8, { id: 9 }));
  expect(idsIn((await list()).body)).toEqual([9]);
});

test('200s with page 2 by the positions in the status map, without index rows that are out of date', async () => {
  listed([9, 8, 7, 4], row(7), row(5, { id: 9 }), row(4));
  expect(idsIn((await list(2)).body)).toEqual([7, 4]);
  const { input } = dynamo.commandCalls(QueryCommand)[1]?.args[0] ?? {};
  expect(input?.ExpressionAttributeValues).toMatchObject({ ':newest': { N: '7' }, ':oldest': { N: '4' } });
});

test('shows no posting URL of a confidential job that has no public name yet', async () => {
  listed([9], row(9, { confidential: true, publicName: null }));
  expect((await list()).body.data).toMatchObject([{ id: 9, postingUrl: null }]);
});
