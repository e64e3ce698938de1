import { lambdaContext } from '../../bin/local/lambda.ts';
import { newApiKey, newKey } from '../../functions/accounts/domain/api-key.ts';
import type { Employer, Plan } from '../../functions/accounts/domain/employer.ts';
import { authenticatedOperation } from '../../functions/accounts/authenticated-operation.ts';
import { createJob } from '../../functions/jobs/create-job.ts';
import type { Job, ContentWithLocationIds } from '../../functions/jobs/job/job.ts';
import { getJob } from '../../functions/jobs/get-job.ts';
import { jobServices } from '../../functions/jobs/services.ts';
import { writtenBy } from '../../functions/platform/dynamodb/last-write.ts';
import { createJobFrom } from '../../functions/jobs/write/job-creation.ts';
import type { JobStore } from '../../functions/jobs/write/job-store.ts';
import { updateJob } from '../../functions/jobs/update-job.ts';
import { upsertJob } from '../../functions/jobs/upsert-job.ts';
import { now } from '../../functions/platform/time/clock.ts';
import { aJob } from './a-job.ts';
import { gatewayEvent } from './gateway-event.ts';
import type { Reply } from './http-client.ts';

const author = { type: 'key' } as const;

/** In-memory replacements for the database functions that operations call, for one employer. */
function memoryOf(employer: Employer) {
  const jobs = new Map<number, Job>();
  const { places, ...clock } = jobServices(undefined as never);

  function created(content: ContentWithLocationIds, publishDate: string) {
    const number = jobs.size + 1;
    const job = createJobFrom(
      content,
      { id: number, position: number, publishDate },
      writtenBy(author, now()),
    );
    jobs.set(number, job);
    return job;
  }

  async function changed(job: Job, amend: (job: Job) => Promise<Job>): Promise<Job> {
    const amended = await amend(job);
    jobs.set(job.id, amended);
    return amended;
  }

  const changes: Pick<JobStore, 'draft' | 'create' | 'update' | 'upsert'> = {
    draft: async (_, content, { today }) => created(content, today),
    create: async () => undefined,
    update: async (_, id, __, amend) => {
      const job = jobs.get(id);
      return job && changed(job, amend);
    },
    upsert: async (_, referenceId, { amend, create, today }) => {
      const job = [...jobs.values()].find((each) => each.referenceId === referenceId);
      return job
        ? { job: await changed(job, amend), created: false }
        : { job: created(await create(), today), created: true };
    },
  };

  return {
    ...clock,
    now,
    usage: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
    apiKeys: {
      get: async () => ({
        employer,
        key: newKey(employer.id, { label: null, expiresAt: null, now: now() }),
        author,
      }),
      markUsed: async () => undefined,
      lease: async (_: string, { fullAt, least }: { fullAt: number; least: number }) => ({
        requests: least,
        fullAt,
      }),
    },
    jobs: { ...changes, get: async (_: number, id: number) => jobs.get(id) },
    places,
    hasApplications: async () => false,
  };
}

/**
 * The functions that create, change and show single jobs, without HTTP and DynamoDB: for rules that are tried with
 * hundreds of values. A new employer each time.
 */
export function jobsInMemory({ plan = 'standard' }: { plan?: Plan } = {}) {
  const { apiKey } = newApiKey();
  const services = memoryOf({ id: 1, name: 'Acme Inc.', plan, suspendedAt: null });
  const servicesFor = () => services as never;
  const handlers = {
    'create-job': authenticatedOperation('createJob', servicesFor, createJob),
    'update-job': authenticatedOperation('updateJob', servicesFor, updateJob),
    'upsert-job': authenticatedOperation('upsertJob', servicesFor, upsertJob),
    'get-job': authenticatedOperation('getJob', servicesFor, getJob),
  };

  async function request(
    method: string,
    path: string,
    sent: { body?: unknown; headers?: Record<string, string> | undefined } = {},
  ): Promise<Reply> {
    const headers = { 'api-key': apiKey, ...sent.headers };
    const { functionName, event } = gatewayEvent(method, path, { ...sent, headers });
    const context = lambdaContext(functionName, event.requestContext.requestId, () => 120_000);
    const reply = await handlers[functionName as keyof typeof handlers](event, context);
    const { statusCode = 0, body: text = '' } = reply;
    return {
      status: statusCode,
      headers: new Headers(reply.headers as Record<string, string>),
      text,
      body: JSON.parse(text),
    };
  }

  return {
    get: (path: string) => request('GET', path),
    post: (path: string, body: unknown, headers?: Record<string, string>) =>
      request('POST', path, { body, headers }),
    put: (path: string, body: unknown, headers?: Record<string, string>) =>
      request('PUT', path, { body, headers }),
  };
}

/** A new employer with one job, like `employerWithJob` of a service, but in memory. */
export async function employerWithJobInMemory(
  fields: Record<string, unknown> = {},
  terms: { plan?: Plan } = {},
) {
  const acme = jobsInMemory(terms);
  const { body: job, text } = await acme.post('/jobs', aJob(fields));
  return { acme, job, text, path: `/jobs/${job.id}` };
}
