import { signedHeaders, type Message } from '../domain/webhook-signature.ts';
import { targetViolation, type Targets } from '../domain/target.ts';
import { guardedLookup } from './guarded-lookup.ts';
import { post, type Outcome } from './post.ts';

/** Sends a message to the URL of a webhook, signed by its secrets, within a time in milliseconds. */
export type CallWebhook = (
  webhook: { url: string; secrets: readonly string[] },
  message: Message,
  millis: number,
) => Promise<Outcome & { milliseconds: number }>;

const common = { 'content-type': 'application/json', 'user-agent': 'job-posting-service' };

/** Calls webhooks at such targets alone, whatever was allowed when a webhook was created. */
export const callWebhook =
  (targets: Targets): CallWebhook =>
  async ({ url, secrets }, message, millis) => {
    const began = performance.now();
    const outcome: Outcome = targetViolation(url, targets)
      ? { status: null, error: 'url_not_allowed' }
      : await post(
          { url, headers: { ...common, ...signedHeaders(message, secrets) }, body: message.body },
          { millis, lookup: targets === 'public' ? guardedLookup() : undefined },
        );
    return { ...outcome, milliseconds: Math.round(performance.now() - began) };
  };
