import { describe, expect, test } from '@jest/globals';
import type { LoggedEvent } from '../../../functions/events/domain/logged-event.ts';
import { readNewestEvents, newestItem } from '../../../functions/events/store/event-items.ts';
import { eventKeys } from '../../../functions/events/keys.ts';
import { type Event, EventType } from '../../../schemas/event.ts';
import { aJob } from '../../setup/a-job.ts';
import type { Client } from '../../setup/http-client.ts';
import { tableStream } from '../../setup/table-stream.ts';
import { ownService } from '../../setup/own-service.ts';
import { violationsOf } from '../../setup/violations.ts';

const service = await ownService();
const stream = await tableStream();

const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);
const idsOf = (events: readonly Event[]) => events.map(({ id }) => id);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** An employer whose log has 26 events: 22 of one job, and one of each of four other jobs. */
const { acme: owner, path: jobPath } = await service.employerWithJob();
for (let n = 0; n < 20; n += 1) await owner.put(jobPath, { title: `Baker ${n}` });
for (let n = 0; n < 4; n += 1) await owner.post('/jobs', aJob());
await owner.delete(jobPath, undefined);
await stream.catchUp();

/** Reads all pages of a list by their `next` links. */
async function walk({ get }: Pick<Client, 'get'>, first: string) {
  const pages: Event[][] = [];
  let paging: { next: string | null; more: boolean } = { next: first, more: true };
  while (paging.more) {
    const { status, body } = await get(String(paging.next));
    expect(status).toBe(200);
    pages.push(body.data);
    ({ paging } = body);
  }
  return { pages, events: pages.flat(), paging };
}

describe('GET /events', () => {
  test('shows each change with its old and new value, the version of the job, and the API key that made it', async () => {
    const { acme, job } = await service.employerWithJob({ referenceId: 'R-1', title: 'Baker' });
    const title = 'Head baker';
    await acme.put(`/jobs/${job.id}`, {
      title,
      status: 'active',
      salary: { amount: 1.5, period: { id: 5 } },
    });
    await acme.put(`/jobs/${job.id}`, { title });
    await acme.put(`/jobs/${job.id}`, {
      description: '<p>Bread.</p>',
      referenceId: 'R-2',
      usesAi: false,
      hoursPerWeek: 37.5,
      benefits: ['Bread'],
      language: 'en',
      translations: { fr: { title: 'Boulangère', description: 'Du pain.' } },
      questions: [{ text: 'When?', type: 'date' }],
    });
    await acme.delete(`/jobs/${job.id}`, undefined);
    await stream.catchUp();
    const events = (await acme.get('/events')).body.data;
    const by = { type: 'key', id: acme.key.id, partner: acme.partner };
    const { id, partner } = acme.employer;
    const employer = { id, referenceId: partner?.referenceId ?? null };
    const period = { id: 5, name: 'Hourly', unit: 'hour' };
    const salary = { amount: 1.5, maxAmount: null, period, plusCommission: false };
    const of = (referenceId: string, version: number) => ({ job: { id: job.id, referenceId }, version, by });
    expect(events).toEqual(
      [
        { type: 'job.created', data: of('R-1', 1) },
        {
          type: 'job.updated',
          data: {
            ...of('R-1', 2),
            changes: {
              title: { from: 'Baker', to: 'Head baker' },
              status: { from: 'draft', to: 'active' },
              salary: { from: null, to: salary },
            },
          },
        },
        {
          type: 'job.updated',
          data: {
            ...of('R-2', 3),
            changes: {
              referenceId: { from: 'R-1', to: 'R-2' },
              usesAi: { from: null, to: false },
              hoursPerWeek: { from: null, to: 37.5 },
              benefits: { from: null, to: ['Bread'] },
              language: { from: null, to: 'en' },
              translations: { changed: true },
              description: { changed: true },
              questions: { changed: true },
            },
          },
        },
        { type: 'job.deleted', data: of('R-2', 4) },
      ].map((event, index) => ({
        id: index + 1,
        timestamp: expect.stringMatching(/Z$/),
        log: { employer: id },
        employer,
        ...event,
      })),
    );
    expect((await acme.get(`/jobs/${job.id}/history`)).body.data).toEqual(events.toReversed());
  });

  test.each([7, 26, 100])('returns each event once, in order, %i at a time', async (limit) => {
    const { events, paging } = await walk(owner, `/events?limit=${limit}`);
    expect(idsOf(events)).toEqual(upTo(26));
    expect(paging).toMatchObject({ more: false, latest: 26, next: expect.stringContaining('after=26') });
  });

  test('continues after the event in `after`, and returns an empty page after the last event, even repeatedly', async () => {
    expect(idsOf((await owner.get('/events?after=24')).body.data)).toEqual([25, 26]);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, body } = await owner.get('/events?after=26');
      expect([status, body.data, body.paging.more]).toEqual([200, [], false]);
      expect(new URL(body.paging.next).searchParams.get('after')).toBe('26');
    }
  });

  test('returns only the requested types, and the next link skips events of other types', async () => {
    const { events, paging } = await walk(owner, '/events?limit=3&types=job.created,job.deleted');
    expect(typesOf(events)).toEqual([...Array.from({ length: 5 }, () => 'job.created'), 'job.deleted']);
    expect(new URL(String(paging.next)).searchParams.get('types')).toBe('job.created,job.deleted');
    const repeated = await walk(owner, '/events?types=job.created&types=job.deleted');
    expect(idsOf(repeated.events)).toEqual(idsOf(events));
    expect((await walk(owner, '/events?types=application.received')).events).toEqual([]);
  });

  test('returns an event type and a field that a later release added, and the events after them', async () => {
    const { acme, job } = await service.employerWithJob();
    await stream.catchUp();
    const { id } = acme.employer;
    const newest = await readNewestEvents(service.db, id);
    const timestamp = new Date().toISOString();
    const later = { id: 2, type: 'moon.landed', timestamp, data: { moon: { id: 7 } } };
    const events = [...newest.events, later as unknown as LoggedEvent];
    await service.db.put({ Item: { ...newestItem(id, { ...newest, number: 2, events }), moons: 1 } });
    await acme.put(`/jobs/${job.id}`, { title: 'Cook' });
    expect(await stream.catchUp()).toEqual([]);
    const { status, body } = await acme.get('/events');
    expect([status, typesOf(body.data)]).toEqual([200, ['job.created', 'moon.landed', 'job.updated']]);
    expect(body.data[1]).toMatchObject(later);
    const { data } = (await acme.get(`/jobs/${job.id}/history`)).body;
    expect(typesOf(data)).toEqual(['job.updated', 'job.created']);
    expect((await service.db.get({ Key: eventKeys.newestEvents(id) }))?.['moons']).toBe(1);
  });
});

