import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What is known of an API key besides its secret. Instants are ISO 8601 in UTC. */
export interface ApiKey {
  /** The employer's id and eight random characters: `1-k7f3q9x2`. */
  id: string;
  label: string | null;
  createdAt: string;
  /** The first instant at which the key is refused; null for never. */
  expiresAt: string | null;
  revokedAt: string | null;
  /** When it was last seen in use, to the hour; null for never. */
  lastUsedAt: string | null;
}

const PREFIX = 'jps_';
const SECRET_BYTES = 32;
const keyPattern = /^(jps_[\w-]{43})([\w-]{6})$/;

/** The use of a key is written down at most once in so many milliseconds. */
const MARKED_MILLIS = 3_600_000;

const KEY_ID_LENGTH = 8;
/** Crockford's: 32 characters, so that a random byte picks each alike, and none that looks like another. */
const keyIdAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const keyIdPattern = new RegExp(`^([1-9]\\d{0,9})-[${keyIdAlphabet}]{${KEY_ID_LENGTH}}$`);

function checksum(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64url');
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A new API key (`jps_`, 256 random bits, CRC-32) for its owner alone, and its hash for the table. */
export function newApiKey(): { apiKey: string; hash: string } {
  const unchecked = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const apiKey = `${unchecked}${checksum(unchecked)}`;
  return { apiKey, hash: sha256(apiKey) };
}

/**
 * The SHA-256 of an API key, in hex; undefined for what no API key can be, such as a mistyped one. Nothing here takes
 * time that tells of a key: the checksum is compared with that of the very text, and no secret is compared at all, for a
 * key is looked up by its hash, which nobody can steer from the key.
 */
export function hashOfApiKey(text: string): string | undefined {
  const [, unchecked = '', given] = keyPattern.exec(text) ?? [];
  return given === checksum(unchecked) ? sha256(text) : undefined;
}

/** The description of a key that is issued now. */
export function newKey(
  employerId: number,
  { label, expiresAt, now }: { label: string | null; expiresAt: string | null; now: Date },
): ApiKey {
  const random = Array.from(randomBytes(KEY_ID_LENGTH), (byte) => keyIdAlphabet[byte % keyIdAlphabet.length]);
  return {
    id: `${employerId}-${random.join('')}`,
    label,
    createdAt: now.toISOString(),
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
}

/** The employer whose key a key id names; undefined for what no key id can be. */
export function employerIdOf(keyId: string): number | undefined {
  const [, employerId] = keyIdPattern.exec(keyId) ?? [];
  return employerId === undefined ? undefined : Number(employerId);
}

/** Whether a key opens anything at this instant: it is neither revoked nor expired. */
export const isUsable = ({ expiresAt, revokedAt }: ApiKey, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || now.getTime() < Date.parse(expiresAt));

/** The instant before which a use counts as long ago, and is written down again. */
export const staleUse = (now: Date): string => new Date(now.getTime() - MARKED_MILLIS).toISOString();

/** Whether the use of a key at this instant is to be written down. */
export const isUseStale = ({ lastUsedAt }: ApiKey, now: Date): boolean =>
  lastUsedAt === null || lastUsedAt <= staleUse(now);
