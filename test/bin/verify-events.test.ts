import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { connectionOf } from '../../bin/admin/connection.ts';
import { noProgress } from '../../bin/admin/progress.ts';
import { verify } from '../../bin/admin/verify/verify.ts';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { setClock } from '../setup/clock.ts';
import { tableStream } from '../setup/event-log.ts';
import { ownTable } from '../setup/own-table.ts';
import { startService } from '../setup/service.ts';

const table = await ownTable();
const service = await startService();
const stream = await tableStream();
const client = createClient();
const connection = connectionOf(client, process.env['TABLE_NAME'] ?? '', false);

afterEach(() => {
  jest.useRealTimers();
});
afterAll(async () => {
  client.destroy();
  await service.close();
  await table.drop();
});

test('A change that the stream lost is found after a minute, and its event is appended once', async () => {
  const { acme, job } = await service.employerWithJob();
  await stream.catchUp();
  const { id: employer } = acme.employer;
  const findings = async (repair = false) => {
    const found = await verify(connection, { employer, repair, progress: noProgress });
    return [found?.findings.map(({ kind }) => kind), found?.repaired.map(({ kind }) => kind)];
  };
  await acme.put(`/jobs/${job.id}`, { title: 'Lost' });
  await stream.records();
  expect(await findings()).toEqual([[], []]);
  setClock(new Date(Date.now() + 120_000).toISOString());
  expect(await findings()).toEqual([['event-missing'], []]);
  expect(await findings(true)).toEqual([[], ['event-missing']]);
  expect(await findings(true)).toEqual([[], []]);
  const { body } = await acme.get('/events?after=1');
  expect(body.data).toMatchObject([
    { id: 2, type: 'job.updated', data: { version: 2, changes: {}, by: { type: 'operator' } } },
  ]);
});
