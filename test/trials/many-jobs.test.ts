import { expect, test } from '@jest/globals';
import { forEachConcurrently } from '../../functions/platform/concurrency.ts';
import { createJob, listJobs } from '../setup/job-lists.ts';
import { startService } from '../setup/service.ts';

const service = await startService();

const statuses = ['active', 'archived'] as const;

test('q searches more than a megabyte of texts, finds every match once, newest first, and counts the matches exactly', async () => {
  const acme = await service.newEmployer();
  const long = '🙂'.repeat(240);
  await forEachConcurrently(Array(1_200).keys(), 50, (number) =>
    createJob(acme, {
      title: `${long} ${number % 3 === 0 ? 'Baker' : 'Cook'}`,
      status: statuses[number % 2],
    }),
  );
  const { data, paging } = await listJobs(acme, '?q=baker&status=archived&pageSize=100&page=2');
  expect(paging).toMatchObject({ total: 200, pages: 2 });
  const { data: newest } = await listJobs(acme, '?q=baker&status=archived&pageSize=100');
  const matches = [...newest, ...data];
  const ids = matches.map(({ id }) => id);
  expect(new Set(ids).size).toBe(200);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(matches.every(({ title, status }) => title.endsWith('Baker') && status === 'archived')).toBe(true);
});
