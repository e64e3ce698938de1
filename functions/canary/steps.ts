import { isDeepStrictEqual } from 'node:util';
import { ProblemError, type Client, type JobCreate, type JobRecord } from '../../schemas/client/index.ts';
import { problems, problemType, type ProblemCode } from '../../schemas/problems.ts';
import { setTimeout as delay } from 'node:timers/promises';

/** The service gave an unexpected response. */
class Mismatch extends Error {}

/** Throws unless a response is as expected. */
export function expect(isRight: boolean, shouldBe: string): asserts isRight {
  if (!isRight) throw new Mismatch(shouldBe);
}

/** The problem of a refused call. Throws when the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<ProblemError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Mismatch('A request that should be refused was accepted.');
}

/** The time between two checks, in milliseconds. */
const PAUSE_MILLIS = 250;

/** Repeats a check until it passes, for as long as lists and pages may lag. Throws when the check still fails. */
export async function eventually(
  look: () => Promise<boolean>,
  shouldBe: string,
  { lag, signal }: { lag: number; signal: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + lag;
  while (!(await look())) {
    expect(performance.now() < deadline, shouldBe);
    await delay(PAUSE_MILLIS, undefined, { signal });
  }
}

/** A sentence with the cause of a failed step, and with the id of the request if there is one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ProblemError)) return error instanceof Error ? error.message : String(error);
  const { status, code = 'no problem document', detail, requestId } = error;
  return `${status} ${code}: ${detail}${requestId === undefined ? '' : ` (request ${requestId})`}`;
}

/** The state of one smoke test. */
export interface TestContext {
  client: Client;
  /** A client without an API key. */
  stranger: Client;
  /** A client with a key that does not exist. */
  intruder: Client;
  /** Ends the test when its time is over. */
  signal: AbortSignal;
  /** The longest time until lists and pages show a change, in milliseconds. */
  lag: number;
  referenceId: string;
  /** The job to create, once the reference data is read. */
  jobToCreate: JobCreate;
  /** The job, once it is created. */
  job: JobRecord;
  /** The URL of the job's public page. */
  posting: string;
}

/** The test job says that it is a test. Nobody can apply: its address is reserved for examples (RFC 2606). */
const sampleJob = {
  title: 'Smoke test, please ignore',
  description: '<p>This job tests the service. It is about to be deleted.</p>',
  locations: [{ description: 'Ottawa, ON' }],
  applicantRoutingType: { id: 2 },
  applicationUrl: 'https://example.com/',
} satisfies Partial<JobCreate>;

/** Whether a problem document is complete and has this code. */
const isProblem = (error: ProblemError, code: ProblemCode) =>
  error.code === code &&
  error.status === problems[code].status &&
  error.type === problemType(code) &&
  error.requestId !== undefined &&
  error.headers.get('content-type')?.startsWith('application/problem+json') === true;

/** Deletes the job of the test. Returns whether it existed. */
export async function removeJob({
  client,
  referenceId,
  signal,
}: Pick<TestContext, 'client' | 'referenceId' | 'signal'>): Promise<boolean> {
  try {
    await client.jobs.deleteByReference({ referenceId }, { signal });
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.status === problems.job_not_found.status) return false;
    throw error;
  }
}

interface PageResponse {
  status: number;
  text: string;
  /** A cache, such as a CDN, gave the response, which may be outdated. */
  isKept: boolean;
}

/** Fetches a public page as a candidate does: that of the posting, or one below it. */
async function page({ posting, signal }: TestContext, below = ''): Promise<PageResponse> {
  const response = await fetch(`${posting}${below}`, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
    signal,
  });
  return {
    status: response.status,
    text: await response.text(),
    isKept: Number(response.headers.get('age') ?? 0) > 0,
  };
}

/**
 * The steps in order: the requests of an employer's system and of a candidate about one job. Each throws unless the
 * service responds as documented, and may return a note.
 */
