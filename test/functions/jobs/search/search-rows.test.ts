import { describe, expect, test } from '@jest/globals';
import { packRows, unpackRows } from '../../../../functions/jobs/search/row-packs.ts';
import { rowCache, emptyRows } from '../../../../functions/jobs/search/job-search.ts';
import { searchRows, type SearchRow } from '../../../../functions/jobs/search/search-rows.ts';
import { seededRandom } from '../../../setup/random.ts';

const ends = ['\u0001', '\u0002', '\u0003'];

/** Changes of jobs in four minutes in the order in which they happen, of five jobs at once: new, changed, moved and deleted ones. */
function history(random: () => number, changes: number, jobs: number): SearchRow[] {
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? '';
  return Array.from({ length: changes }, (_, index) => ({
    id: 1 + 5 * Math.floor((random() * jobs) / 5) + (index % 5),
    position: index,
    changedAt: 1_000 + 200 * Math.floor(index / 5),
    text:
      random() < 0.2 ? null : `${pick(['baker', 'cook', 'köchin', '料理人'])} ${index % 7}\n${pick(ends)}`,
  }));
}

/** The expected result of a search: examines the latest row of each job. */
function naiveSearch(rows: readonly SearchRow[], part: string, end: string): number[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .filter(({ text }) => text !== null && text.endsWith(end) && text.includes(part))
    .toSorted((a, b) => b.position - a.position)
    .map(({ id }) => id);
}

describe('search rows', () => {
  test.each([1, 2])(
    'find the jobs whose latest text matches, newest first, in any order of rows (seed %i)',
    (seed) => {
      const random = seededRandom(seed);
      const rows = history(random, 6_000, 2_500);
      const result = searchRows();
      for (let end = 0; end < rows.length;) {
        // Some rows are added twice, and some out of order.
        const start = Math.max(0, end - Math.floor(random() * 40));
        end = Math.min(rows.length, end + 1 + Math.floor(random() * 2_000));
        result.add(rows.slice(start, end));
        for (const part of ['baker', 'baker 3', '料', 'r', '']) {
          for (const mark of ['', ...ends]) {
            expect(result.find(part, mark)).toEqual(naiveSearch(rows.slice(0, end), part, mark));
          }
        }
      }
      expect(result.newest()).toEqual(rows.at(-1));
    },
  );

  test('ignore a row of a job that is older than the newest one', () => {
    const [older, newer] = [
      { id: 1, position: 1, changedAt: 1, text: 'cook\n\u0001' },
      { id: 1, position: 1, changedAt: 2, text: 'baker\n\u0001' },
    ];
    const rows = searchRows();
    rows.add([newer]);
    rows.add([older]);
    expect([rows.find('cook', ''), rows.find('baker', '')]).toEqual([[], [1]]);
  });

  test('are the same, in the same order, after packing and unpacking', () => {
    const rows = history(seededRandom(5), 500, 200).map(({ id, position, text }) => ({ id, position, text }));
    expect(unpackRows(packRows(rows))).toEqual(rows);
    expect(packRows(rows).length).toBeLessThan(JSON.stringify(rows).length / 5);
  });
});

/** Rows of a thousand bytes, all but the first of which changed more than a minute ago. */
const cachedRows = (jobs: number) => {
  const cached = emptyRows(0);
  const text = `${'x'.repeat(979)}\n\u0001`;
  cached.rows.add(
    Array.from({ length: jobs }, (_, n) => ({
      id: n + 1,
      position: n,
      changedAt: n === 0 ? 100_000 : 1,
      text,
    })),
  );
  return cached;
};

describe('the cache of search rows', () => {
  test('evicts the rows of the least recently used employers when it exceeds its limit in bytes', () => {
    const memory = rowCache(10_000_000);
    const one = cachedRows(3_000);
    expect(one.rows.bytes()).toBeGreaterThan(3_000_000);
    expect(one.rows.bytes()).toBeLessThan(3_100_000);
    for (const name of ['a', 'b', 'c']) memory.set(name, cachedRows(3_000));
    memory.set('a', one);
    memory.set('d', cachedRows(3_000));
    const cached = ['a', 'b', 'c', 'd'].filter((name) => memory.get(name) !== undefined);
    expect(cached).toEqual(['a', 'c', 'd']);
  });

  test('keeps the rows of the only cached employer even if they exceed the limit', () => {
    const memory = rowCache(1_000_000);
    memory.set('small', cachedRows(10));
    memory.set('large', cachedRows(2_000));
    expect([memory.get('small'), memory.get('large')]).toEqual([undefined, expect.anything()]);
  });
});
