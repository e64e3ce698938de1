import { signedHeaders, type Message } from '../domain/webhook-signature.ts';
import { targetViolation, type Targets } from '../domain/target.ts';
import { guardedLookup } from './guarded-lookup.ts';
import type { KeptConnections } from './kept-connections.ts';
import { post, type Outcome } from './post.ts';

/**
 * Sends a message to the URL of a webhook, signed by its secrets, within a time in milliseconds: over a connection of its
 * own, or one of those that the webhook keeps.
 */
export type CallWebhook = (
  webhook: { url: string; secrets: readonly string[] },
  message: Message,
  millis: number,
  connections?: KeptConnections,
) => Promise<Outcome & { milliseconds: number }>;

const common = { 'content-type': 'application/json', 'user-agent': 'job-posting-service' };

/** Calls webhooks at such targets alone, whatever was allowed when a webhook was created. */
export const callWebhook =
  (targets: Targets): CallWebhook =>
  async ({ url, secrets }, message, millis, connections) => {
    const began = performance.now();
    const outcome: Outcome = targetViolation(url, targets)
      ? { status: null, error: 'url_not_allowed' }
      : await post(
          { url, headers: { ...common, ...signedHeaders(message, secrets) }, body: message.body },
          { millis, connections, lookup: targets === 'public' ? guardedLookup() : undefined },
        );
    return { ...outcome, milliseconds: Math.round(performance.now() - began) };
  };
