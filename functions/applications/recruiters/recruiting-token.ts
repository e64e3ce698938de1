import {
  bytesOf,
  CLOCKS_APART_MILLIS,
  couldSign,
  signerOf,
  type ServiceSecrets,
} from '../../platform/crypto/service-secrets.ts';
import { decryptNumber, encryptNumber } from '../../platform/crypto/encrypted-number.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** For how long the address of a recruiter's page is good, and for how long it may have a new one mailed, in seconds. */
const VALID_SECONDS = 30 * DAY_SECONDS;
const RENEWABLE_SECONDS = 400 * DAY_SECONDS;

const DIGITS = 36;

/** A job, as the table knows it. */
export interface JobKey {
  employerId: number;
  jobId: number;
}

/** A hash of the e-mail address that a token was mailed to. */
const hashOf = (secrets: ServiceSecrets, { employerId, jobId }: JobKey, address: string): string =>
  signatureOf(bytesOf(secrets, 1), 'recruiter', JSON.stringify([employerId, jobId, address.toLowerCase()]));

/** What a token says, and whether it is good for who has an address. */
export interface RecruitingToken extends JobKey {
  isValidFor: (address: string) => boolean;
  /** Until when it may have a new one mailed, in seconds since 1970. */
  renewableUntil: number;
}

/**
 * What shows that somebody reads the mail about applications for a job: which job, when it was signed, and a hash of the
 * address that it goes to. None of them can be read or made up.
 */
export function createRecruitingToken(
  secrets: ServiceSecrets,
  job: JobKey,
  address: string,
  now: Date,
): string {
  const text = [
    encryptNumber(bytesOf(secrets, 1), 'recruiting job', { employerId: job.employerId, number: job.jobId }),
    toUnixSeconds(now).toString(DIGITS),
    hashOf(secrets, job, address),
  ].join('.');
  return `${text}.${signatureOf(secrets[0].bytes, 'recruiting token', text)}`;
}

/** What a token says; undefined if nobody signed it, or by a secret that signed no more then, and if it is too old or from the future. */
export function verifyRecruitingToken(
  secrets: ServiceSecrets,
  token: string,
  now: Date,
): RecruitingToken | undefined {
  const end = token.lastIndexOf('.');
  const text = token.slice(0, Math.max(end, 0));
  const signer = signerOf(secrets, 'recruiting token', text, token.slice(end + 1));
  const [id = '', issued = '', hash = ''] = text.split('.');
  const seconds = Number.parseInt(issued, DIGITS);
  const key = signer && decryptNumber(bytesOf(secrets, 1), 'recruiting job', id);
  if (!key || !couldSign(signer, seconds * 1_000)) return undefined;
  const age = toUnixSeconds(now) - seconds;
  if (age * 1_000 < -CLOCKS_APART_MILLIS || age >= RENEWABLE_SECONDS) return undefined;
  const job = { employerId: key.employerId, jobId: key.number };
  return {
    ...job,
    isValidFor: (address) => hash === hashOf(secrets, job, address) && age < VALID_SECONDS,
    renewableUntil: seconds + RENEWABLE_SECONDS,
  };
}
