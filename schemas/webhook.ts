import type { FromSchema } from 'json-schema-to-ts';
import { DisabledReason, EventType } from './event.ts';
import { Creator } from './key.ts';
import { INT32_MAX } from './limits.ts';
import { listOf, objectOf } from './object.ts';

/** The maximum number of webhooks of an employer. */
export const MAX_WEBHOOKS = 5;

/** The maximum number of attempts that a webhook shows. */
export const SHOWN_ATTEMPTS = 20;

/** Hours for which a former secret still signs. */
export const SECRET_OVERLAP_HOURS = 24;

/** The timeout of a receiver's response, in seconds. */
export const DELIVERY_SECONDS = 15;

/** Whether events are delivered to a webhook. */
export const WebhookStatus = {
  $id: 'WebhookStatus',
  type: 'string',
  enum: ['active', 'paused', 'disabled'],
} as const;

/** Why an attempt got no response, in fixed words: a server's own text is not trusted. */
const DeliveryError = {
  type: ['string', 'null'],
  enum: [
    'url_not_allowed',
    'name_not_found',
    'address_not_public',
    'connection_failed',
    'connection_lost',
    'tls_failed',
    'response_invalid',
    'timed_out',
    null,
  ],
} as const;

const eventId = { type: 'integer', minimum: 0, maximum: INT32_MAX } as const;
const accountId = { type: ['integer', 'null'], minimum: 1, maximum: INT32_MAX } as const;
const dateTime = { type: 'string', format: 'date-time' } as const;

const settings = {
  url: { type: 'string', maxLength: 2_048, format: 'http-url' },
  types: { type: ['array', 'null'], items: EventType, minItems: 1, maxItems: EventType.enum.length },
  description: { type: ['string', 'null'], maxLength: 128, format: 'line' },
} as const;

/** The outcome of an attempt: the status of the response, or the reason why there was none. */
const outcome = {
  status: { type: ['integer', 'null'] },
  error: DeliveryError,
  milliseconds: { type: 'integer', minimum: 0 },
} as const;

/** An attempt to deliver an event. */
const DeliveryAttempt = objectOf(
  'DeliveryAttempt',
  {
    at: dateTime,
    employer: accountId,
    event: eventId,
    ...outcome,
    skipped: { type: 'boolean', enum: [true] },
  },
  ['at', 'employer', 'event', 'status', 'error', 'milliseconds'],
);

export const WebhookCreate = objectOf('WebhookCreate', settings, ['url']);

export const WebhookUpdate = objectOf(
  'WebhookUpdate',
  {
    ...settings,
    status: { type: 'string', enum: ['active', 'paused'] },
    cursor: { ...eventId, type: ['integer', 'null'] },
  },
  [],
);

const record = {
  id: { type: 'integer', minimum: 1, maximum: INT32_MAX },
  createdBy: Creator,
  ...settings,
  status: WebhookStatus,
  reason: DisabledReason,
  cursor: { ...eventId, type: ['integer', 'null'] },
  failures: { type: 'integer', minimum: 0 },
  nextAttemptAt: { type: ['string', 'null'], format: 'date-time' },
  attempts: listOf(DeliveryAttempt),
} as const;

export const WebhookRecord = objectOf('WebhookRecord', record);

const secret = { type: 'string' } as const;

/** A new webhook with its secret. Only this response shows it. */
export const NewWebhook = objectOf('NewWebhook', { ...record, secret });

/** A new secret, and the time until which the former secrets also sign. */
export const NewWebhookSecret = objectOf('NewWebhookSecret', { secret, formerUntil: dateTime });

export const WebhookTrial = objectOf('WebhookTrial', outcome);

export type WebhookStatus = FromSchema<typeof WebhookStatus>;
export type DisabledReason = NonNullable<FromSchema<typeof DisabledReason>>;
export type DeliveryError = NonNullable<FromSchema<typeof DeliveryError>>;
export type DeliveryAttempt = FromSchema<typeof DeliveryAttempt>;
export type WebhookCreate = FromSchema<typeof WebhookCreate>;
export type WebhookUpdate = FromSchema<typeof WebhookUpdate>;
export type WebhookRecord = FromSchema<typeof WebhookRecord>;
export type NewWebhookSecret = FromSchema<typeof NewWebhookSecret>;
export type WebhookTrial = FromSchema<typeof WebhookTrial>;
