import type { Context, DynamoDBStreamEvent } from 'aws-lambda';
import { type DeliveryRun, deliverDue } from './delivery/delivery-run.ts';
import type { Employer } from '../accounts/domain/employer.ts';
import { employerStore } from '../accounts/store/employers.ts';
import { partnerEmployers } from '../accounts/store/partner-entries.ts';
import { eventLog } from '../events/store/event-log.ts';
import { now } from '../platform/time/clock.ts';
import { setting } from '../platform/config.ts';
import { signingSecrets } from '../platform/crypto/signing-key.ts';
import { describe, writeLine, runLog } from '../platform/log.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { ttlCache } from '../platform/cache.ts';
import { ATTEMPT_MILLIS, FAST_MILLIS } from './domain/attempts.ts';
import { partnerOf } from './domain/partner-webhook.ts';
import { signingSecretsOf, type WebhookKey } from './domain/webhook.ts';
import { webhookQueue } from './store/webhook-queue.ts';
import { callWebhook } from './delivery/call-webhook.ts';
import { fastWebhooks, markMissed, fanOut } from './delivery/wake-ups.ts';

/**
 * Delivers the events of webhooks (interface 14.8): one run over all, or over those of the employers with new events.
 */
export async function handler(
  event: Partial<DynamoDBStreamEvent>,
  context: Context,
): Promise<DeliveryRun & { batchItemFailures: [] }> {
  return { ...(await sendEvents(event, context)), batchItemFailures: [] };
}

const OPERATION = 'sendWebhooks';

/** The metrics that alarms and the dashboard show. */
const metrics = ['unfinished', 'delivered', 'failed', 'disabled', 'broken'];

/** How long a wake-up may deliver new events, in milliseconds. Later records of the stream wait for the wake-up. */
const WAKE_UP_MILLIS = 3_000;

const call = callWebhook(setting('WEBHOOK_TARGETS'));

/** Caches accounts, to find the partners that get their events. The sender reads the account again before it sends. */
const accountsRead = ttlCache<Employer>();

/** The employers with new events, from the changed heads of their logs. */
const employersIn = ({ Records = [] }: Partial<DynamoDBStreamEvent>): number[] => [
  ...new Set(Records.map(({ dynamodb }) => Number(dynamodb?.Keys?.['PK']?.S?.split('#')[1]))),
];

/** The stream drops a wake-up that it could not deliver for a day, so checking once an hour suffices. */
const isTimeForMissed = () => now().getUTCMinutes() === 0;

/**
 * Delivers pending events while there is time: on the schedule for all due webhooks, and with records of the log for
 * those of its employers. Throws StoreUnavailable.
 */
export async function sendEvents(
  event: Partial<DynamoDBStreamEvent>,
  context: RequestTime,
): Promise<DeliveryRun> {
  const db = databaseFor(context);
  const queue = webhookQueue(db);
  const events = eventLog(db, now);
  const log = runLog(OPERATION, metrics);
  const employers = event.Records && employersIn(event);
  const { get, accounts } = employerStore(db);

  /** Lists the webhooks and deliveries that get the events of an account, and creates missing deliveries; none for a deleted account. */
  async function ensureReceivers(id: number) {
    const opened = await accountsRead(String(id), now, { read: () => get(id) });
    return opened ? queue.ensureReceivers(opened.found, now()) : [];
  }

  /** Reads an account, unless it is suspended. */
  async function served(id: number) {
    const account = await get(id);
    return account?.suspendedAt === null ? account : undefined;
  }

  async function servedEmployer({ employerId, partnerId }: WebhookKey) {
    const account = await served(employerId);
    const isOwn = partnerId === undefined || partnerId === employerId;
    if (!account || isOwn) return account;
    return partnerOf(account) === partnerId && (await served(partnerId)) ? account : undefined;
  }

  const end = performance.now() + (employers ? WAKE_UP_MILLIS : Infinity);
  const run = await deliverDue({
    due: () => (employers ? fastWebhooks({ queue, ensureReceivers, now }, employers) : queue.due(now())),
    lookAgainMillis: employers ? undefined : 1_000,
    queue,
    log: events,
    servedEmployer,
    fanOutNext: fanOut({ queue, employersOf: partnerEmployers(db).list, now }),
    secretsOf: async (webhook) => signingSecretsOf(await signingSecrets(db, now()), webhook, now()),
    call,
    now,
    remainingMillis: () => context.getRemainingTimeInMillis(),
    yieldMillis: () => end - performance.now(),
    attemptMillis: employers ? FAST_MILLIS : ATTEMPT_MILLIS,
    onError: (error) => log.failure({ error: describe(error) }),
    onDisabled: (facts) => writeLine({ level: 'WARN', operation: OPERATION, ...facts }),
  });
  const { delivered, failed, disabled, broken, behind, paused } = run;
  const unserved = run.finished && broken + behind === 0 ? [] : (employers ?? []);
  for (const employerId of unserved) {
    for (const webhook of await ensureReceivers(employerId)) await queue.markDue(webhook, now());
  }
  // The check for lost wake-ups reads the webhooks of all accounts, so due webhooks come first.
  if (!employers && run.finished && isTimeForMissed()) {
    await markMissed({ accounts: await accounts(), queue, log: events, now });
  }
  // The scheduled run continues with the work that other runs leave.
  log.end(employers ? run : { ...run, unfinished: Number(!run.finished) }, {
    level: failed + disabled + broken + behind + paused > 0 ? 'WARN' : 'INFO',
    isIdle: delivered + failed + disabled + broken + behind + paused === 0,
    usage: db.usage(),
  });
  return run;
}
