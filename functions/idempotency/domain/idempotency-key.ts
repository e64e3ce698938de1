import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEY_MAX } from '../../../schemas/limits.ts';
import type { Violation } from '../../../schemas/problem.ts';

/** Identifies a repeated request by hashes (SHA-256, in hex), so that neither the key nor the body is stored. */
export interface Idempotency {
  /** The hash of the Idempotency-Key. */
  key: string;
  /** The hash of the content of the request. */
  fingerprint: string;
}

/** The identification of a request, with the key that encrypts its stored response. */
export interface SentIdempotency extends Idempotency {
  /** A key of 32 bytes derived from the Idempotency-Key, which is not stored. */
  seal: Uint8Array;
}

const NAME = 'Idempotency-Key';

/** Visible ASCII except the comma, which API Gateway uses to join headers of the same name. */
const keyPattern = new RegExp(String.raw`^[!-+\--~]{1,${IDEMPOTENCY_KEY_MAX}}$`);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const deriveSeal = (key: string) => createHash('sha256').update(`seal ${key}`).digest();

const inKeyOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * The idempotency of a request with an Idempotency-Key. If the key is quoted, the quotes are part of it. Two bodies are
 * the same request when they contain the same JSON, whatever its white space and the order of keys. Adds a violation
 * when the key is malformed.
 */
export function parseIdempotencyKey(
  key: string | undefined,
  body: unknown,
  violations: Violation[],
): SentIdempotency | undefined {
  if (key === undefined) return undefined;
  if (!keyPattern.test(key)) {
    const message = `${NAME} must be sent once, as 1 to ${IDEMPOTENCY_KEY_MAX} visible ASCII characters other than the comma.`;
    violations.push({ header: NAME, code: 'malformed', message });
    return undefined;
  }
  return { key: sha256(key), fingerprint: sha256(JSON.stringify(body, inKeyOrder)), seal: deriveSeal(key) };
}
