import { employerAccess } from '../accounts/access.ts';
import { eventLog } from '../events/store/event-log.ts';
import { now } from '../platform/time/clock.ts';
import { setting } from '../platform/config.ts';
import { signingSecrets } from '../platform/crypto/signing-key.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { callWebhook } from './delivery/call-webhook.ts';
import { webhookReader } from './store/webhook-reader.ts';
import { webhookStore } from './store/webhooks.ts';

/** The services for reading webhooks. */
export function webhookReadsFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, webhooks: webhookReader(db) };
}

/** The services for creating, changing and deleting webhooks, which have a position in the log. */
export function webhookWritesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    webhooks: webhookStore(db),
    events: eventLog(db, now),
    targets: setting('WEBHOOK_TARGETS'),
    secrets: () => signingSecrets(db, now()),
  };
}

/** The services for testing a webhook. */
export function webhookTrialsFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    webhooks: webhookReader(db),
    events: eventLog(db, now),
    call: callWebhook(setting('WEBHOOK_TARGETS')),
    secrets: () => signingSecrets(db, now()),
  };
}
