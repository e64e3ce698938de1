import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createClient, type Event, type EventOptions } from '../../schemas/client/index.ts';
import { wait as pause, type Wait } from '../../schemas/client/retries.ts';

const URL_OF_EVENTS = 'https://jobs.example.com/api/v1.1/events';

const event = (id: number): Event => ({
  id,
  log: { employer: 1 },
  type: 'job.created',
  timestamp: '2029-12-03T15:04:05.123Z',
  employer: { id: 1, referenceId: null },
  data: { job: { id: 7, referenceId: null }, version: 1, by: { type: 'key' } },
});

type Step = () => Response;

/** A page with these events. The next page begins after the last event, or after the id `last`. */
const page =
  (ids: readonly number[], { more = false, last = ids.at(-1) ?? 0 } = {}): Step =>
  () =>
    Response.json({
      data: ids.map(event),
      paging: { next: `${URL_OF_EVENTS}?after=${last}&types=job.created`, more, latest: 901 },
    });

const problem =
  (status: number, headers = {}, body = {}): Step =>
  () =>
    Response.json(body, { status, headers });

/** A client whose nth request gets the nth step, the last step repeatedly. Also returns its queries and waits. */
function meeting(...steps: Step[]) {
  const requestedUrls: string[] = [];
  const wait = jest.fn<Wait>(async () => undefined);
  const client = createClient({
    url: 'https://jobs.example.com/api/v1.1',
    apiKey: 'jps_key',
    fetch: async (url) => {
      requestedUrls.push(new Request(url).url.replace(URL_OF_EVENTS, ''));
      const [step] = steps.length > 1 ? steps.splice(0, 1) : steps;
      return step?.() ?? Response.error();
    },
    wait,
  });
  return {
    events: client.events,
    asked: requestedUrls,
    wait,
    waits: () => wait.mock.calls.map(([millis]) => millis),
  };
}

/** Reads events up to this number, and returns their ids. */
async function read(
  { events }: ReturnType<typeof meeting>,
  options: EventOptions,
  count = Infinity,
): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of events.listAll(options)) if (ids.push(id) === count) break;
  return ids;
}

describe('all events', () => {
  beforeEach(() => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('are read page by page up to the end of the list', async () => {
    const service = meeting(
      page([843, 844], { more: true }),
      page([], { more: true, last: 900 }),
      page([901]),
    );
    expect(await read(service, { after: 842, types: ['job.created'], limit: 2 })).toEqual([843, 844, 901]);
    expect(service.asked).toEqual([
      '?after=842&types=job.created&limit=2',
      '?after=844&types=job.created',
      '?after=900&types=job.created',
    ]);
    expect(service.waits()).toEqual([]);
  });

  test('include later events with follow: true, which waits longer between requests while there are none', async () => {
    const none = page([], { last: 1 });
    const service = meeting(page([1]), none, none, none, none, none, page([2]), page([3]));
    expect(await read(service, { follow: true }, 3)).toEqual([1, 2, 3]);
    expect(service.waits()).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 1_000]);
  });

  test('are followed through outages of any length, even if the first request fails', async () => {
    const away = Array.from({ length: 20 }, () => problem(503));
    const service = meeting(...away, page([1]), ...away, problem(500, { 'retry-after': '90' }), page([2]));
    expect(await read(service, { follow: true }, 2)).toEqual([1, 2]);
    expect(Math.max(...service.waits())).toBe(90_000 + 16_000);
  });

  test('cause an error with the id of the oldest stored event when the requested events have expired', async () => {
    const service = meeting(page([1]), problem(410, {}, { oldestEventId: 101 }));
    await expect(read(service, { follow: true })).rejects.toMatchObject({ status: 410, oldestEventId: 101 });
  });
});

test('a signal ends the wait between two requests for new events immediately, and the call throws its reason', async () => {
  const controller = new AbortController();
  const service = meeting(page([1]), page([], { last: 1 }));
  service.wait.mockImplementation((milliseconds, signal) => {
    queueMicrotask(() => controller.abort(new Error('Enough.')));
    return pause(milliseconds, signal);
  });
  await expect(read(service, { follow: true, signal: controller.signal })).rejects.toThrow('Enough.');
});
