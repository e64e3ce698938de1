import { setTimeout as delay } from 'node:timers/promises';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { employerStore } from '../../employers/store/employers.ts';
import { eventLog } from '../../events/store/event-log.ts';
import { now } from '../../platform/clock.ts';
import { setting } from '../../platform/config.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { describe, writeLine } from '../../platform/log-line.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { runLog } from '../../platform/run-log.ts';
import { isQuick } from '../domain/delivery.ts';
import { secretsOf, type WebhookKey } from '../domain/webhook.ts';
import { webhookQueue, type WebhookQueue } from '../store/webhook-queue.ts';
import { callWebhook } from './call-webhook.ts';
import { deliverDue, type DeliveryRun } from './delivery-run.ts';

const OPERATION = 'sendWebhooks';

/** What the alarms and the dashboard show of a run. */
const metrics = ['delivered', 'failed', 'disabled', 'broken'];

/** How long a run works for those whose log has grown, in milliseconds: the records after these wait for it. */
const BELL_MILLIS = 30_000;

const call = callWebhook(setting('WEBHOOK_TARGETS'));

/** The employers whose log has grown, by the records of its heads. */
const employersIn = ({ Records = [] }: Partial<DynamoDBStreamEvent>): number[] => [
  ...new Set(Records.map(({ dynamodb }) => Number(dynamodb?.Keys?.['PK']?.S?.split('#')[1]))),
];

/** Slow and failing receivers are left to the schedule, so that nobody else waits for them. */
async function* quickOnes(queue: WebhookQueue, employers: readonly number[]): AsyncGenerator<WebhookKey> {
  for (const employerId of employers) yield* (await queue.list(employerId)).filter(isQuick);
}

/**
 * Delivers what webhooks have not got yet, for as long as there is time: by the schedule to all that are due, and with
 * records of the log to those of its employers. Throws StoreUnavailable.
 */
export async function sendEvents(
  event: Partial<DynamoDBStreamEvent>,
  context: RequestTime,
): Promise<DeliveryRun> {
  const db = databaseFor(context);
  const queue = webhookQueue(db);
  const log = runLog(OPERATION, metrics);
  const employers = event.Records && employersIn(event);
  const end = performance.now() + (employers ? BELL_MILLIS : Infinity);
  const run = await deliverDue({
    due: () => (employers ? quickOnes(queue, employers) : queue.due(now())),
    looksAgain: employers === undefined,
    queue,
    log: eventLog(db, now),
    isServed: async (id) => (await employerStore(db).get(id))?.suspendedAt === null,
    secretsOf: async (webhook) => secretsOf(await signingKey(db), webhook, now()),
    call,
    now,
    remainingMillis: () => Math.min(context.getRemainingTimeInMillis(), end - performance.now()),
    pause: (millis) => delay(millis),
    onError: (error) => log.failure({ error: describe(error) }),
    onDisabled: (facts) => writeLine({ level: 'WARN', operation: OPERATION, ...facts }),
  });
  const { delivered, failed, disabled, broken } = run;
  log.end(run, {
    level: failed + disabled + broken > 0 ? 'WARN' : 'INFO',
    isIdle: delivered + failed + disabled + broken === 0,
    usage: db.usage(),
  });
  return run;
}
