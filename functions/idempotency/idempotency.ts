import type { Key, Database, Write } from '../platform/dynamodb/database.ts';
import { hash, createHmac, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { IDEMPOTENCY_KEY_MAX, IDEMPOTENCY_HOURS, SECRET_IDEMPOTENCY_HOURS } from '../../schemas/limits.ts';
import type { Violation } from '../../schemas/problem.ts';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { timeToLive } from '../platform/dynamodb/table.ts';
import { Refusal } from '../platform/errors.ts';
import { toUnixSeconds } from '../platform/time/calendar.ts';
import { derivedKey } from '../platform/crypto/signature.ts';

export const idempotencyKeys = {
  /**
   * The first response to a request, by the SHA-256 of its Idempotency-Key, in the partition of the created resource.
   * Expires.
   */
  record: ({ PK }: Pick<Key, 'PK'>, digest: string): Key => ({ PK, SK: `IDEMPOTENCY#${digest}` }),
} as const;

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

const sha256 = (text: string) => hash('sha256', text);

const deriveSeal = (key: string) => hash('sha256', `seal ${key}`, 'buffer');

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

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with a key of 32 bytes (AES-GCM). */
function encryptText(key: Uint8Array, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]);
}

/** Decrypts a text. Throws for any other key. */
export function decryptText(key: Uint8Array, bytes: Uint8Array): string {
  const [iv, tag, hidden] = [
    bytes.subarray(0, IV_BYTES),
    bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    bytes.subarray(IV_BYTES + TAG_BYTES),
  ];
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAuthTag(tag);
  return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8');
}

/** The encoding of a stored response. */
interface ResponseEncoding {
  hours: number;
  toBytes: (text: string) => Uint8Array;
  toText: (bytes: Uint8Array) => string;
}

/** Compresses a body: JSON escapes make it longer than the job's item, and both items are limited to 400 KB. */
const compressed: ResponseEncoding = {
  hours: IDEMPOTENCY_HOURS,
  toBytes: deflateRawSync,
  toText: (bytes) => inflateRawSync(bytes).toString('utf8'),
};

/** A request, and the encoding of its response if it is not the default. */
type StoredRequest = Idempotency & { encoding?: ResponseEncoding };

/**
 * A request whose response contains a secret: only the same API key can find it and, with the secret of the service,
 * decrypt it, since an Idempotency-Key may be easy to guess.
 */
export function withEncryptedResponse(
  { key, fingerprint, seal }: SentIdempotency,
  secret: Uint8Array,
  keyId: string,
): StoredRequest {
  const digestFor = (part: string | Uint8Array) =>
    createHmac('sha256', derivedKey(secret, 'created key')).update(`${keyId} `).update(part).digest();
  const ownSeal = digestFor(seal);
  return {
    key: digestFor(key).toString('hex'),
    fingerprint,
    encoding: {
      hours: SECRET_IDEMPOTENCY_HOURS,
      toBytes: (text) => encryptText(ownSeal, text),
      toText: (bytes) => decryptText(ownSeal, bytes),
    },
  };
}

/** The partition of the created resource. */
type Partition = Pick<Key, 'PK'>;

/** A stored response, which a repeated request gets. */
interface StoredResponse {
  /** When the content of the response last changed, in seconds since 1970. */
  modifiedAt: number;
  /** The body of the response. */
  text: string;
}

/** The response to the request that created a job or an application. */
export interface IdempotencyRecord extends StoredResponse {
  jobId: number;
  /** The public id of the job, if it has one. */
  publicId?: string | undefined;
}

/** The write that stores a record, on condition that its key has no record or an expired one. */
export const idempotencyRecordWrite = (
  partition: Partition,
  { key, fingerprint, encoding = compressed }: StoredRequest,
  { text, ...facts }: StoredResponse & Partial<IdempotencyRecord>,
): Write => ({
  Put: {
    Item: {
      ...idempotencyKeys.record(partition, key),
      ...facts,
      fingerprint,
      answer: encoding.toBytes(text),
      [timeToLive]: facts.modifiedAt + encoding.hours * 60 * 60,
    },
    // Also compares the expiry time, because DynamoDB deletes expired items late.
    ConditionExpression: 'attribute_not_exists(PK) OR #until <= :now',
    ExpressionAttributeNames: { '#until': timeToLive },
    ExpressionAttributeValues: { ':now': facts.modifiedAt },
  },
});

/**
 * Finds the record of a key by a strong read; undefined when there is none, or an expired one. Throws Refusal
 * `idempotency_key_reused` when it belongs to another request.
 */
export async function findIdempotencyRecord(
  db: Database,
  partition: Partition,
  { key, fingerprint, encoding: { hours, toText } = compressed }: StoredRequest,
  now: Date,
): Promise<IdempotencyRecord | undefined> {
  const item = await db.get({ Key: idempotencyKeys.record(partition, key), ConsistentRead: true });
  if (!item || item[timeToLive] <= toUnixSeconds(now)) return undefined;
  if (item['fingerprint'] !== fingerprint) {
    throw new Refusal(
      'idempotency_key_reused',
      `A request with another body had this Idempotency-Key in the last ${hours === 1 ? 'hour' : `${hours} hours`}. A new request needs a new key.`,
    );
  }
  const text = toText(item['answer']);
  return { jobId: item['jobId'], publicId: item['publicId'], modifiedAt: item['modifiedAt'], text };
}
