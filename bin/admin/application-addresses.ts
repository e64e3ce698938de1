import { accountKeys } from '../../functions/accounts/keys.ts';
import type { Job } from '../../functions/jobs/job/job.ts';
import { fromItem } from '../../functions/jobs/job/job-item.ts';
import { jobPrefixes } from '../../functions/jobs/keys.ts';
import { jobStore } from '../../functions/jobs/write/job-store.ts';
import { queryPages } from '../../functions/platform/dynamodb/database.ts';
import { beginningWith } from '../../functions/platform/dynamodb/sort-keys.ts';
import { isTombstone } from '../../functions/platform/dynamodb/tombstone.ts';
import type { Services } from './command.ts';
import type { Connection } from './connection.ts';
import { showProgress } from './progress.ts';

/** Reads the jobs of an employer page by page. */
export async function* jobsOf({ open }: Pick<Connection, 'open'>, employerId: number): AsyncGenerator<Job> {
  const { from, to } = beginningWith(jobPrefixes.job);
  const query = {
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :last',
    ExpressionAttributeValues: {
      ':partition': accountKeys.employer(employerId).PK,
      ':from': from,
      ':last': to,
    },
    ConsistentRead: true,
  };
  for await (const { items } of queryPages({ queryPage: (page) => open().queryPage(page) }, query)) {
    yield* items.filter((item) => !isTombstone(item)).map(fromItem);
  }
}

/** Reads an employer's jobs by the address, in lower case, to which applications for them are mailed. */
async function jobsByAddress({ connection }: Services, employerId: number) {
  const jobs: { id: number; address: string }[] = [];
  for await (const { id, applicationEmail } of jobsOf(connection, employerId)) {
    if (applicationEmail) jobs.push({ id, address: applicationEmail.toLowerCase() });
  }
  return Map.groupBy(jobs, ({ address }) => address);
}

/** Counts an employer's jobs by the address to which applications for them are mailed. */
export const countByAddress = async (services: Services, employerId: number) =>
  [...(await jobsByAddress(services, employerId))].map(([applicationEmail, jobs]) => ({
    applicationEmail,
    jobs: jobs.length,
  }));

/** Replaces the address of applications in all jobs of an employer that have it. */
export async function replaceAddress(
  services: Services,
  { employerId, from, to }: { employerId: number; from: string; to: string },
): Promise<{ employer: number; jobs: number }> {
  const { connection, now, by } = services;
  const jobs = (await jobsByAddress(services, employerId)).get(from.toLowerCase()) ?? [];
  for (const [index, { id, address }] of jobs.entries()) {
    await jobStore(connection.open(), () => now).update(employerId, id, by, async (job) =>
      job.applicationEmail?.toLowerCase() === address ? { ...job, applicationEmail: to } : job,
    );
    showProgress(index / jobs.length, `${index + 1} of ${jobs.length} jobs`);
  }
  return { employer: employerId, jobs: jobs.length };
}
