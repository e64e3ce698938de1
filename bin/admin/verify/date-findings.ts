import type { CalendarDate } from '../../../functions/platform/values/calendar.ts';
import { keys } from '../../../functions/platform/dynamodb/table.ts';
import type { Finding } from './findings.ts';
import type { EmployerReading } from './reading.ts';

type Reading = Pick<EmployerReading, 'employerId' | 'jobs' | 'numbers' | 'today'>;

/** What has the date of a day that has not come. No later publication may have an earlier date, so it would last. */
export function* dateFindings({ employerId: employer, jobs, numbers, today }: Reading): Generator<Finding> {
  const last: CalendarDate | undefined = numbers?.['publishDate'];
  if (last !== undefined && last > today) {
    yield {
      kind: 'last-publish-date',
      employer,
      key: keys.numbers(employer),
      expected: today,
      found: last,
    };
  }
  for (const { id, version, publishDate } of jobs) {
    if (publishDate <= today) continue;
    const key = keys.job(employer, id);
    yield { kind: 'publish-date', employer, job: id, version, key, expected: today, found: publishDate };
  }
}
