import type { Context } from 'aws-lambda';
import { afterAll } from '@jest/globals';
import { createGateway } from '../../bin/local/gateway.ts';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { scheduledCalls } from '../../bin/local/schedule.ts';
import type { FoldRun } from '../../functions/jobs/fold-status-maps.ts';
import type { RefreshEvent } from '../../functions/jobs/refresh-due-jobs.ts';
import type { FeedRun } from '../../functions/postings/feeds/publish-feeds.ts';
import type { NotificationRun } from '../../functions/postings/search-engines/notify-engines.ts';
import type { CanaryRequest, CanaryRun } from '../../functions/canary/run-canary.ts';
import type { Sweep } from '../../functions/applications/retention/sweep.ts';
import type { MailRun } from '../../functions/mail/mail-run.ts';
import type { RefreshRun } from '../../functions/jobs/refresh/refresh-run.ts';
import type { ScheduledId } from '../../lib/function-table.ts';
import { refreshShardOf } from '../../functions/jobs/keys.ts';
import { deployment } from './deployment.ts';
import { createSigningSecret } from '../../functions/platform/crypto/signing-key.ts';
import { connectToService } from './shared-service.ts';

type ScheduledHandler<Run> = (input: object, context: Context) => Promise<Run>;

/** Calls a scheduled function as its schedule does, with a time limit. */
async function scheduledRun<Run>(
  wanted: ScheduledId,
  millis: number,
  inputOf: (inputs: object[]) => object | undefined = ([input]) => input,
): Promise<Run> {
  const calls = scheduledCalls.filter(({ operation }) => operation === wanted);
  const input = inputOf(calls.map((call) => call.input));
  const [{ functionName } = { functionName: '' }] = calls;
  if (!input) throw new Error(`Nothing is scheduled for ${wanted}.`);
  const handler = (await deployment.handlers(functionName)) as unknown as ScheduledHandler<Run>;
  return handler(
    input,
    lambdaContext(functionName, wanted, () => millis),
  );
}

type ServiceTerms = Parameters<typeof connectToService>[1] & {
  functionMillis?: number;
  handlers?: typeof deployment.handlers;
};

/**
 * Starts a service of this suite's own, on the clock, the environment and the log of the suite, and closes it after the
 * suite. What needs none of them to be its own uses the shared service, which is faster. `functionMillis` is how long a
 * function keeps trying when the store fails; `handlers` has the functions.
 */
export async function startService(terms: ServiceTerms = {}) {
  const service = await openService(terms);
  afterAll(service.close);
  return service;
}

/** A service that a test closes itself. */
export async function openService({
  functionMillis = deployment.functionMillis,
  handlers = deployment.handlers,
  ...terms
}: ServiceTerms = {}) {
  const gateway = createGateway({ ...deployment, handlers, functionMillis });
  const port = await gateway.listen(0);
  const origin = `http://127.0.0.1:${port}`;
  // The handlers read their settings when they are first loaded.
  process.env['BASE_URL'] = origin;
  const service = connectToService(origin, terms);
  await createSigningSecret(service.db);
  let closed: Promise<void> | undefined;

  return {
    ...service,
    /** Runs auto-refresh for the jobs of an employer as the schedule does, with a time limit. */
    runAutoRefresh: ({ id }: { id: number }, millis = Infinity) =>
      scheduledRun<RefreshRun>('refreshDueJobs', millis, (inputs) =>
        inputs.find((input) => (input as RefreshEvent).shard === refreshShardOf(id)),
      ),
    /** Publishes the feed and the sitemap as the schedule does, with a time limit. */
    publishFeeds: (millis = Infinity) => scheduledRun<FeedRun>('publishFeeds', millis),
    /** Notifies search engines as the schedule does. */
    notifySearchEngines: () => scheduledRun<NotificationRun>('notifySearchEngines', 290_000),
    /** Folds the status maps that are due, as the schedule does, with a time limit. */
    foldStatusMaps: (millis = Infinity) => scheduledRun<FoldRun>('foldStatusMaps', millis),
    /** Runs the canary as its schedule does, or as in a call by a person. */
    runCanary: (request?: CanaryRequest) =>
      scheduledRun<CanaryRun>('runCanary', 90_000, ([input]) => request ?? input),
    /** Runs the sender of applications once, as the schedule does, with a time limit. */
    runMail: (millis = Infinity) => scheduledRun<MailRun>('sendApplications', millis),
    /** Runs the sender of confirmations once, as the schedule does. */
    runConfirmations: (millis = Infinity) => scheduledRun<MailRun>('sendConfirmations', millis),
    /** Runs the sweep, which erases old applications, as the schedule does. */
    runSweep: (millis = Infinity) => scheduledRun<Sweep>('sweepApplications', millis),
    /** Makes one run of the mail about webhooks that are disabled, as the schedule does. */
    addParkedChanges: (millis = Infinity) =>
      scheduledRun<{ events: number; oldest: number }>('addParkedChanges', millis),
    runNotices: (millis = Infinity) => scheduledRun<MailRun & { reports: MailRun }>('sendNotices', millis),
    close: () => (closed ??= gateway.close()),
  };
}