describe('GET /jobs/{id}/history', () => {
  test.each([10, 22])('returns each event of the job once, newest first, %i at a time', async (limit) => {
    const { events, paging } = await walk(owner, `${jobPath}/history?limit=${limit}`);
    expect(idsOf(events)).toEqual([26, ...upTo(21).toReversed()]);
    expect(paging).toEqual({ next: null, more: false });
  });

  test('is empty before the first event of the job, even if the job has been deleted', async () => {
    const { status, body } = await owner.get(`${jobPath}/history?before=1`);
    expect([status, body]).toEqual([200, { data: [], paging: { next: null, more: false } }]);
  });
});

test('a query for events or a history is refused with every violation and the allowed values', async () => {
  const types = `types[0] must be one of ${EventType.enum.join(', ')}.`;
  const expected = [
    { parameter: 'after', code: 'too_small', message: 'after must be at least 0.' },
    { parameter: 'types', code: 'not_allowed', message: types },
    { parameter: 'limit', code: 'wrong_type', message: 'limit must be a whole number.' },
  ];
  const violations = await violationsOf('listEvents', { query: 'after=-1&limit=x&types=constructor' });
  expect(new Set(violations)).toEqual(new Set(expected));
  const before = { parameter: 'before', code: 'too_small', message: 'before must be at least 1.' };
  expect(await violationsOf('listJobHistory', { query: 'before=0' })).toEqual([before]);
});

test('400s when `after` is beyond the newest event, and the message contains the id of the newest event', async () => {
  const { get } = await service.newEmployer();
  const { status, body } = await get('/events?after=1');
  const message = 'after must be at most 0, the id of your newest event.';
  expect([status, body.errors]).toEqual([400, [{ parameter: 'after', code: 'too_large', message }]]);
});

test('400s with at most 100 violations, even if more types are invalid', async () => {
  const { get } = await service.newEmployer();
  const { status, body } = await get(`/events?types=${','.repeat(2_000)}`);
  expect([status, body.errors.length]).toEqual([400, 100]);
});
