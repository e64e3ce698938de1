import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { handler } from '../../functions/jobs/get-job.ts';
import { callHandler, dynamo, sentCalls, storeItems, throttled } from './mocked-table.ts';
import { aJobItem, aKey } from './stored-items.ts';

const { apiKey, items } = aKey();

test('200s with the job of the key’s employer after one strong read', async () => {
  storeItems(...items, aJobItem({ title: 'Pastry chef' }));
  const { status, body } = await callHandler(handler, 'GET /jobs/7', { apiKey });
  expect([status, body.title]).toEqual([200, 'Pastry chef']);
  expect(sentCalls()).toEqual(['GetItem E#1/J#7, strongly']);
});

test('503s with Retry-After when DynamoDB throttles every attempt until the time is over', async () => {
  storeItems(...items, aJobItem());
  dynamo.on(GetItemCommand).rejects(throttled);
  const { status, headers, body } = await callHandler(handler, 'GET /jobs/7', { apiKey, millis: 1_500 });
  expect([status, body.code]).toEqual([503, 'service_unavailable']);
  expect(headers['retry-after']).toMatch(/^[1-5]$/);
  expect(JSON.stringify(body)).not.toContain(throttled.message);
});
