import {
  SECRET_OVERLAP_HOURS,
  type DeliveryAttempt,
  type DisabledReason,
  type WebhookCreate,
  type WebhookRecord,
  type WebhookStatus,
  type WebhookUpdate,
} from '../../../schemas/webhook.ts';
import type { EventType } from '../../../schemas/event.ts';
import type { Creator } from '../../accounts/domain/api-key.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { bytesOf, type ServiceSecrets, signatureOf } from '../../platform/crypto/signature.ts';

/** Identifies a webhook among those of all accounts. Ids are never reused. */
export interface WebhookKey {
  /** The account that owns it: an employer, or a partner. */
  employerId: number;
  id: number;
}

/** The progress of a delivery in the log of its account. Times are in ISO 8601. */
export interface Progress {
  /** The last event that was delivered or skipped. */
  cursor: number;
  /** How many attempts at the next event failed; to a partner's webhook, failures of the receiver count as one. */
  failures: number;
  /** The due time in the queue; null without pending events, and while the webhook is disabled. */
  dueAt: string | null;
  /** The time until which a sender has the lease; null without a lease. */
  leaseUntil: string | null;
  /** The number of changes by the owner. */
  version: number;
}

/** A stored webhook: its settings, and what its receiver answered last. Times are in ISO 8601. */
export interface Webhook extends WebhookKey {
  url: string;
  /** The types of events that the webhook gets; null for all types. */
  types: EventType[] | null;
  description: string | null;
  status: WebhookStatus;
  reason: DisabledReason | null;
  /** The last attempts, oldest first. */
  attempts: DeliveryAttempt[];
  /** The number of secrets that the webhook has had. */
  generation: number;
  /** The number of the service's secret from which the webhook's secret is derived; null for the first secret. */
  serviceSecret: number | null;
  /** Former secrets, each with the time until which it also signs. */
  formerSecrets: { generation: number; serviceSecret?: number | null; until: string }[];
  createdAt: string;
  /** The creator of the webhook; null when unknown. */
  createdBy: Creator | null;
  /** Identifies the request that created the webhook. */
  creation: string;
  /** The notice to the owner of a disabled webhook: when it was queued, when it is due, and how many mails failed. */
  notice: { queuedAt: string; dueAt: string; attempts: number } | null;
  /** The number of changes by the owner. */
  version: number;
  /** How many attempts the receiver has failed since its last success. */
  failures: number;
  /** The time of the first of these failures; null without one. */
  failingSince: string | null;
  /** The time until which nothing is sent because the receiver failed; null when it may be called. */
  pausedUntil: string | null;
  /** The progress of the only delivery of an employer's webhook, in the same item; null for a partner's webhook. */
  progress: Progress | null;
  /** For a partner's webhook: the time from which its deliveries begin; null for all stored events. */
  since: string | null;
  /** The last event of a partner's employer that was skipped after all attempts at it failed. */
  skipped?: { employer: number; event: number; at: string };
  /** The author of the last change, until a sender records an attempt and needs the space. */
  by: LastWrite | null;
}

/** The maximum number of former secrets that sign: each makes a header longer. */
const MAX_FORMER_SECRETS = 4;

const OVERLAP_MILLIS = SECRET_OVERLAP_HOURS * 60 * 60 * 1_000;

/** A webhook as its employer sees it. */
export const webhookRecord = (webhook: Webhook): WebhookRecord => ({
  id: webhook.id,
  createdBy: webhook.createdBy,
  url: webhook.url,
  types: webhook.types,
  description: webhook.description,
  status: webhook.status,
  reason: webhook.reason,
  cursor: webhook.progress?.cursor ?? null,
  failures: webhook.failures,
  nextAttemptAt: webhook.pausedUntil,
  attempts: webhook.attempts,
});

/** Creates an employer's webhook that gets the events after `cursor`, or with null a partner's. */
export const newWebhook = (
  { url, types = null, description = null }: WebhookCreate,
  {
    cursor,
    ...key
  }: WebhookKey & Pick<Webhook, 'createdAt' | 'creation'> & Partial<Webhook> & { cursor: number | null },
): Webhook => ({
  serviceSecret: null,
  by: null,
  createdBy: null,
  ...key,
  url,
  types,
  description,
  status: 'active',
  reason: null,
  attempts: [],
  generation: 1,
  formerSecrets: [],
  version: 1,
  notice: null,
  failures: 0,
  failingSince: null,
  pausedUntil: null,
  // Due immediately, since events may have been logged after `cursor` before it is stored.
  progress:
    cursor === null ? null : { cursor, failures: 0, dueAt: key.createdAt, leaseUntil: null, version: 1 },
  since: cursor === null ? key.createdAt : null,
});

/** The changes of a webhook: a `cursor` of null, as partners read it, counts as not sent. */
export type WebhookChanges = Omit<WebhookUpdate, 'cursor'> & { cursor?: number };

/**
 * A webhook with the changes of a request. A new status or cursor ends a pause of the receiver, and makes the delivery of
 * an employer's webhook due.
 */
export function updateWebhook(webhook: Webhook, { cursor, ...sent }: WebhookChanges, now: Date): Webhook {
  const amended = { ...webhook, ...sent, ...(sent.status !== undefined && { reason: null }) };
  if (cursor === undefined && sent.status === undefined) return amended;
  const { progress, since } = amended;
  const dueAt = amended.status === 'active' ? now.toISOString() : null;
  return {
    ...amended,
    failures: 0,
    failingSince: null,
    pausedUntil: null,
    notice: null,
    progress: progress && { ...progress, cursor: cursor ?? progress.cursor, failures: 0, dueAt },
    since: cursor === 0 ? null : since,
  };
}

/**
 * Gives a webhook a new secret. The former ones also sign for a while, so that its receiver has time to change them.
 */
export function rotateSecret(webhook: Webhook, now: Date, serviceSecret: number | null): Webhook {
  const { generation, formerSecrets } = webhook;
  const last = {
    generation,
    ...(webhook.serviceSecret !== null && { serviceSecret: webhook.serviceSecret }),
  };
  const until = new Date(now.getTime() + OVERLAP_MILLIS).toISOString();
  const stillSigning = formerSecrets.filter((former) => former.until > now.toISOString());
  return {
    ...webhook,
    generation: generation + 1,
    serviceSecret,
    formerSecrets: [{ ...last, until }, ...stillSigning].slice(0, MAX_FORMER_SECRETS),
  };
}

/** The number of the signing secret that a webhook stores: null for the first one. */
export const serviceSecretNumber = ([{ number }]: ServiceSecrets): number | null =>
  number === 1 ? null : number;

/** Derives the secret of a webhook from one of the service, in the form of Standard Webhooks. It is not stored. */
export function webhookSecret(
  service: Uint8Array,
  { employerId, id, generation }: Pick<Webhook, 'employerId' | 'id' | 'generation'>,
): string {
  const bytes = signatureOf(service, 'webhook secret', JSON.stringify([employerId, id, generation]));
  return `whsec_${Buffer.from(bytes, 'base64url').toString('base64')}`;
}

/** The secrets that sign at a time, newest first. */
export const signingSecretsOf = (
  service: ServiceSecrets,
  webhook: Webhook,
  now: Date,
): [string, ...string[]] => {
  const { employerId, id, formerSecrets } = webhook;
  const former = formerSecrets.filter(({ until }) => until > now.toISOString());
  const of = ({ generation, serviceSecret }: Webhook['formerSecrets'][number] | Webhook) =>
    webhookSecret(bytesOf(service, serviceSecret ?? 1), { employerId, id, generation });
  return [of(webhook), ...former.map(of)];
};
