import { lambdaContext } from '../../bin/local/lambda.ts';
import { newApiKey, newKey } from '../../functions/employers/domain/api-key.ts';
import type { Employer } from '../../functions/employers/domain/employer.ts';
import { operationHandler } from '../../functions/http/chain.ts';
import { createJob } from '../../functions/jobs/create-job.ts';
import { jobWrites } from '../../functions/jobs/services.ts';
import { newJob, type Creation } from '../../functions/jobs/store/job-creation.ts';
import type { PlacedContent } from '../../functions/jobs/domain/job.ts';
import { hasPassed, now, today } from '../../functions/platform/clock.ts';
import { gatewayEvent } from './gateway-event.ts';
import type { Reply } from './service.ts';

const JOB_ID = 1;

const employer: Employer = { id: 1, name: 'Acme Inc.', plan: 'standard', suspendedAt: null };
const key = newKey(employer.id, { label: null, expiresAt: null, now: now() });
const { apiKey } = newApiKey();

/** What DynamoDB would be asked, answered from memory. A place that has no id yet cannot be named. */
const services = {
  now,
  today,
  hasPassed,
  usage: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
  apiKeys: {
    get: async () => ({ employer, key }),
    markUsed: async () => undefined,
    lease: async (_: string, { fullAt, least }: { fullAt: number; least: number }) => ({
      requests: least,
      fullAt,
    }),
  },
  jobs: {
    create: async (_: number, content: PlacedContent, { today: publishDate, answerOf }: Creation) => {
      const job = newJob(content, { id: JOB_ID, position: 1, publishDate }, now());
      return { jobId: JOB_ID, modifiedAt: job.modifiedAt, text: answerOf(job), isReplay: false };
    },
  },
  places: jobWrites(undefined as never).places,
};

const handler = operationHandler('createJob', () => services as never, createJob);

/**
 * Posts a job to the function of `POST /jobs` alone, without HTTP and DynamoDB: for rules that are tried with hundreds of
 * values.
 */
export async function postUnstored(body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const { functionName, event } = gatewayEvent('POST', '/jobs', {
    body,
    headers: { 'api-key': apiKey, ...headers },
  });
  const context = lambdaContext(functionName, event.requestContext.requestId, () => 10_000);
  const { statusCode = 0, headers: sent = {}, body: text = '' } = await handler(event, context);
  return {
    status: statusCode,
    headers: new Headers(sent as Record<string, string>),
    text,
    body: JSON.parse(text),
  };
}
