import { readFileSync } from 'node:fs';
import { describe, expect, jest, test } from '@jest/globals';
import { parseGazetteer } from '../../../functions/reference/domain/gazetteer.ts';
import { itemBytes } from '../../../functions/platform/dynamodb/item-size.ts';
import { MAX_PLACES } from '../../../functions/reference/store/places.ts';
import { locationKeys } from '../../../functions/reference/keys.ts';
import reference from '../../../schemas/reference-data/reference.json' with { type: 'json' };
import { setClock } from '../../setup/clock.ts';
import { ownService } from '../../setup/own-service.ts';

// Places that other suites register would change the pages.
const service = await ownService();

const { anyone } = service;

const numbered = (...entries: string[]) => entries.map((name, index) => ({ id: index + 1, name }));

const units = ['year', 'month', 'week', 'day', 'hour'];
const periods = numbered('Yearly', 'Monthly', 'Weekly', 'Daily', 'Hourly');

/** The constant lists, with the values that clients rely on. */
const lists: [string, { id: number; name: string }[]][] = [
  ['positiontypes', numbered('Full Time', 'Part Time', 'Contract', 'Temp', 'Volunteer')],
  ['jobcategories', reference.categories],
  ['salaryperiods', periods.map((period, index) => ({ ...period, unit: units[index] }))],
  ['applicantroutingtypes', numbered('Email', 'URL')],
];

interface Location {
  id: number;
  name: string;
  description: string;
  type: string;
}

async function locations(query: string): Promise<{ data: Location[]; paging: Record<string, unknown> }> {
  const { status, body } = await anyone.get(query.startsWith('http') ? query : `/locations${query}`);
  expect(status).toBe(200);
  return body;
}

describe.each(lists)('GET /%s', (resource, entries) => {
  test('200s with all entries in data, in the order of their ids, without paging, whatever the query', async () => {
    for (const query of ['', '?page=0&pageSize=1&page=x&_=1767225600000']) {
      const { status, headers, body } = await anyone.get(`/${resource}${query}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(body).toEqual({ data: entries });
    }
    expect(entries.map(({ id }) => id)).toEqual(entries.map((_, index) => index + 1));
  });

  test('200s with the entry for each id, and 404s for the id after the last one', async () => {
    for (const entry of entries) {
      const { status, body } = await anyone.get(`/${resource}/${entry.id}`);
      expect(status).toBe(200);
      expect(body).toEqual(entry);
    }
    const { status, body } = await anyone.get(`/${resource}/${entries.length + 1}`);
    expect([status, body.code]).toEqual([404, 'entry_not_found']);
  });
});

describe('GET /locations/{id}', () => {
  test.each([
    ['list', ['/locations', '/locations?q=van', '/locations?page=2']],
    ['get', ['/locations/100001', '/locations/2147483647', '/locations/100001']],
  ])(
    'reads the places that jobs registered once a minute, however many requests %s locations',
    async (_, paths) => {
      const log = jest.spyOn(console, 'log').mockReturnValue();
      const calls: number[] = [];
      const ask = async (path: string) => {
        await anyone.get(path);
        calls.push((JSON.parse(String(log.mock.lastCall?.[0])) as { calls: number }).calls);
      };
      for (const minute of [2, 3]) {
        setClock(Date.now() + minute * 60_000);
        for (const path of paths) await ask(path);
        setClock(Date.now() + 59_999);
        for (const path of paths) await ask(path);
      }
      log.mockRestore();
      expect(calls).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    },
  );
});

test('reading all places that jobs can ever register costs fewer than 30 read units per minute and container', () => {
  const file = new URL('../../../schemas/reference-data/places.tsv', import.meta.url);
  const entries = [...parseGazetteer(readFileSync(file, 'utf8')).entries.values()].flat();
  const items = entries
    .filter(({ place }) => place.id === undefined)
    .map(({ place: { key, name, province } }) => {
      return { ...locationKeys.location(key, province), id: 100_001, name, province };
    });
  expect(items.length).toBeGreaterThan(2_000);
  expect(items.length).toBeLessThan(MAX_PLACES);
  const bytes = items.reduce((sum, item) => sum + itemBytes(item), 0);
  // An eventually consistent read costs half a unit for each 4 KB.
  expect(bytes / 4_096 / 2).toBeLessThan(30);
});

describe('GET /locations', () => {
  test('200s with the list envelope and ten locations per page', async () => {
    const { data, paging } = await locations('');
    expect(data).toHaveLength(10);
    expect(paging).toEqual({
      total: expect.any(Number),
      page: 1,
      pages: Math.ceil(Number(paging['total']) / 10),
      pageSize: 10,
      previous: null,
      next: `${service.origin}/api/v1.1/locations?page=2`,
    });
    for (const location of data) {
      expect(Object.keys(location)).toEqual(['id', 'name', 'description', 'type']);
      expect(location.type).toBe('Town');
      expect(location.description).toMatch(/^.+, [A-Z]{2}$/);
      expect(location.description.slice(0, -', XX'.length)).toBe(location.name);
    }
  });

  test('returns every place once to a client that follows next', async () => {
    const { paging: firstPaging } = await locations('?pageSize=100');
    const visited: Location[] = [];
    for (let address: unknown = '?pageSize=100'; typeof address === 'string';) {
      const { data, paging } = await locations(address);
      visited.push(...data);
      address = paging['next'];
    }
    expect(visited).toHaveLength(Number(firstPaging['total']));
    expect(new Set(visited.map(({ id }) => id)).size).toBe(visited.length);
    expect(new Set(visited.map(({ description }) => description)).size).toBe(visited.length);
    const lengths = visited.map(({ name }) => name.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  });

  test('repeats q, types and pageSize in next and previous, and no unknown parameter', async () => {
    const { data, paging } = await locations('?_=1&q=saint&types=Town&pageSize=5&page=2');
    expect(data).toHaveLength(5);
    expect(paging).toMatchObject({ page: 2, pageSize: 5 });
    for (const [address, page] of [
      [paging['previous'], '1'],
      [paging['next'], '3'],
    ] as const) {
      expect(Object.fromEntries(new URL(String(address)).searchParams)).toEqual({
        q: 'saint',
        types: 'Town',
        pageSize: '5',
        page,
      });
    }
  });

  test.each([
    ['?q=quebec', ['Québec, QC', 'QC']],
    ['?q=quebec&types=Town', ['Québec, QC']],
    ['?q=quebec&types=Province,Country', ['QC']],
    ['?types=Country&types=Town&q=canada', ['Canada']],
  ])('includes regions, or only locations of the requested types: %s', async (query, descriptions) => {
    const { data } = await locations(query);
    expect(data.map(({ description }) => description).toSorted()).toEqual(descriptions.toSorted());
    for (const place of data) expect((await anyone.get(`/locations/${place.id}`)).body).toEqual(place);
  });

  test.each(['page=0', 'q=%00', 'types=Galaxy'])('400s for %s, and names the parameter', async (query) => {
    const { status, body } = await anyone.get(`/locations?${query}`);
    const [parameter] = query.split('=');
    expect([status, body.errors]).toMatchObject([400, [{ parameter }]]);
    expect(body.message).toContain(parameter);
  });
});
