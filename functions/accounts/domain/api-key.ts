import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_EXPIRY_DAYS } from '../../../schemas/limits.ts';
import type { Author } from '../../platform/dynamodb/last-write.ts';
import type { KeyCreate, KeyRecord } from '../../../schemas/key.ts';
import { requireValid, type Submission } from '../../validation/submission.ts';
import type { Employer } from './employer.ts';

/** The creator of a key or a webhook: its employer, a partner, or the operator, who has no id. */
export interface Creator {
  type: 'employer' | 'partner' | 'operator';
  id: number | null;
}

/** The operator as a creator. */
const operatorAsCreator: Creator = { type: 'operator', id: null };

/** The creator of what a caller makes. A key hands on its own creator, unless that is the operator; null if unknown. */
export function creatorOf({
  account,
  key,
  author,
}: {
  account: Pick<Employer, 'id'>;
  key: Pick<ApiKey, 'createdBy'>;
  author: Author;
}): Creator | null {
  if (author.partner) return { type: 'partner', id: author.partner.id };
  return key.createdBy?.type === 'operator' ? { type: 'employer', id: account.id } : key.createdBy;
}

/** A stored creator. `isOrigin` says that it is not just the account whose key was used. */
type StoredCreator = Creator & { isOrigin?: true };

/** The stored form of a creator. */
export const storedCreator = (creator: Creator | null): StoredCreator | null =>
  creator && { ...creator, isOrigin: true };

/**
 * A stored creator with its fields in a fixed order, so that an entity tag stays the same; null if unknown. Version 1.2
 * stored the employer as the creator also of what was made with a key that a partner had made.
 */
export const creatorFrom = (stored: StoredCreator | undefined): Creator | null =>
  stored && (stored.type !== 'employer' || stored.isOrigin) ? { type: stored.type, id: stored.id } : null;

/** The properties of an API key other than its secret. Times are ISO 8601 in UTC. */
export interface ApiKey {
  /** The employer's id and eight random characters: `1-k7f3q9x2`. */
  id: string;
  label: string | null;
  /** The permissions; null for all. A later version may have stored permissions that this version does not know. */
  permissions: readonly string[] | null;
  createdAt: string;
  /** The creator of the key; null when unknown. */
  createdBy: Creator | null;
  /** The time from which the key is refused; null for never. */
  expiresAt: string | null;
  revokedAt: string | null;
  /** When the key was last used, to the hour; null for never. */
  lastUsedAt: string | null;
}

const PREFIX = 'jps_';
const SECRET_BYTES = 32;
const keyPattern = /^(jps_[\w-]{43})([\w-]{6})$/;

/** The minimum time between two records of a key's use, in milliseconds. */
const USE_RECORD_MILLIS = 3_600_000;

const KEY_ID_LENGTH = 8;
/** Crockford's alphabet: no similar characters, and 32 in total, so that a random byte selects all equally often. */
const keyIdAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const keyIdPattern = new RegExp(`^([1-9]\\d{0,9})-[${keyIdAlphabet}]{${KEY_ID_LENGTH}}$`);

function checksum(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64url');
}

const sha256 = (text: string) => hash('sha256', text);

/** An API key in clear text, and its hash, which is stored. */
export interface KeyText {
  apiKey: string;
  hash: string;
}

/** Formats a secret of 32 bytes as an API key: `jps_`, the secret, CRC-32. */
export function formatApiKey(secret: Uint8Array): KeyText {
  const unchecked = `${PREFIX}${Buffer.from(secret).toString('base64url')}`;
  const apiKey = `${unchecked}${checksum(unchecked)}`;
  return { apiKey, hash: sha256(apiKey) };
}

/** Creates an API key with 256 random bits, which only its owner sees. */
export const newApiKey = (): KeyText => formatApiKey(randomBytes(SECRET_BYTES));

/**
 * The SHA-256 of an API key in hex; undefined when the text cannot be an API key, for example because of a typo. Its
 * timing is safe: the checksum depends on the given text alone, and a key is looked up by its hash, which an
 * attacker cannot control.
 */
export function hashApiKey(text: string): string | undefined {
  const [, unchecked = '', suffix] = keyPattern.exec(text) ?? [];
  return suffix === checksum(unchecked) ? sha256(text) : undefined;
}

