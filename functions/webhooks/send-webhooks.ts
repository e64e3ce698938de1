import type { Context, DynamoDBStreamEvent } from 'aws-lambda';
import { type DeliveryDeps, type DeliveryRun, deliverDue } from './delivery/delivery-run.ts';
import type { Employer } from '../accounts/domain/employer.ts';
import { employerStore } from '../accounts/store/employers.ts';
import { eventLog } from '../events/store/event-log.ts';
import { now } from '../platform/time/clock.ts';
import { setting } from '../platform/config.ts';
import { signingSecrets } from '../platform/crypto/signing-key.ts';
import { describe, runLog } from '../platform/log.ts';
import { databaseFor } from '../platform/request-database.ts';
import { ttlCache } from '../platform/cache.ts';
import { ATTEMPT_MILLIS, FAST_MILLIS } from './domain/attempts.ts';
import { partnerOf, type DeliveryKey } from './domain/delivery.ts';
import { signingSecretsOf } from './domain/webhook.ts';
import { webhookQueue } from './store/webhook-queue.ts';
import { callWebhook } from './delivery/call-webhook.ts';
import { fastDeliveries, markMissed } from './delivery/wake-ups.ts';

const OPERATION = 'sendWebhooks';

/** The metrics that alarms and the dashboard show. */
const metrics = ['unfinished', 'delivered', 'failed', 'disabled', 'broken'];

/** How long a wake-up may deliver new events, in milliseconds. Later records of the stream wait for the wake-up. */
const WAKE_UP_MILLIS = 3_000;

/** The time between two runs of the schedule, in milliseconds. */
const INTERVAL_MILLIS = 60_000;

/** The time reserved to record the outcome of an attempt, in milliseconds. */
const RECORD_MILLIS = 5_000;

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
 * Delivers pending events of webhooks while there is time (guide: receive-webhooks 4 to 8): on the schedule for all due
 * webhooks, and with records of the log for those of its employers. Throws StoreUnavailable.
 */
export async function handler(
  event: Partial<DynamoDBStreamEvent>,
  context: Context,
): Promise<DeliveryRun & { batchItemFailures: [] }> {
  const db = databaseFor(context);
  const queue = webhookQueue(db);
  const events = eventLog(db, now);
  const log = runLog(OPERATION, metrics);
  const employers = event.Records && employersIn(event);
  const { get, accounts } = employerStore(db);

  const accountOf = async (id: number) =>
    (await accountsRead(String(id), now, { read: () => get(id) }))?.found;

  /** Lists the deliveries of an account's events, and creates missing ones; none for a deleted account. */
  async function ensureDeliveries(id: number) {
    const opened = await accountOf(id);
    return opened ? queue.ensureDeliveries(opened, now()) : [];
  }

  async function partnerIdOf(id: number) {
    const account = await accountOf(id);
    return account && partnerOf(account);
  }

  /** Reads an account, unless it is suspended. */
  async function active(id: number) {
    const account = await get(id);
    return account?.suspendedAt === null ? account : undefined;
  }

  async function servedAccount(key: DeliveryKey) {
    const account = await active(key.employerId);
    if (!account || key.partnerId === null || key.partnerId === key.employerId) return account;
    return partnerOf(account) === key.partnerId && (await active(key.partnerId)) ? account : undefined;
  }

  const send: DeliveryDeps['send'] = async (webhook, ...sent) =>
    call(
      { url: webhook.url, secrets: signingSecretsOf(await signingSecrets(db, now()), webhook, now()) },
      ...sent,
    );

  const end = performance.now() + WAKE_UP_MILLIS;
  const run = await deliverDue(
    { queue, partnerIdOf, events, servedAccount, send, now },
    {
      due: () => (employers ? fastDeliveries({ queue, ensureDeliveries, now }, employers) : queue.due(now())),
      lookAgainMillis: employers ? undefined : 1_000,
      remainingMillis: () => (employers ? end - performance.now() : context.getRemainingTimeInMillis()),
      waitMillis: () => (employers ? 0 : context.getRemainingTimeInMillis() - INTERVAL_MILLIS),
      minMillis: employers ? FAST_MILLIS : ATTEMPT_MILLIS + RECORD_MILLIS,
      attemptMillis: employers ? FAST_MILLIS : ATTEMPT_MILLIS,
      onError: (error) => log.failure({ error: describe(error) }),
    },
  );
  const { delivered, failed, disabled, broken, behind, paused } = run;
  const unserved = run.finished && broken + behind === 0 ? [] : (employers ?? []);
  for (const employerId of unserved) {
    for (const delivery of await ensureDeliveries(employerId)) await queue.markDue(delivery, now());
  }
  // The check for lost wake-ups reads the webhooks of all accounts, so due webhooks come first.
  if (!employers && run.finished && isTimeForMissed()) {
    await markMissed({ accounts: await accounts(), queue, events, now });
  }
  // The scheduled run continues with the work that other runs leave.
  log.end(employers ? run : { ...run, unfinished: Number(!run.finished) }, {
    level: failed + disabled + broken + behind + paused > 0 ? 'WARN' : 'INFO',
    isIdle: delivered + failed + disabled + broken + behind + paused === 0,
    usage: db.usage(),
  });
  // What is left is due, so the stream need not repeat its records.
  return { ...run, batchItemFailures: [] };
}
