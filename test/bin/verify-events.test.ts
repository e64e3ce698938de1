import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { verify } from '../../bin/admin/verify/verify.ts';
import { eventsFrom, compress } from '../../functions/events/store/event-items.ts';
import { eventKeys } from '../../functions/events/keys.ts';
import type { LoggedEvent } from '../../functions/events/domain/logged-event.ts';
import { adminOfSuite } from '../setup/admin.ts';
import { setClock } from '../setup/clock.ts';
import { tableStream } from '../setup/table-stream.ts';
import { ownService } from '../setup/own-service.ts';

const service = await ownService();
const stream = await tableStream();
const { connection } = adminOfSuite({ isLocal: false });

/** Runs verify. Returns the kinds of its findings, and the kinds of the repaired ones. */
async function verified(employer: number, repair = false) {
  const report = await verify(connection, { employer, repair });
  return [report?.findings.map(({ kind }) => kind), report?.repaired.map(({ kind }) => kind)];
}

const inTwoMinutes = () => setClock(new Date(Date.now() + 120_000).toISOString());

test('verify reports a change that is not in the event log after a minute, and repair appends the event once, even if its record arrives afterwards', async () => {
  const { acme, job } = await service.employerWithJob();
  await stream.catchUp();
  const { id: employer } = acme.employer;
  const findings = (repair?: boolean) => verified(employer, repair);
  await acme.put(`/jobs/${job.id}`, { title: 'Lost' });
  const late = await stream.records();
  expect(await findings()).toEqual([[], []]);
  inTwoMinutes();
  expect(await findings()).toEqual([['event'], []]);
  expect(await findings(true)).toEqual([[], ['event']]);
  expect(await findings(true)).toEqual([[], []]);
  await stream.build(late);
  const { body } = await acme.get('/events?after=1');
  expect(body.data).toMatchObject([
    { id: 2, type: 'job.updated', data: { version: 2, changes: {}, by: { type: 'operator' } } },
  ]);
});

test('verify reports a deletion that is missing in the event log while the tombstone exists, and repair appends the event', async () => {
  const { acme, job } = await service.employerWithJob();
  const { id: employer } = acme.employer;
  await stream.catchUp();
  await acme.delete(`/jobs/${job.id}`);
  await stream.records();
  inTwoMinutes();
  expect(await verified(employer)).toEqual([['event'], []]);
  expect(await verified(employer, true)).toEqual([[], ['event']]);
  expect((await acme.get('/events?after=1')).body.data).toMatchObject([
    { id: 2, type: 'job.deleted', data: { job: { id: job.id }, version: 2, by: { type: 'operator' } } },
  ]);
});

/** An employer whose event log has pages. */
async function employerWithPages() {
  const { acme, job } = await service.employerWithJob();
  for (const changes of [8, 1]) {
    for (let n = 0; n < changes; n += 1) {
      await acme.put(`/jobs/${job.id}`, { title: randomBytes(72).toString('base64url') });
    }
    await stream.catchUp();
  }
  const { id: employer } = acme.employer;
  expect(await verified(employer)).toEqual([[], []]);
  return { acme, job, employer };
}

test('verify reports an event that is missing from the history of a job, and repair restores the event', async () => {
  const { acme, job, employer } = await employerWithPages();
  const history = async () => (await acme.get(`/jobs/${job.id}/history`)).body.data;
  const before = await history();
  await service.db.delete({ Key: eventKeys.jobEvent(employer, job.id, 2) });
  expect(await history()).not.toEqual(before);
  expect(await verified(employer)).toEqual([['history'], []]);
  expect(await verified(employer, true)).toEqual([[], ['history']]);
  expect(await history()).toEqual(before);
});

const damagesToNumbers: [string, (events: LoggedEvent[]) => LoggedEvent[]][] = [
  ['lacks an event', (events) => events.toSpliced(1, 1)],
  ['has an event twice', (events) => [...events.slice(0, 1), ...events]],
  ['has its events in another order', (events) => events.toReversed()],
];

test.each(damagesToNumbers)(
  'verify reports an event log that %s, and repair does not change the log',
  async (_, damage) => {
    const { employer } = await employerWithPages();
    const page =
      (await service.db.get({ Key: eventKeys.eventPage(employer, 9), ConsistentRead: true })) ?? {};
    await service.db.put({ Item: { ...page, events: compress(damage(eventsFrom(page))) } });
    for (const repair of [false, true]) {
      const [kinds, repaired] = await verified(employer, repair);
      expect([new Set(kinds), repaired]).toEqual([new Set(['event log']), []]);
    }
  },
);
