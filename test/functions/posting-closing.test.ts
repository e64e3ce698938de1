import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { setClock } from '../setup/clock.ts';
import { postingOf, structuredDataIn } from '../setup/posting.ts';
import type { startService } from '../setup/service.ts';

type Service = Awaited<ReturnType<typeof startService>>;

/** The last second of a close date in each zone, and the offset that it then has from UTC. */
const zones = [
  ['America/St_Johns', '2030-01-31T23:59:59-03:30'],
  ['America/Vancouver', '2030-07-31T23:59:59-07:00'],
  ['Pacific/Kiritimati', '2030-01-31T23:59:59+14:00'],
  ['Pacific/Niue', '2030-01-31T23:59:59-11:00'],
  ['UTC', '2030-02-28T23:59:59+00:00'],
] as const;

describe.each(zones)('a posting in %s', (zone, end) => {
  let service: Service;

  beforeAll(async () => {
    // The functions read their time zone once, when they are loaded.
    process.env['TIME_ZONE'] = zone;
    jest.resetModules();
    const fresh = await import('../setup/service.ts');
    service = await fresh.startService();
  });

  afterAll(async () => {
    jest.useRealTimers();
    await service.close();
  });

  test(`is open until ${end} and closed from then on, everywhere at once`, async () => {
    const last = Date.parse(end) + 999;
    setClock(last - 20 * 86_400_000);
    const acme = await service.newEmployer();
    const closeDate = end.slice(0, 'YYYY-MM-DD'.length);
    const created = await acme.post('/jobs', aJob({ status: 'active', closeDate }));
    const page = postingOf(created);
    const addresses = [page, `${page}/go`, `/public/jobs/${created.body.id}`];
    const statuses = async () => {
      const replies = addresses.map((address) =>
        fetch(address.startsWith('http') ? address : `${service.origin}/api/v1.1${address}`, {
          redirect: 'manual',
        }),
      );
      return (await Promise.all(replies)).map(({ status }) => status);
    };
    setClock(last);
    expect(await statuses()).toEqual([200, 302, 200]);
    const { text } = await service.anyone.get(page);
    expect(structuredDataIn(text)['validThrough']).toBe(end);
    setClock(last + 1);
    expect(await statuses()).toEqual([410, 410, 410]);
  });
});
