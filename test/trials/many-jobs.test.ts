import { afterAll, describe, expect, test } from '@jest/globals';
import { sideBySide } from '../../functions/platform/side-by-side.ts';
import { create, list, type List } from '../setup/job-lists.ts';
import { startService } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

const statuses = ['active', 'archived', 'draft'] as const;

describe('many jobs', () => {
  test('are each visited once by following next, and back by following previous: 1,000 of 1,000', async () => {
    const acme = await service.newEmployer();
    const created: number[] = [];
    await sideBySide(Array(1_000).keys(), 50, async (number) => {
      const { id } = await create(acme, { title: `Job ${number}`, status: statuses[number % 3] });
      created.push(id);
    });
    const newestFirst = created.toSorted((a, b) => b - a);
    expect(new Set(newestFirst).size).toBe(1_000);

    async function walk(query: string, direction: 'next' | 'previous') {
      const pages: number[][] = [];
      for (let address: string | null = query; address !== null;) {
        const { data, paging }: List = await list(acme, address);
        pages.push(data.map(({ id }) => id));
        address = paging[direction];
      }
      return pages;
    }
    expect((await walk('?pageSize=100', 'next')).flat()).toEqual(newestFirst);
    expect((await walk('?pageSize=73', 'next')).flat()).toEqual(newestFirst);
    expect((await walk('?pageSize=73&page=14', 'previous')).toReversed().flat()).toEqual(newestFirst);
    expect((await walk('?pageSize=90&q=job', 'next')).flat()).toEqual(newestFirst);
    const byStatus = await Promise.all(
      statuses.map((status) => walk(`?pageSize=41&status=${status}`, 'next')),
    );
    expect(byStatus.map((pages) => pages.flat().length)).toEqual([334, 333, 333]);
    expect(byStatus.flat(2).toSorted((a, b) => b - a)).toEqual(newestFirst);
  });
});

describe('q over more than a megabyte of texts', () => {
  test('finds every match once, newest first, and counts them exactly', async () => {
    const acme = await service.newEmployer();
    const numbers = Array.from({ length: 1_200 }, (_, index) => index);
    const long = '🙂'.repeat(240);
    await sideBySide(numbers, 50, (number) =>
      create(acme, { title: `${long} ${number % 3 === 0 ? 'Baker' : 'Cook'}`, status: statuses[number % 2] }),
    );
    const { data, paging } = await list(acme, '?q=baker&status=archived&pageSize=100&page=2');
    expect(paging).toMatchObject({ total: 200, pages: 2 });
    const { data: first } = await list(acme, '?q=baker&status=archived&pageSize=100');
    const found = [...first, ...data];
    const ids = found.map(({ id }) => id);
    expect(new Set(ids).size).toBe(200);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(found.every(({ title, status }) => title.endsWith('Baker') && status === 'archived')).toBe(true);
  });
});
