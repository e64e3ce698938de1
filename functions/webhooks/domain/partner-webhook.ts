import { SHOWN_ATTEMPTS, type WebhookCreate } from '../../../schemas/webhook.ts';
import { isPartner, type Employer } from '../../employers/domain/employer.ts';
import { refuseViolations } from '../../platform/values/submission.ts';
import { amendedWebhook, newWebhook, type Webhook, type WebhookChanges, type WebhookKey } from './webhook.ts';

/** The partner whose webhooks get the events of an account: its own, or itself. */
export const partnerOf = (account: Employer): number | undefined =>
  isPartner(account) ? account.id : account.partner?.id;

/** A new webhook of a partner. Nothing is due yet: its deliveries begin with the events of its accounts. */
export const newPartnerWebhook = (
  settings: WebhookCreate,
  key: Omit<Parameters<typeof newWebhook>[1], 'cursor'>,
): Webhook => ({
  ...newWebhook(settings, { ...key, cursor: 0 }),
  dueAt: null,
  reach: { since: key.createdAt, round: null },
});

type Place = 'cursor' | 'failures' | 'dueAt' | 'leaseUntil' | 'version';

/** The delivery of a webhook to an account: how far it has been served for that one, and what it has for all. */
export function deliveryOf(
  webhook: Webhook,
  own: Pick<Webhook, Place> & Pick<WebhookKey, 'employerId'>,
): Webhook {
  const { reach: _, ...common } = webhook;
  return { ...common, partnerId: webhook.employerId, ...own };
}

/** Refuses a place to go on from that is not the beginning. Throws Refusal `validation_failed`. */
function requireBeginning(cursor: number | undefined): void {
  if (cursor === undefined || cursor === 0) return;
  const message =
    'cursor must be 0: there is one for each employer, and 0 sends all that is kept of each again.';
  refuseViolations([{ pointer: '/cursor', code: 'not_allowed', message }]);
}

/**
 * A webhook of a partner with the fields that were sent. A status or a cursor begins a round over its accounts, in which one
 * that was to begin again and is not done is contained. Throws Refusal `validation_failed`.
 */
export function amendedPartnerWebhook(
  webhook: Webhook,
  { cursor, ...sent }: WebhookChanges,
  now: Date,
): Webhook {
  requireBeginning(cursor);
  const amended = amendedWebhook(webhook, { ...sent, ...(cursor === 0 && { cursor }) }, now);
  if (cursor === undefined && sent.status === undefined) return amended;
  const { since = null, round = null } = webhook.reach ?? {};
  const rewinds = cursor === 0 || round === 'rewind';
  return {
    ...amended,
    cursor: 0,
    reach: { since: cursor === 0 ? null : since, round: rewinds ? 'rewind' : 'resume' },
  };
}

/** A webhook of a partner that knows what one of its deliveries has met last, and is disabled if that is. */
export const withWord = (
  webhook: Webhook,
  { status, reason, failures, attempts, notice }: Webhook,
): Webhook => ({
  ...webhook,
  attempts: [...webhook.attempts, ...attempts.slice(-1)].slice(-SHOWN_ATTEMPTS),
  ...(status === 'disabled' && { status, reason, failures, notice, dueAt: null }),
});
