import type { Key } from '../platform/dynamodb/database.ts';
import { sortableNumber } from '../platform/dynamodb/sort-keys.ts';

export const accountPrefixes = {
  employer: 'E#',
  // Begins as the prefix of keys does, so that the roles and commands of version 1.2 cover it after a rollback.
  rateLimit: 'KEY#RATE#',
  apiKey: 'KEY#',
  partner: 'P#',
} as const;

/** The partition of an account (an employer or a partner). It also contains the jobs of an employer. */
export const accountPartition = (accountId: number) => `${accountPrefixes.employer}${accountId}`;

const partnerPartition = (partnerId: number) => `${accountPrefixes.partner}${partnerId}`;

export const accountKeys = {
  /** An employer or a partner: name, plan, date of suspension, partner, and the profile without `about`. */
  employer: (employerId: number): Key => ({ PK: accountPartition(employerId), SK: 'PROFILE' }),
  /** The `about` text of a profile. */
  about: (employerId: number): Key => ({ PK: accountPartition(employerId), SK: 'ABOUT' }),
  /** An API key under its SHA-256: employer, label and dates. */
  apiKey: (hash: string): Key => ({ PK: `${accountPrefixes.apiKey}${hash}`, SK: 'KEY' }),
  /** A rate-limit bucket: the time at which it is full again. Expires. */
  rateLimit: (bucket: string): Key => ({ PK: `${accountPrefixes.rateLimit}${bucket}`, SK: 'RATE' }),
  /** The hash of an account's API key, by key id. */
  employerKey: (employerId: number, keyId: string): Key => ({
    PK: accountPartition(employerId),
    SK: `${accountPrefixes.apiKey}${keyId}`,
  }),
  /** A copy of an employer in the list of its partner. */
  partnerEmployer: (partnerId: number, employerId: number): Key => ({
    PK: partnerPartition(partnerId),
    SK: `${accountPrefixes.employer}${sortableNumber(employerId)}`,
  }),
  /** Reserves a referenceId within a partner: the id of the employer that has the referenceId. */
  employerReference: (partnerId: number, referenceId: string): Key => ({
    PK: partnerPartition(partnerId),
    SK: `REFERENCE#${referenceId}`,
  }),
  /** The number of employers of a partner. */
  employerCount: (partnerId: number): Key => ({ PK: partnerPartition(partnerId), SK: 'COUNT' }),
} as const;

/** Parses the id of the employer from a key in the employer's partition. */
export const employerIdOf = ({ PK }: Pick<Key, 'PK'>): number =>
  Number(PK.slice(accountPrefixes.employer.length));

/** The logos of employers, which the service publishes: deleted when the employer replaces or deletes its logo. */
export const logoFiles = { logos: 'logos/' } as const;

/** The key of the file of a logo. */
export const logoKey = (name: string): string => `${logoFiles.logos}${name}`;
