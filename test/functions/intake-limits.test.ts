import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { countedAddress, suspicionOf } from '../../functions/domain/intake-limits.ts';
import { createClient } from '../../functions/store/client.ts';
import { HOURLY_APPLICATIONS } from '../../schemas/application-limits.ts';
import { apply } from '../setup/an-application.ts';
import { setClock } from '../setup/clock.ts';
import { ownTable } from '../setup/own-table.ts';
import { startService } from '../setup/service.ts';

process.env['RATE_LIMITS'] = 'on';
const table = await ownTable();
const service = await startService();

afterAll(async () => {
  await service.close();
  await table.drop();
});
afterEach(() => {
  jest.useRealTimers();
});

const { address, job: ofJob } = HOURLY_APPLICATIONS;

/** As if so many applications had come in this hour. */
async function setCounts(count: number): Promise<void> {
  const client = createClient();
  const { Items = [] } = await client.send(new ScanCommand({ TableName: process.env['TABLE_NAME'] ?? '' }));
  client.destroy();
  for (const { PK, SK } of Items.filter((item) => item['SK'] === 'COUNT')) {
    await service.db.update({
      Key: { PK, SK },
      UpdateExpression: 'SET #count = :count',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':count': count },
    });
  }
}

describe('applications from one address', () => {
  test('are held beyond the 20th of an hour, refused beyond the 200th, and accepted again in the next', async () => {
    setClock('2026-06-01T12:10:00Z');
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const send = async (fields: Record<string, unknown> = {}) => apply(service.anyone, job.id, fields);
    const listed = async () =>
      (await acme.get('/applications')).body.data.map(({ state }: { state: string }) => state);

    // Equal ones count, and are one application.
    for (let count = 0; count < address.held; count += 1) expect((await send()).status).toBe(201);
    const { status, body } = await send({ name: 'The next one' });
    expect([status, Object.keys(body)]).toEqual([201, ['id', 'receivedAt']]);
    expect(await listed()).toEqual(['queued', 'held']);

    await setCounts(address.refused - 1);
    expect((await send({ name: 'The next one' })).status).toBe(201);
    const refused = await send({ name: 'The last one' });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(50 * 60);
    expect(await listed()).toHaveLength(2);

    setClock('2026-06-01T13:00:00Z');
    expect((await send({ name: 'The last one' })).status).toBe(201);
    expect(await listed()).toEqual(['queued', 'held', 'queued']);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s count as those of %s', (source, counted) => {
    expect(countedAddress(source)).toBe(counted);
  });
});

const nth = (count: number) => suspicionOf('job', count, 60);

test('applications for one job are held beyond the 200th of an hour, and refused beyond the 2,000th', () => {
  expect([nth(ofJob.held), nth(ofJob.held + 1), nth(ofJob.refused)]).toEqual([
    [],
    ['job_busy'],
    ['job_busy'],
  ]);
  expect(() => nth(ofJob.refused + 1)).toThrow('There are too many applications for this job.');
});