/** The properties of a new key. */
export function newKey(
  employerId: number,
  {
    label,
    permissions = null,
    expiresAt,
    now,
    createdBy = operatorAsCreator,
  }: Pick<ApiKey, 'label' | 'expiresAt'> & Partial<Pick<ApiKey, 'permissions' | 'createdBy'>> & { now: Date },
): ApiKey {
  const random = Array.from(randomBytes(KEY_ID_LENGTH), (byte) => keyIdAlphabet[byte % keyIdAlphabet.length]);
  return {
    id: `${employerId}-${random.join('')}`,
    label,
    permissions,
    createdAt: now.toISOString(),
    createdBy,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
}

/** Parses the employer id from a key id; undefined when the text cannot be a key id. */
export function employerIdOf(keyId: string): number | undefined {
  const [, employerId] = keyIdPattern.exec(keyId) ?? [];
  return employerId === undefined ? undefined : Number(employerId);
}

/** Whether a key is neither revoked nor expired. */
export const isUsable = ({ expiresAt, revokedAt }: ApiKey, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || now.getTime() < Date.parse(expiresAt));

/** How long a key is kept after it was revoked or has expired, in milliseconds. */
const RETENTION_MILLIS = 30 * 86_400_000;

/** Whether the retention of an ended key is over. If so, it is not listed, and the account's next new key deletes it. */
export const isForgotten = ({ expiresAt, revokedAt }: ApiKey, now: Date): boolean =>
  [expiresAt, revokedAt].some((end) => end !== null && Date.parse(end) + RETENTION_MILLIS <= now.getTime());

/** How long before a key expires its responses have `API-Key-Expires`, in milliseconds. */
const NOTICE_MILLIS = KEY_EXPIRY_DAYS * 86_400_000;

/** Whether a key that expires at a time (ISO 8601) is about to expire. */
export const isEndingSoon = (expiresAt: string, now: Date): boolean =>
  Date.parse(expiresAt) - now.getTime() <= NOTICE_MILLIS;

/** The range of times in which a recorded use is recent. Later times come from a clock that is ahead. */
export function recentUse(now: Date): { after: string; before: string } {
  const [after, before] = [-USE_RECORD_MILLIS, USE_RECORD_MILLIS].map(
    (millis) => new Date(now.getTime() + millis),
  );
  return { after: after!.toISOString(), before: before!.toISOString() };
}

/** Whether to record the use of a key now. */
export function isUseStale({ lastUsedAt }: ApiKey, now: Date): boolean {
  const { after, before } = recentUse(now);
  return lastUsedAt === null || lastUsedAt <= after || lastUsedAt >= before;
}

/** An API key as its owner sees it. */
export const keyRecord = (
  { id, label, permissions, createdAt, createdBy, lastUsedAt, expiresAt }: ApiKey,
  caller: { key: Pick<ApiKey, 'id'> },
): KeyRecord => ({
  id,
  label,
  permissions: permissions as KeyRecord['permissions'],
  createdAt,
  createdBy,
  lastUsedAt,
  expiresAt,
  current: id === caller.key.id,
});

const notInFuture = {
  pointer: '/expiresAt',
  code: 'not_allowed',
  message: 'expiresAt must be in the future, or null for a key that never ends.',
} as const;

/** Parses the label and the expiry of a key. Throws Refusal `validation_failed`, also for an expiry in the past. */
export function parseKeyTerms(
  submission: Submission<Partial<KeyCreate>>,
  now: Date,
): { label?: string; expiresAt?: string | null } {
  const { label, expiresAt } = submission.fields;
  const end = expiresAt ? new Date(expiresAt) : undefined;
  requireValid(submission, end && !(end > now) ? [notInFuture] : []);
  return {
    ...(label !== undefined && { label }),
    ...(expiresAt !== undefined && { expiresAt: end?.toISOString() ?? null }),
  };
}

const timeOf = (end: string | null) => (end === null ? Infinity : Date.parse(end));

/**
 * Throws Refusal `validation_failed` when a key would expire after both its own present expiry and the key of the request:
 * an expiring key cannot prolong its access.
 */
export function requireNoLonger(
  submission: Submission<Partial<KeyCreate>>,
  end: string | null,
  { callerEnd, currentEnd = callerEnd }: { callerEnd: string | null; currentEnd?: string | null },
): void {
  if (timeOf(end) <= Math.max(timeOf(callerEnd), timeOf(currentEnd))) return;
  const message = `expiresAt must not be later than ${callerEnd}, when the key of this request ends.`;
  requireValid(submission, [{ pointer: '/expiresAt', code: 'not_allowed', message }]);
}