export const steps = {
  'reference data': async (context) => {
    const { stranger, referenceId, signal } = context;
    const categories = await stranger.jobCategories.list({ signal });
    const types = await stranger.positionTypes.list({ signal });
    const [category, type] = [categories.data[0], types.data[0]];
    expect(category !== undefined && type !== undefined, 'The lists of reference data should not be empty.');
    context.jobToCreate = {
      ...sampleJob,
      referenceId,
      categories: [{ id: category.id }],
      positionType: { id: type.id },
      status: 'active',
    };
  },
  'an earlier test': async (context) =>
    (await removeJob(context)) ? 'removed the job that an earlier test left' : undefined,
  'a wrong key': async ({ intruder, signal }) => {
    const refusal = await refusalOf(intruder.jobs.list({}, { signal }));
    expect(
      isProblem(refusal, 'api_key_invalid'),
      'A request with a wrong key should get a 401 problem document.',
    );
  },
  'a bad request': async ({ client, jobToCreate, signal }) => {
    const refusal = await refusalOf(client.jobs.create({ ...jobToCreate, title: '' }, { signal }));
    expect(
      isProblem(refusal, 'validation_failed') && refusal.errors.some(({ pointer }) => pointer === '/title'),
      'A job without a title should get a 400 problem document that points to /title.',
    );
  },
  create: async (context) => {
    const { client, jobToCreate, signal } = context;
    const job = await client.jobs.create(jobToCreate, { signal });
    const { created, location, headers } = job.lastResponse;
    expect(
      created && location?.endsWith(`/jobs/${job.id}`) === true,
      'A creation should say where the job is.',
    );
    const [, posting] = /^<([^>]+)>; rel="alternate"/.exec(headers.get('link') ?? '') ?? [];
    expect(posting !== undefined, 'The response should lead to the public page of the job.');
    Object.assign(context, { job, posting });
  },
  read: async ({ client, job, signal }) => {
    const currentJob = await client.jobs.get(job.id, { signal });
    expect(isDeepStrictEqual(currentJob, job), 'The job should read as it was created.');
  },
  list: async (context) => {
    const { client, job, signal } = context;
    const isListed = async () => {
      const { data } = await client.jobs.list({ status: 'active' }, { signal });
      return data.some(({ id }) => id === job.id);
    };
    await eventually(isListed, 'The job should be on the first page of active jobs.', context);
  },
  'public page': async (context) => {
    const isVisible = async () => {
      const { status, text } = await page(context);
      return status === 200 && text.includes(context.job.title);
    };
    await eventually(isVisible, 'The public page should show the job.', context);
  },
  update: async (context) => {
    const { client, job, signal } = context;
    const title = `${sampleJob.title} (updated)`;
    const updated = await client.jobs.update(job.id, { title }, { signal });
    const { updatedAt } = updated;
    expect(
      isDeepStrictEqual(updated, { ...job, title, updatedAt }),
      'Only the title of the job should have changed.',
    );
    context.job = updated;
  },
  archive: async (context) => {
    const { client, job, signal } = context;
    const { status } = await client.jobs.update(job.id, { status: 'archived' }, { signal });
    expect(status === 'archived', 'The job should be archived.');
    const closed = problems.job_closed.status;
    const isClosed = async () => {
      const response = await page(context);
      // A response that is never cached shows the change immediately.
      return (
        (response.isKept || response.status === closed) && (await page(context, '/go')).status === closed
      );
    };
    await eventually(isClosed, 'The public page should say that the job is closed.', context);
  },
  delete: async (context) => {
    const { client, job, signal } = context;
    await removeJob(context);
    const refusal = await refusalOf(client.jobs.get(job.id, { signal }));
    expect(isProblem(refusal, 'job_not_found'), 'The deleted job should be gone.');
  },
} as const satisfies Record<string, (context: TestContext) => Promise<string | undefined | void>>;

export type StepName = keyof typeof steps;
