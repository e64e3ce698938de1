import { describe, expect, test } from '@jest/globals';
import { isDue } from '../../../../functions/jobs/job/job-item.ts';
import type { Job } from '../../../../functions/jobs/job/job.ts';
import { dateOf } from '../../../../functions/platform/time/calendar.ts';

const aJob = (fields: Partial<Job>) =>
  ({ autoRefresh: true, status: 'active', publishDate: '2026-05-01', ...fields }) as Job;

describe('auto-refresh', () => {
  test.each<[boolean, string, Partial<Job>, string]>([
    [false, 'on the sixth day after publishDate', {}, '2026-05-07'],
    [true, 'on the seventh day', {}, '2026-05-08'],
    [true, 'later', {}, '2026-06-30'],
    [false, 'for a draft', { status: 'draft' }, '2026-06-30'],
    [false, 'for an archived job', { status: 'archived' }, '2026-06-30'],
    [false, 'for a job without autoRefresh', { autoRefresh: false }, '2026-06-30'],
  ])('is due (%s) %s', (expected, _, fields, today) => {
    expect(isDue(aJob(fields), today)).toBe(expected);
  });

  test.each([
    ['clocks going forward', 'America/Toronto', '2026-03-04', '2026-03-11T04:00:00Z'],
    ['the day they go forward', 'America/Toronto', '2026-03-01', '2026-03-08T05:00:00Z'],
    ['clocks going back', 'America/Toronto', '2026-10-28', '2026-11-04T05:00:00Z'],
    ['the day they go back', 'America/Toronto', '2026-10-25', '2026-11-01T04:00:00Z'],
    ['the end of a year', 'America/Toronto', '2026-12-28', '2027-01-04T05:00:00Z'],
    ['29 February', 'America/Toronto', '2028-02-22', '2028-02-29T05:00:00Z'],
    ['over 29 February', 'America/Toronto', '2028-02-26', '2028-03-04T05:00:00Z'],
    ['no 29 February', 'America/Toronto', '2027-02-22', '2027-03-01T05:00:00Z'],
    ['another zone', 'Europe/Berlin', '2026-03-25', '2026-03-31T22:00:00Z'],
    ['a zone in the south', 'Pacific/Auckland', '2026-09-23', '2026-09-29T11:00:00Z'],
  ])('is due from the first instant of its day: %s', (_, zone, publishDate, start) => {
    const dueAt = (millis: number) => isDue(aJob({ publishDate }), dateOf(new Date(millis), zone));
    expect([dueAt(Date.parse(start) - 1), dueAt(Date.parse(start))]).toEqual([false, true]);
  });
});
