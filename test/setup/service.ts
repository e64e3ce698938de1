import type { Context } from 'aws-lambda';
import { createGateway } from '../../bin/local/gateway.ts';
import { lambdaContext } from '../../bin/local/lambda.ts';
import type { FoldRun } from '../../functions/jobs/store/fold-run.ts';
import type { RefreshEvent } from '../../functions/jobs/refresh-due-jobs.ts';
import type { FeedRun } from '../../functions/postings/feeds/publish-feeds.ts';
import type { CanaryRequest, CanaryRun } from '../../functions/canary/canary.ts';
import type { MailRun } from '../../functions/applications/mail/queue-run.ts';
import type { RefreshRun } from '../../functions/jobs/refresh-run.ts';
import { refreshShardOf } from '../../functions/platform/dynamodb/table.ts';
import { deployment } from './deployment.ts';
import { serviceAt } from './service-at.ts';

const { handlers, scheduled } = deployment;

type RefreshHandler = (event: RefreshEvent, context: Context) => Promise<RefreshRun>;

type FoldHandler = (event: object, context: Context) => Promise<FoldRun>;

type FeedHandler = (event: object, context: Context) => Promise<FeedRun>;

type CanaryHandler = (event: object, context: Context) => Promise<CanaryRun>;

type MailHandler = (event: object, context: Context) => Promise<MailRun>;

/**
 * Starts a service of this suite's own, on the clock, the environment and the log of the suite. What needs none of them
 * to be its own uses the shared service, which is faster.
 */
export async function startService(terms: Parameters<typeof serviceAt>[1] = {}) {
  const gateway = createGateway(deployment);
  const port = await gateway.listen(0);
  const origin = `http://127.0.0.1:${port}`;
  // The handlers read their settings when they are first loaded.
  process.env['BASE_URL'] = origin;
  const service = serviceAt(origin, terms);

  return {
    ...service,
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
      const call = scheduled.find(({ operation }) => operation === 'publishFeeds');
      if (!call) throw new Error('Nothing is scheduled that publishes the feeds.');
      const handler = (await handlers(call.functionName)) as unknown as FeedHandler;
      return handler(
        call.input,
        lambdaContext(call.functionName, 'feeds', () => millis),
      );
    },
    /** Folds the status maps that wait for it as the schedule does, with a time limit. */
    foldStatusMaps: async (millis = Infinity): Promise<FoldRun> => {
      const call = scheduled.find(({ operation }) => operation === 'foldStatusMaps');
      if (!call) throw new Error('Nothing is scheduled that folds status maps.');
      const handler = (await handlers(call.functionName)) as unknown as FoldHandler;
      return handler(
        call.input,
        lambdaContext(call.functionName, 'fold', () => millis),
      );
    },
    /** Runs the canary as its schedule does, or as somebody asks it to. */
    runCanary: async (request?: CanaryRequest): Promise<CanaryRun> => {
      const call = scheduled.find(({ operation }) => operation === 'runCanary');
      if (!call) throw new Error('Nothing is scheduled for every five minutes.');
      const handler = (await handlers(call.functionName)) as unknown as CanaryHandler;
      return handler(
        request ?? call.input,
        lambdaContext(call.functionName, 'canary', () => 90_000),
      );
    },
    /** Makes one run of mail, as the schedule does, with a time limit. */
    runMail: async (millis = Infinity): Promise<MailRun> => {
      const call = scheduled.find(({ operation }) => operation === 'sendApplications');
      if (!call) throw new Error('Nothing is scheduled that sends mail.');
      const handler = (await handlers(call.functionName)) as unknown as MailHandler;
      return handler(
        call.input,
        lambdaContext(call.functionName, 'mail', () => millis),
      );
    },
    /** Makes one run of confirmations, as the schedule does. */
    runConfirmations: async (millis = Infinity): Promise<MailRun> => {
      const call = scheduled.find(({ operation }) => operation === 'sendConfirmations');
      if (!call) throw new Error('Nothing is scheduled that confirms applications.');
      const handler = (await handlers(call.functionName)) as unknown as MailHandler;
      return handler(
        call.input,
        lambdaContext(call.functionName, 'confirmations', () => millis),
      );
    },
    close: async () => {
      await gateway.close();
      service.disconnect();
    },
  };
}
