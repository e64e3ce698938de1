import { isDeepStrictEqual } from 'node:util';
import { ProblemError, type Client, type JobCreate, type JobRecord } from '../../schemas/client/index.ts';
import { problems, problemType, type ProblemCode } from '../../schemas/problems.ts';
import { eventually, expect, refusalOf } from './expectations.ts';

/** What the steps of one smoke test work with. */
export interface Visit {
  client: Client;
  /** A client without an API key. */
  stranger: Client;
  /** Ends the test when its time is over. */
  signal: AbortSignal;
  /** How long lists and pages may show an older state, in milliseconds. */
  lag: number;
  referenceId: string;
  /** The job to create, once the reference data is read. */
  wanted: JobCreate;
  /** The job, once it is created. */
  job: JobRecord;
  /** The URL of its public page. */
  posting: string;
}

/** Candidates who come upon it are told, and cannot apply: the address is reserved for examples (RFC 2606). */
const sampleJob = {
  title: 'Smoke test, please ignore',
  description: '<p>This job tests the service. It is about to be deleted.</p>',
  locations: [{ description: 'Ottawa, ON' }],
  applicantRoutingType: { id: 2 },
  applicationUrl: 'https://example.com/',
} satisfies Partial<JobCreate>;

/** Whether a problem document is complete and says what it should. */
const isProblem = (error: ProblemError, code: ProblemCode) =>
  error.code === code &&
  error.status === problems[code].status &&
  error.type === problemType(code) &&
  error.requestId !== undefined &&
  error.headers.get('content-type')?.startsWith('application/problem+json') === true;

/** Deletes the job of the test. Returns whether there was one. */
export async function removeJob({ client, referenceId, signal }: Visit): Promise<boolean> {
  try {
    await client.deleteJobByReference({ body: { referenceId }, signal });
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.status === problems.job_not_found.status) return false;
    throw error;
  }
}

/** The status and the text of the public page. */
async function page({ posting, signal }: Visit): Promise<{ status: number; text: string }> {
  const response = await fetch(posting, { headers: { accept: 'text/html' }, redirect: 'manual', signal });
  return { status: response.status, text: await response.text() };
}

/**
 * The steps, in order: what an employer's system and a candidate do with one job. Each throws when the service responds
 * otherwise than documented, and may return a note.
 */
export const steps = {
  'reference data': async (visit) => {
    const { stranger, referenceId, signal } = visit;
    const { body: categories } = await stranger.listJobCategories({ signal });
    const { body: types } = await stranger.listPositionTypes({ signal });
    const [category, type] = [categories.data[0], types.data[0]];
    expect(category !== undefined && type !== undefined, 'The lists of reference data should not be empty.');
    visit.wanted = {
      ...sampleJob,
      referenceId,
      categories: [{ id: category.id }],
      positionType: { id: type.id },
      status: 'active',
    };
  },
  'an earlier test': async (visit) =>
    (await removeJob(visit)) ? 'removed the job that an earlier test left' : undefined,
  'no key': async ({ stranger, signal }) => {
    const refusal = await refusalOf(stranger.listJobs({ signal }));
    expect(
      isProblem(refusal, 'api_key_invalid'),
      'A request without a key should get a 401 problem document.',
    );
  },
  'a bad request': async ({ client, wanted, signal }) => {
    const refusal = await refusalOf(client.createJob({ body: { ...wanted, title: '' }, signal }));
    expect(
      isProblem(refusal, 'validation_failed') && refusal.errors.some(({ pointer }) => pointer === '/title'),
      'A job without a title should get a 400 problem document that points to /title.',
    );
  },
  create: async (visit) => {
    const { client, wanted, signal } = visit;
    const { status, body, location, headers } = await client.createJob({ body: wanted, signal });
    expect(
      status === 201 && location?.endsWith(`/jobs/${body.id}`) === true,
      'A creation should say where the job is.',
    );
    const [, posting] = /^<([^>]+)>; rel="alternate"/.exec(headers.get('link') ?? '') ?? [];
    expect(posting !== undefined, 'The response should lead to the public page of the job.');
    Object.assign(visit, { job: body, posting });
  },
  read: async ({ client, job, signal }) => {
    const { body } = await client.getJob({ id: job.id, signal });
    expect(isDeepStrictEqual(body, job), 'The job should read as it was created.');
  },
  list: async (visit) => {
    const { client, job, signal } = visit;
    const isListed = async () => {
      const { body } = await client.listJobs({ query: { status: 'active' }, signal });
      return body.data.some(({ id }) => id === job.id);
    };
    await eventually(isListed, 'The job should be on the first page of active jobs.', visit);
  },
  'public page': async (visit) => {
    const isShown = async () => {
      const { status, text } = await page(visit);
      return status === 200 && text.includes(visit.job.title);
    };
    await eventually(isShown, 'The public page should show the job.', visit);
  },
  update: async (visit) => {
    const { client, job, signal } = visit;
    const title = `${sampleJob.title} (updated)`;
    const { body } = await client.updateJob({ id: job.id, body: { title }, signal });
    expect(isDeepStrictEqual(body, { ...job, title }), 'Only the title of the job should have changed.');
    visit.job = body;
  },
  archive: async (visit) => {
    const { client, job, signal } = visit;
    const { body } = await client.updateJob({ id: job.id, body: { status: 'archived' }, signal });
    expect(body.status === 'archived', 'The job should be archived.');
    const isClosed = async () => (await page(visit)).status === problems.job_closed.status;
    await eventually(isClosed, 'The public page should say that the job is closed.', visit);
  },
  delete: async (visit) => {
    const { client, job, signal } = visit;
    await removeJob(visit);
    const refusal = await refusalOf(client.getJob({ id: job.id, signal }));
    expect(isProblem(refusal, 'job_not_found'), 'The deleted job should be gone.');
  },
} as const satisfies Record<string, (visit: Visit) => Promise<string | undefined | void>>;

export type StepName = keyof typeof steps;
