import type { Context } from 'aws-lambda';
import { createGateway, loadFunction } from '../../bin/local/gateway.ts';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { scheduledCalls } from '../../bin/local/schedule.ts';
import { synthesised } from '../../bin/local/synthesised.ts';
import type { RefreshEvent } from '../../functions/jobs/refresh-due-jobs.ts';
import type { FeedRun } from '../../functions/postings/feeds/publish-feeds.ts';
import type { CanaryRequest, CanaryRun } from '../../functions/canary/canary.ts';
import type { Plan } from '../../functions/employers/domain/employer.ts';
import type { MailRun } from '../../functions/applications/mail/mail-run.ts';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { employerStore } from '../../functions/employers/store/employers.ts';
import type { RefreshRun } from '../../functions/jobs/store/refresh-run.ts';
import { refreshShardOf } from '../../functions/platform/dynamodb/table.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from './a-job.ts';

/** A response as a client sees it; `body` is parsed if it is JSON. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test may look at anything a response could contain
  body: any;
}

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/** A client of the service. Paths are relative to /api/v1.1, or absolute URLs from the service. */
export function clientOf(origin: string, ownHeaders: Record<string, string>) {
  async function request(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Reply> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(path.startsWith('http') ? path : `${origin}${BASE_PATH}${path}`, {
      method,
      // A redirect is an answer, and its address may be another origin's.
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...ownHeaders,
        ...headers,
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }
  return {
    request,
    get: (path: string, headers?: Record<string, string>) => request('GET', path, headers && { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request('POST', path, { body, headers }),
    put: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request('PUT', path, { body, headers }),
    delete: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      request('DELETE', path, { body, headers }),
  };
}

export type Client = ReturnType<typeof clientOf>;

/** With HANDLERS=bundles, the suites test the bundles that `cdk deploy` uses instead of the sources. */
const deployment = process.env['HANDLERS'] === 'bundles' ? synthesised() : undefined;

const { handlers, scheduled } = deployment ?? { handlers: loadFunction, scheduled: scheduledCalls };

type RefreshHandler = (event: RefreshEvent, context: Context) => Promise<RefreshRun>;

type FeedHandler = (event: object, context: Context) => Promise<FeedRun>;

type CanaryHandler = (event: object, context: Context) => Promise<CanaryRun>;

type MailHandler = (event: object, context: Context) => Promise<MailRun>;

interface EmployerTerms {
  name?: string;
  plan?: Plan;
}

/** Starts the service with real HTTP and the real engine, on the clock of the process. */
export async function startService() {
  const gateway = createGateway(deployment);
  const port = await gateway.listen(0);
  const origin = `http://127.0.0.1:${port}`;
  // The handlers read their settings when they are first loaded.
  process.env['BASE_URL'] = origin;
  const dynamo = createClient();
  const db = database({
    client: dynamo,
    tableName: process.env['TABLE_NAME'] ?? '',
    remainingMillis: () => Infinity,
  });

  async function newEmployer({ name = 'Acme Inc.', plan = 'standard' }: EmployerTerms = {}) {
    const { employer, apiKey, key } = await employerStore(db).create({ name, plan }, new Date());
    return { ...clientOf(origin, { 'api-key': apiKey }), employer, apiKey, key };
  }

  return {
    origin,
    db,
    /** A client without an API key. */
    anyone: clientOf(origin, {}),
    /** Creates an employer and returns a client with its key. */
    newEmployer,
    /** A new employer with one job, what the service answered to its creation, and where it is. */
    employerWithJob: async (fields: Record<string, unknown> = {}, terms: EmployerTerms = {}) => {
      const acme = await newEmployer(terms);
      const { body: job, text } = await acme.post('/jobs', aJob(fields));
      return { acme, job, text, path: `/jobs/${job.id}` };
    },
    /** Runs what the schedule runs for the jobs of an employer, with a time limit. */
    runAutoRefresh: async ({ id }: { id: number }, millis = Infinity): Promise<RefreshRun> => {
      const shard = refreshShardOf(id);
      const call = scheduled.find(({ input }) => (input as RefreshEvent).shard === shard);
      if (!call) throw new Error(`Nothing is scheduled for shard ${shard}.`);
      const handler = (await handlers(call.functionName)) as unknown as RefreshHandler;
      return handler(
        call.input as RefreshEvent,
        lambdaContext(call.functionName, 'refresh', () => millis),
      );
    },
    /** Publishes the feed and the sitemap as the schedule does, with a time limit. */
    publishFeeds: async (millis = Infinity): Promise<FeedRun> => {
      const call = scheduled.find(({ every, input }) => every === 'hour' && !('shard' in input));
      if (!call) throw new Error('Nothing is scheduled that publishes the feeds.');
      const handler = (await handlers(call.functionName)) as unknown as FeedHandler;
      return handler(
        call.input,
        lambdaContext(call.functionName, 'feeds', () => millis),
      );
    },
    /** Makes one run of the canary, as the schedule does. */
    /** Runs the canary as its schedule does, or as somebody asks it to. */
    runCanary: async (request?: CanaryRequest): Promise<CanaryRun> => {
      const call = scheduled.find(({ every }) => every === 'fiveMinutes');
      if (!call) throw new Error('Nothing is scheduled for every five minutes.');
      const handler = (await handlers(call.functionName)) as unknown as CanaryHandler;
      return handler(
        request ?? call.input,
        lambdaContext(call.functionName, 'canary', () => 90_000),
      );
    },
    /** Makes one run of mail, as the schedule does, with a time limit. */
    runMail: async (millis = Infinity): Promise<MailRun> => {
      const call = scheduled.find(({ every }) => every === 'minute');
      if (!call) throw new Error('Nothing is scheduled for every minute.');
      const handler = (await handlers(call.functionName)) as unknown as MailHandler;
      return handler(
        call.input,
        lambdaContext(call.functionName, 'mail', () => millis),
      );
    },
    close: async () => {
      await gateway.close();
      dynamo.destroy();
    },
  };
}
