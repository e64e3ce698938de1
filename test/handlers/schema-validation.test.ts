import { expect, jest, test } from '@jest/globals';
import { chainHandler } from '../../functions/http/chain.ts';
import { callHandler } from './mocked-table.ts';

test('400s for an invalid query, and hands a valid one to the operation', async () => {
  const perform = jest.fn<Parameters<typeof chainHandler>[2]>(async ({ parsed }) => ({ body: parsed.query }));
  const services = { now: () => new Date(0), usage: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }) };
  const handler = chainHandler('listLocations', () => services, perform);
  const refused = await callHandler(handler, 'GET /locations?page=x', {});
  expect([refused.status, refused.body.errors[0].parameter]).toEqual([400, 'page']);
  expect(perform).not.toHaveBeenCalled();
  const { status, body } = await callHandler(handler, 'GET /locations?page=2', {});
  expect([status, body.page]).toEqual([200, 2]);
});
