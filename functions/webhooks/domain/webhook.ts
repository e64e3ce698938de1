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
import { bytesOf, type ServiceSecrets } from '../../platform/crypto/service-secrets.ts';
import { webhookSecret } from './webhook-signature.ts';

/** Tells the webhooks of all accounts apart. An id is never given a second time. */
export interface WebhookKey {
  /** Whose events it gets: an employer, or a partner. */
  employerId: number;
  id: number;
  /** Whose webhook it is, if that is a partner: then this is its delivery to that one account. */
  partnerId?: number;
}

/** What only a webhook of a partner has: it gets the events of all accounts of the partner, by a delivery for each. */
interface PartnerScope {
  /** Since when they get events, in ISO 8601; null for all that are kept. */
  since: string | null;
  /** What is to be done with all of them, up to the account with the id `cursor` so far: to resume them, or to begin again. */
  round: 'resume' | 'rewind' | null;
}

/** A webhook as the table has it. Times are in ISO 8601. */
export interface Webhook extends WebhookKey {
  url: string;
  /** Which events it gets; null for all. */
  types: EventType[] | null;
  description: string | null;
  status: WebhookStatus;
  reason: DisabledReason | null;
  /** The last event that was delivered or passed over. */
  cursor: number;
  /** How many attempts at the next event have failed. */
  failures: number;
  /** Since when, or from when on, it is in the queue; null while it owes nothing, or gets nothing. */
  dueAt: string | null;
  /** The last ones, oldest first. */
  attempts: DeliveryAttempt[];
  /** How many secrets it has had. */
  generation: number;
  /** The number of the secret of the service from which its own follows; null for the first. */
  serviceSecret: number | null;
  /** Earlier secrets, and until when they sign as well. */
  formerSecrets: { generation: number; serviceSecret?: number | null; until: string }[];
  createdAt: string;
  /** Null where that is not known. */
  createdBy: Creator | null;
  /** Tells the request that created it. */
  creation: string;
  /** How often its employer has changed it. */
  version: number;
  /** Until when a sender has it to itself. */
  leaseUntil: string | null;
  /** That its owner is to be told that it is disabled: since when, from when on, and how many mails have failed. */
  notice: { queuedAt: string; dueAt: string; attempts: number } | null;
  partnerScope?: PartnerScope;
  /** The last event of a partner's employer that was skipped, because all attempts at it had failed. */
  skipped?: { employer: number; event: number; at: string };
  /** Of a delivery: how many attempts have failed at its receiver, for whatever account, since the last success. Not stored. */
  receiverFailures?: number;
  /** Who has changed it last, until a sender records something: it makes no room for more attempts. */
  by: LastWrite | null;
}

/** The webhook itself, of which this may be a delivery to one account. */
export const ownerOf = ({ employerId, partnerId = employerId, id }: WebhookKey): WebhookKey => ({
  employerId: partnerId,
  id,
});

/** The most earlier secrets that sign: each makes a header longer. */
const MAX_FORMER_SECRETS = 4;

const OVERLAP_MILLIS = SECRET_OVERLAP_HOURS * 60 * 60 * 1_000;

/** A webhook as its employer sees it (interface 14.2). */
export const webhookRecord = (webhook: Webhook): WebhookRecord => ({
  id: webhook.id,
  createdBy: webhook.createdBy,
  url: webhook.url,
  types: webhook.types,
  description: webhook.description,
  status: webhook.status,
  reason: webhook.reason,
  cursor: webhook.partnerScope ? null : webhook.cursor,
  failures: webhook.failures,
  nextAttemptAt: webhook.failures > 0 ? webhook.dueAt : null,
  attempts: webhook.attempts,
});

/** A new webhook, which gets the events after `cursor`: also those that came before it was stored, so it is looked at once. */
export const newWebhook = (
  { url, types = null, description = null }: WebhookCreate,
  key: WebhookKey & Pick<Webhook, 'cursor' | 'createdAt' | 'creation'> & Partial<Webhook>,
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
  failures: 0,
  dueAt: key.createdAt,
  attempts: [],
  generation: 1,
  formerSecrets: [],
  version: 1,
  leaseUntil: null,
  notice: null,
});

/** The changes that were sent of a webhook: a `cursor` of null, as partners read it, counts as not sent. */
export type WebhookChanges = Omit<WebhookUpdate, 'cursor'> & { cursor?: number };

/** A webhook with the fields that were sent. Who sends a status or a cursor wants it tried at once. */
export function updateWebhook(webhook: Webhook, sent: WebhookChanges, now: Date): Webhook {
  const { status, cursor } = sent;
  const isSetOff = status !== undefined || cursor !== undefined;
  const isActive = (status ?? webhook.status) === 'active';
  return {
    ...webhook,
    ...sent,
    ...(status !== undefined && { reason: null }),
    ...(isSetOff && { failures: 0, dueAt: isActive ? now.toISOString() : null, notice: null }),
  };
}

/** A webhook with a new secret. Those before it sign for a while as well, so that its receiver can change them at leisure. */
export function rotateSecret(webhook: Webhook, now: Date, serviceSecret: number | null): Webhook {
  const { generation, formerSecrets } = webhook;
  const last = {
    generation,
    ...(webhook.serviceSecret !== null && { serviceSecret: webhook.serviceSecret }),
  };
  const until = new Date(now.getTime() + OVERLAP_MILLIS).toISOString();
  const kept = formerSecrets.filter((former) => former.until > now.toISOString());
  return {
    ...webhook,
    generation: generation + 1,
    serviceSecret,
    formerSecrets: [{ ...last, until }, ...kept].slice(0, MAX_FORMER_SECRETS),
  };
}

/** What a webhook notes of the secret of the service that signs now: null for the first one. */
export const serviceSecretNumber = ([{ number }]: ServiceSecrets): number | null =>
  number === 1 ? null : number;

/** The secrets that sign at a time, newest first. */
export const signingSecretsOf = (
  service: ServiceSecrets,
  webhook: Webhook,
  now: Date,
): [string, ...string[]] => {
  const { id, formerSecrets } = webhook;
  const employerId = ownerOf(webhook).employerId;
  const former = formerSecrets.filter(({ until }) => until > now.toISOString());
  const of = ({ generation, serviceSecret }: Webhook['formerSecrets'][number] | Webhook) =>
    webhookSecret(bytesOf(service, serviceSecret ?? 1), { employerId, id, generation });
  return [of(webhook), ...former.map(of)];
};
