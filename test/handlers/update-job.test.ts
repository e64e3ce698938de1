import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { handler } from '../../functions/jobs/update-job.ts';
import { attributes } from '../../functions/platform/dynamodb/table.ts';
import { callHandler, dynamo, sentCalls, storeItems } from './mocked-table.ts';
import { aJobItem, aKey } from './stored-items.ts';

const { apiKey, items } = aKey();

const reads = 'GetItem E#1/J#7, strongly';
const writes = 'UpdateItem E#1/J#7 if #version = :found_version';

const update = (body: object, millis?: number) =>
  callHandler(handler, 'PUT /jobs/7', { apiKey, body, ...(millis && { millis }) });

const versions = () =>
  dynamo
    .commandCalls(UpdateItemCommand)
    .map(({ args }) => args[0].input.ExpressionAttributeValues?.[':found_version']);

test('200s with the changed job, by one read and one write on condition of the version that was read', async () => {
  storeItems(...items, aJobItem({ version: 3 }));
  const { status, body } = await update({ title: 'Pastry chef' });
  expect([status, body.title]).toEqual([200, 'Pastry chef']);
  expect(sentCalls()).toEqual([reads, writes]);
  expect(versions()).toContainEqual({ N: '3' });
});

test('gives a search a later time of change than the last one, also by a clock that is behind', async () => {
  const changedAt = Date.now() + 3_600_000;
  storeItems(...items, aJobItem({ changedAt }));
  await update({ title: 'Pastry chef' });
  const { input } = dynamo.commandCalls(UpdateItemCommand).at(-1)?.args[0] ?? {};
  expect(input?.ExpressionAttributeValues?.[`:${attributes.changed}`]).toEqual({ N: String(changedAt + 1) });
});

test('changes the status map in the transaction of a job whose status changes', async () => {
  storeItems(...items, aJobItem());
  expect((await update({ status: 'archived' })).status).toBe(200);
  expect(sentCalls()).toEqual([reads, ['Update E#1/J#7 if #version = :found_version', 'Update E#1/S#8']]);
});
