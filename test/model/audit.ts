import { expect } from '@jest/globals';
import { connectionOf } from '../../bin/admin/connection.ts';
import { verify } from '../../bin/admin/verify/verify.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import type { Client } from '../setup/http-client.ts';
import { modelJob } from './ask.ts';
import type { ModelJob } from './jobs-model.ts';

const PAGE_SIZE = 100;

/** Reads all pages of a list, whose total must be the number of its jobs. */
async function list(client: Client, query: string): Promise<ModelJob[]> {
  const jobs: ModelJob[] = [];
  let next: string | null = `/jobs?pageSize=${PAGE_SIZE}${query}`;
  let total = 0;
  while (next !== null) {
    const { status, body } = await client.get(next);
    expect(status).toBe(200);
    jobs.push(...body.data);
    ({ total, next } = body.paging);
  }
  expect({ query, total }).toEqual({ query, total: jobs.length });
  return jobs;
}

/** The statuses in the list of references, by referenceId. */
async function statusesOf(client: Client): Promise<Record<string, string>> {
  const statuses: Record<string, string> = {};
  for (let next: string | null = '/jobs/references?limit=50'; next !== null;) {
    const { status, body } = await client.get(next);
    expect(status).toBe(200);
    for (const { referenceId, ...job } of body.data) statuses[referenceId] = `${job.id} ${job.status}`;
    ({ next } = body.paging);
  }
  return statuses;
}

const idsOf = (jobs: readonly ModelJob[]) => jobs.map(({ id }) => id);

/**
 * Checks that all lists of an employer's jobs (by status, by q, of references) agree with the jobs, and that
 * `admin verify` has no findings. Returns the jobs, newest first. Titles begin with one of `words`.
 */
export async function audit(
  client: Client,
  employerId: number,
  words: readonly string[],
): Promise<ModelJob[]> {
  const headers = await list(client, '');
  for (const status of ['active', 'archived', 'draft'] as const) {
    const listed = await list(client, `&status=${status}`);
    expect(idsOf(listed)).toEqual(idsOf(headers.filter((job) => job.status === status)));
  }
  for (const word of words) {
    const matches = await list(client, `&q=${encodeURIComponent(`${word} `)}`);
    expect(idsOf(matches)).toEqual(idsOf(headers.filter(({ title }) => title.startsWith(`${word} `))));
  }
  const withReference = headers.filter(({ referenceId }) => referenceId !== null);
  expect(await statusesOf(client)).toEqual(
    Object.fromEntries(withReference.map(({ referenceId, id, status }) => [referenceId, `${id} ${status}`])),
  );
  const jobs: ModelJob[] = [];
  for (const header of headers) {
    const { status, body } = await client.get(`/jobs/${header.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject(header);
    jobs.push(modelJob(body));
  }
  const dynamo = createDocumentClient();
  const verified = await verify(connectionOf(dynamo, process.env['TABLE_NAME'] ?? '', false), {
    employer: employerId,
    repair: false,
  });
  dynamo.destroy();
  expect(verified?.findings).toEqual([]);
  expect(verified?.checked).toMatchObject({
    jobs: jobs.length,
    references: jobs.filter(({ referenceId }) => referenceId !== null).length,
  });
  return jobs;
}
