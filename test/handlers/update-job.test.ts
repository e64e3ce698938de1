import { GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { handler } from '../../functions/jobs/update-job.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { callHandler, conditionFailed, dynamo, sentCalls, storeItems } from './mocked-table.ts';
import { aJobItem, aKey } from './stored-items.ts';

const { apiKey, items } = aKey();

const reads = 'GetItem E#1/J#7, strongly';
const writes = 'UpdateItem E#1/J#7 if #version = :found_version';

const update = (body: object) => callHandler(handler, 'PUT /jobs/7', { apiKey, body });

const versions = () =>
  dynamo
    .commandCalls(UpdateItemCommand)
    .map(({ args }) => args[0].input.ExpressionAttributeValues?.[':found_version']);

test('200s with the changed job after one read and one write, on condition that the job has the version read', async () => {
  storeItems(...items, aJobItem({ version: 3 }));
  const { status, body } = await update({ title: 'Pastry chef' });
  expect([status, body.title]).toEqual([200, 'Pastry chef']);
  expect(sentCalls()).toEqual([reads, writes]);
  expect(versions()).toContainEqual({ N: '3' });
});

test('writes nothing when the request changes no field', async () => {
  storeItems(...items, aJobItem());
  expect((await update({ title: 'Baker' })).status).toBe(200);
  expect(sentCalls()).toEqual([reads]);
});

test('changes the status map in the same transaction as the status of the job', async () => {
  storeItems(...items, aJobItem());
  expect((await update({ status: 'archived' })).status).toBe(200);
  expect(sentCalls()).toEqual([reads, ['Update E#1/J#7 if #version = :found_version', 'Update E#1/S#8']]);
});

test('changes the newer version when another writer changed the job first', async () => {
  storeItems(...items);
  const stored = [aJobItem({ version: 1 }), aJobItem({ version: 2, openings: 5 })];
  const [older, newer] = stored.map((item) => ({ Item: marshall(item, { removeUndefinedValues: true }) }));
  dynamo
    .on(GetItemCommand, { Key: marshall(jobKeys.job(1, 7)) })
    .resolvesOnce(older!)
    .resolves(newer!);
  dynamo
    .on(UpdateItemCommand, { Key: marshall(jobKeys.job(1, 7)) })
    .rejectsOnce(conditionFailed)
    .resolves({});
  const { status, body } = await update({ title: 'Pastry chef' });
  expect([status, body.title, body.openings]).toEqual([200, 'Pastry chef', 5]);
  expect(sentCalls()).toEqual([reads, writes, reads, writes]);
  expect(versions().slice(-2)).toEqual([{ N: '1' }, { N: '2' }]);
});
