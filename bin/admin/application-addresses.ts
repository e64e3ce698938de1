import { accountKeys } from '../../functions/accounts/keys.ts';
import type { Job } from '../../functions/jobs/job/job.ts';
import { fromItem } from '../../functions/jobs/job/job-item.ts';
import { jobPrefixes } from '../../functions/jobs/keys.ts';
import { jobStore } from '../../functions/jobs/write/job-store.ts';
import { queryPages } from '../../functions/platform/dynamodb/database.ts';
import { beginningWith, isTombstone } from '../../functions/platform/dynamodb/table.ts';
import type { Services } from './command.ts';
import type { Connection } from './connection.ts';

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

/** Reads the ids of an employer's jobs by the address, in lower case, to which applications for them are mailed. */
async function jobsByAddress({ connection }: Services, employerId: number): Promise<Map<string, number[]>> {
  const addresses = new Map<string, number[]>();
  for await (const { id, applicationEmail } of jobsOf(connection, employerId)) {
    const address = applicationEmail?.toLowerCase();
    if (address) addresses.set(address, [...(addresses.get(address) ?? []), id]);
  }
  return addresses;
}

/** Counts an employer's jobs by the address to which applications for them are mailed. */
export const countByAddress = async (services: Services, employerId: number) =>
  [...(await jobsByAddress(services, employerId))].map(([applicationEmail, ids]) => ({
    applicationEmail,
    jobs: ids.length,
  }));

/** Replaces the address of applications in all jobs of an employer that have it. */
export async function replaceAddress(
  services: Services,
  { employerId, from, to }: { employerId: number; from: string; to: string },
): Promise<{ employer: number; jobs: number }> {
  const { connection, now, operator, progress } = services;
  const ids = (await jobsByAddress(services, employerId)).get(from.toLowerCase()) ?? [];
  const author = { type: 'operator', name: operator } as const;
  for (const [index, id] of ids.entries()) {
    await jobStore(connection.open(), () => now).update(employerId, id, author, async (job) =>
      job.applicationEmail?.toLowerCase() === from.toLowerCase() ? { ...job, applicationEmail: to } : job,
    );
    progress.show(index / ids.length, `${index + 1} of ${ids.length} jobs`);
  }
  return { employer: employerId, jobs: ids.length };
}
