import type { Event } from './openapi-types.ts';

/** The maximum age of a message in seconds, and the maximum difference of the receiver's clock. */
const TOLERANCE_SECONDS = 5 * 60;

const PREFIX = 'whsec_';

/** A message that is not signed with the secret, or not recent. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** The headers of a request: from fetch, or from Node, which has their names in lower case. */
export type WebhookHeaders =
  { get: (name: string) => string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers['get'] === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(`The header ${name} is missing.`);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

async function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : undefined;
  if (!bytes?.length) throw new TypeError(`The secret of a webhook begins with ${PREFIX}.`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function requireRecent(timestamp: string): void {
  const age = Date.now() / 1_000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp)) throw new WebhookError('webhook-timestamp is no number of seconds.');
  if (age > TOLERANCE_SECONDS) throw new WebhookError('The message is older than five minutes.');
  if (age < -TOLERANCE_SECONDS) {
    throw new WebhookError('The message is from the future. Is the clock of this machine right?');
  }
}

const utf8 = new TextEncoder();

/**
 * The event in a request that the service sent to a webhook with this secret (Standard Webhooks 1.0.0); its type is
 * `webhook.test` if `webhooks.test` sent it. `body` is the raw body, before any parsing.
 * @throws WebhookError if the message is not genuine or not recent.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<Event> {
  const key = await keyOf(secret);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  requireRecent(timestamp);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = utf8.encode(`${id}.${timestamp}.${text}`);
  for (const each of signatures.split(' ')) {
    const signature = each.startsWith('v1,') ? bytesOf(each.slice('v1,'.length)) : undefined;
    // Compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) {
      return JSON.parse(text) as Event;
    }
  }
  throw new WebhookError('No signature of the message is by this secret. Is the body as it came?');
}
