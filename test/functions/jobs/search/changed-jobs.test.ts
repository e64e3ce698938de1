import { describe, expect, test } from '@jest/globals';
import { jobKeys } from '../../../../functions/jobs/keys.ts';
import { writtenBy } from '../../../../functions/platform/dynamodb/last-write.ts';
import { attributes } from '../../../../functions/platform/dynamodb/table.ts';
import { tombstone } from '../../../../functions/platform/dynamodb/tombstone.ts';
import { setClock } from '../../../setup/clock.ts';
import { createJobs, retitleInTable } from '../../../setup/job-lists.ts';
import type { Client } from '../../../setup/http-client.ts';
import { seededRandom } from '../../../setup/random.ts';
import { startService } from '../../../setup/service.ts';

const service = await startService();
const { db } = service;

const NOON = Date.parse('2027-03-01T12:00:00Z');
const SECOND = 1_000;
const MINUTE = 60_000;

interface Row {
  title: string;
  changedAt: number;
}

/** Jobs whose rows a test writes itself, as function instances with other clocks would. */
async function employerWith(count: number) {
  setClock(NOON);
  const acme = await service.newEmployer({ plan: 'unlimited' });
  const ids = await createJobs(
    acme,
    Array.from({ length: count }, (_, index) => ({ title: `Baker ${index}`, referenceId: null })),
  );
  const employerId = acme.employer.id;
  const rows = new Map<number, Row>();

  async function write(id: number, at: number): Promise<number> {
    const changedAt = Math.max(at, (rows.get(id)?.changedAt ?? NOON) + 1);
    const title = `baker ${changedAt}`;
    rows.set(id, { title, changedAt });
    await retitleInTable(db, employerId, id, title, changedAt);
    return changedAt;
  }

  async function remove(id: number, at: number): Promise<void> {
    rows.delete(id);
    const by = writtenBy({ type: 'key' }, new Date(at));
    const Item = { ...tombstone(jobKeys.job(employerId, id), 1, by), [attributes.changed]: at };
    await db.put({ Item });
  }

  return { acme, ids, rows, write, remove };
}

/** The pages of a walk, with the position that each one ends at. */
async function* pagesOf(client: Client, since: number, query: string) {
  let address: string | null = `/jobs?updatedSince=${new Date(since).toISOString()}&${query}`;
  while (address !== null) {
    const { status, body } = await client.get(address);
    expect([address, status]).toEqual([address, 200]);
    const { next } = body.paging as { next: string | null };
    yield { jobs: body.data as { id: number; title: string }[], next };
    address = next;
  }
}

const timeOf = (next: string | null) => (next === null ? Infinity : Number(/after=(\d+)-/.exec(next)?.[1]));

describe('a walk of the jobs that changed since a time', () => {
  test('has every change in 50 walks, while rows move, share a time, come late or are deleted', async () => {
    const WALKS = 50;
    const { acme, ids, rows, write, remove } = await employerWith(16);
    const random = seededRandom(1);
    const upTo = (limit: number) => Math.floor(random() * limit);
    const mirror = new Map<number, string>();
    let clock = NOON + MINUTE;
    let since = 0;
    for (const id of ids) await write(id, clock);
    for (let walk = 0; walk < WALKS; walk += 1) {
      const step = upTo(2) === 0 ? 1 : SECOND;
      // What another instance writes behind the position is in the next walk.
      const late = new Set<number>();
      let writes = 15;
      const begin = Math.floor(clock / SECOND) * SECOND;
      for await (const { jobs, next } of pagesOf(acme, since, 'pageSize=3')) {
        for (const { id, title } of jobs) mirror.set(id, title);
        if (next === null) break;
        clock += upTo(3) * upTo(20 * SECOND);
        for (let moved = 0; moved < 3 && writes > 0; moved += 1) {
          writes -= 1;
          const id = (upTo(3) > 0 ? jobs[moved]?.id : ids[upTo(ids.length)]) ?? 0;
          if (!rows.has(id)) continue;
          const at = Math.floor((clock - upTo(2) * upTo(50 * SECOND)) / step) * step;
          if (upTo(20) === 0 && rows.size > 8) await remove(id, at);
          else if ((await write(id, at)) <= timeOf(next)) late.add(id);
        }
      }
      since = begin;
      const expected = [...rows].filter(([id]) => !late.has(id)).map(([id, { title }]) => [id, title]);
      expect([walk, ...expected.map(([id]) => [id, mirror.get(Number(id))])]).toEqual([walk, ...expected]);
    }
  });

  test('finds the next job behind 120 deleted ones in one page', async () => {
    const { acme, ids, write, remove } = await employerWith(61);
    const [last = 0, ...others] = ids;
    for (const id of others) await remove(id, NOON + MINUTE);
    for (let id = 0; id < 60; id += 1) await remove(1_000_000 + id, NOON + MINUTE);
    await write(last, NOON + 2 * MINUTE);
    for await (const { jobs, next } of pagesOf(acme, NOON + MINUTE, 'pageSize=1'))
      expect([jobs.map(({ id }) => id), next]).toEqual([[last], null]);
  });
});
