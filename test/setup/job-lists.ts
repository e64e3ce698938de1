import { jobKeys } from '../../functions/jobs/keys.ts';
import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { attributes } from '../../functions/platform/dynamodb/table.ts';
import { expect } from '@jest/globals';
import type { JobHeader } from '../../schemas/job.ts';
import type { Paging } from '../../schemas/list.ts';
import { aJob } from './a-job.ts';
import type { Client } from './http-client.ts';

/** A page of jobs as the list shows it. */
export interface JobList {
  data: JobHeader[];
  paging: Paging;
}

/** The page of jobs for a query string, or at the URL of another page of the list. */
export async function listJobs(client: Client, query = ''): Promise<JobList> {
  const { status, body } = await client.get(query.startsWith('http') ? query : `/jobs${query}`);
  expect(status).toBe(200);
  return body;
}

/** Creates a job and returns it. */
export async function createJob(client: Client, overrides: Record<string, unknown> = {}): Promise<JobHeader> {
  const { status, body } = await client.post('/jobs', aJob(overrides));
  expect(status).toBe(201);
  return body;
}

/**
 * Creates jobs, or a number of jobs with the same fields, in one batch. They are active unless their fields set another
 * status. Returns their ids.
 */
export async function createJobs(
  { post }: Client,
  jobs: readonly object[] | number,
  common: object = {},
): Promise<number[]> {
  const bodies = typeof jobs === 'number' ? Array.from({ length: jobs }, () => common) : jobs;
  const operations = bodies.map((fields) => ({
    operation: 'create',
    body: aJob({ status: 'active', ...fields }),
  }));
  const { body } = await post('/jobs/batch', { operations });
  expect(body.failed).toBe(0);
  return body.results.map(({ id }: { id: number }) => id);
}

/** A search text that finds every job: only a combining accent, which searches ignore. */
export const ANY_TEXT = '\u0301';

/** The titles that a search finds, and their number. */
export async function searchJobs(client: Client, q: string) {
  const { data, paging } = await listJobs(client, `?pageSize=100&q=${encodeURIComponent(q)}`);
  return { titles: data.map(({ title }) => title), total: paging.total };
}

/** Changes the title of a job in the table, as another instance with its own clock would. */
export const retitleInTable = (
  db: Pick<Database, 'update'>,
  employerId: number,
  id: number,
  title: string,
  changedAt: number,
) =>
  db.update({
    Key: jobKeys.job(employerId, id),
    UpdateExpression: 'SET title = :title, #text = :text, #changed = :changed',
    ExpressionAttributeNames: { '#text': attributes.searchText, '#changed': attributes.changed },
    ExpressionAttributeValues: {
      ':title': title,
      ':text': `${title.toLowerCase()}\n\u0001`,
      ':changed': changedAt,
    },
  });
