import { Readable } from 'node:stream';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { toClientEvent, type LoggedEvent } from '../../functions/events/domain/logged-event.ts';
import type { EventLog } from '../../functions/events/store/event-log.ts';
import { database, type Database } from '../../functions/platform/dynamodb/database.ts';
import { Refusal } from '../../functions/platform/errors.ts';
import { callWebhook } from '../../functions/webhooks/delivery/call-webhook.ts';
import { deliverDue, type DeliveryRun } from '../../functions/webhooks/delivery/delivery-run.ts';
import { fastDeliveries } from '../../functions/webhooks/delivery/wake-ups.ts';
import { ATTEMPT_MILLIS } from '../../functions/webhooks/domain/attempts.ts';
import { ownDeliveries, type DeliveryKey } from '../../functions/webhooks/domain/delivery.ts';
import {
  newWebhook,
  signingSecretsOf,
  type Progress,
  type Webhook,
  type WebhookKey,
} from '../../functions/webhooks/domain/webhook.ts';
import { webhookQueue } from '../../functions/webhooks/store/webhook-queue.ts';
import { webhookStore } from '../../functions/webhooks/store/webhooks.ts';
import { singleSecret } from './only-secret.ts';

/** The secrets of the service in these tests. */
export const SERVICE_SECRETS = singleSecret(Buffer.alloc(32, 7));

export const anEvent = (id: number, type: LoggedEvent['type'] = 'job.updated'): LoggedEvent => ({
  id,
  type,
  timestamp: '2026-06-01T12:00:00.000Z',
  data: { job: { id: 7, referenceId: null }, version: id, by: { type: 'key' } },
});

/** The event of `anEvent` in the form that a webhook of an employer without a partner gets. */
export const clientEvent = (employerId: number, id: number) => toClientEvent(anEvent(id), { id: employerId });

/** An in-memory event log that can drop its oldest events. */
export function logInMemory() {
  const events: LoggedEvent[] = [];
  let oldest = 1;
  return {
    append: (...added: LoggedEvent[]) => void events.push(...added),
    forgetBefore: (id: number) => {
      oldest = id;
    },
    after: async (_: number, { after, limit, types }: Parameters<EventLog['after']>[1]) => {
      if (after < oldest - 1) throw new Refusal('events_expired');
      const rest = events.filter(({ id }) => id > after);
      const page = rest.slice(0, limit);
      return {
        events: page.filter(({ type }) => types?.includes(type) ?? true),
        last: page.at(-1)?.id ?? after,
        more: rest.length > limit,
        latest: events.at(-1)?.id ?? 0,
      };
    },
  };
}

export type LogInMemory = ReturnType<typeof logInMemory>;

/** A clock that advances only in `pass`. */
function manualClock() {
  let millis = Date.parse('2026-06-01T12:00:00.000Z');
  return {
    now: () => new Date(millis),
    pass: (more: number) => {
      millis += more;
    },
  };
}

/** The wake-ups of accounts whose partners have no webhooks. */
function wakeUpsIn(db: Database, now: () => Date) {
  const queue = webhookQueue(db);
  const ensureDeliveries = async (id: number) => (await queue.list(id)).flatMap(ownDeliveries);
  return { queue, ensureDeliveries, now };
}

/** The webhooks of a test, and delivery runs that handle only these webhooks. */
export function webhookRuns(client: DynamoDBDocumentClient, log: LogInMemory, clock = manualClock()) {
  const tableName = process.env['TABLE_NAME'] ?? '';
  const dbOf = (own: DynamoDBDocumentClient) =>
    database({ client: own, tableName, remainingMillis: () => Infinity });
  const store = webhookStore(dbOf(client));
  const keys: DeliveryKey[] = [];
  const errors: unknown[] = [];
  return {
    clock,
    store,
    errors,
    create: async (
      employerId: number,
      url: string,
      { dueAt, ...fields }: Partial<Webhook & Pick<Progress, 'dueAt'>> = {},
    ) => {
      const webhook = await store.create(employerId, (key) => {
        const created = newWebhook({ url }, { ...key, cursor: 0, createdAt: clock.now().toISOString() });
        const progress = created.progress && { ...created.progress, ...(dueAt !== undefined && { dueAt }) };
        return { ...created, ...fields, progress };
      });
      keys.push({ employerId, partnerId: null, id: webhook.id });
      return webhook;
    },
    /** Reads a webhook with its progress. */
    read: async (key: WebhookKey): Promise<Webhook & Progress> => {
      const webhook = await store.get(key);
      if (!webhook?.progress) throw new Error('The webhook is gone.');
      return { ...webhook, ...webhook.progress };
    },
    /** The options of a run that a new event of an employer starts. */
    wakeUp: (employerId: number, { by = client }: { by?: DynamoDBDocumentClient } = {}) => ({
      by,
      due: () => fastDeliveries(wakeUpsIn(dbOf(by), clock.now), [employerId]),
    }),
    /** The options of a scheduled run over the queue of due webhooks. */
    schedule: ({ by = client }: { by?: DynamoDBDocumentClient } = {}) => ({
      by,
      due: () => webhookQueue(dbOf(by)).due(clock.now()),
    }),
    run: ({
      by = client,
      due = () => Readable.from(keys),
      call = callWebhook('any'),
      partnerIdOf = async () => undefined,
    }: Partial<Pick<Parameters<typeof deliverDue>[1], 'due'>> & {
      by?: DynamoDBDocumentClient;
      call?: ReturnType<typeof callWebhook>;
      partnerIdOf?: (accountId: number) => Promise<number | undefined>;
    } = {}): Promise<DeliveryRun> =>
      deliverDue(
        {
          queue: webhookQueue(dbOf(by)),
          partnerIdOf,
          events: log,
          servedAccount: async ({ employerId: id }) => ({ id }),
          send: (webhook, ...sent) => {
            const secrets = signingSecretsOf(SERVICE_SECRETS, webhook, clock.now());
            return call({ url: webhook.url, secrets }, ...sent);
          },
          now: clock.now,
        },
        {
          due,
          remainingMillis: () => Infinity,
          waitMillis: () => 0,
          minMillis: ATTEMPT_MILLIS,
          attemptMillis: ATTEMPT_MILLIS,
          onError: (error) => errors.push(error),
        },
      ),
  };
}
