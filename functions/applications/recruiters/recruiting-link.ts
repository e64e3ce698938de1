import { responsibleAccount } from '../../accounts/domain/employer.ts';
import type { Profile } from '../../accounts/domain/profile.ts';
import { employerFrom, linksFrom, profileFrom } from '../../accounts/store/employer-item.ts';
import type { Job } from '../../jobs/job/job.ts';
import { jobReader } from '../../jobs/job/job-reader.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { addressIn } from '../../../pages/public/formats.ts';
import {
  type ServiceSecrets,
  bytesOf,
  CLOCKS_APART_MILLIS,
  couldSign,
  signerOf,
  decryptNumber,
  encryptNumber,
  signatureOf,
} from '../../platform/crypto/signature.ts';
import { signingSecrets, signingKey } from '../../platform/crypto/signing-key.ts';
import { toUnixSeconds, endOfUtcDay, utcDayOf } from '../../platform/time/calendar.ts';
import { NEW_RECRUITING_LINKS } from '../../../schemas/application-limits.ts';
import { causedLimits, dailyCounts } from '../../mail/daily-limits.ts';
import { MAX_DELAY_MILLIS } from '../../mail/mailer.ts';
import { addToCount } from '../../platform/dynamodb/writes.ts';
import { mailOrder } from '../../platform/dynamodb/sort-keys.ts';
import { attributes, timeToLive } from '../../platform/dynamodb/table.ts';
import { applicationKeys, linkPartition } from '../keys.ts';
import { siteUrl } from '../../mail/message.ts';

/** The key of a job. */
export interface JobKey {
  employerId: number;
  jobId: number;
}

/** A job with a page for recruiters, the address to which its link is mailed, and the profile of its employer. */
export interface RecruitingJob extends JobKey {
  /** Present if the employer of the job is a test employer. */
  test?: true;
  /** The account that answers for mail about the job. */
  account: number;
  job: Job;
  profile: Profile;
  address: string;
}

/**
 * Finds a job with a page for recruiters: undefined for a deleted job or one without an applicationEmail, while its
 * employer is suspended, when its profile turned these pages off, and for a link from before the employer was moved.
 */
export const findRecruitingJob =
  (db: Database) =>
  async ({
    employerId,
    jobId,
    issuedAt = Infinity,
  }: JobKey & { issuedAt?: number }): Promise<RecruitingJob | undefined> => {
    const [job, item] = await Promise.all([
      jobReader(db).get(employerId, jobId),
      db.get({ Key: accountKeys.employer(employerId), ConsistentRead: true }),
    ]);
    const address = job?.applicationEmail;
    if (!job || !item || !address) return undefined;
    const employer = employerFrom(item);
    const { suspendedAt, test } = employer;
    const profile = profileFrom(item);
    if (suspendedAt !== null || !profile.recruitingPage || issuedAt < linksFrom(item)) return undefined;
    const account = responsibleAccount(employer);
    return { employerId, jobId, ...(test && { test }), account, job, profile, address };
  };

const DAY_SECONDS = 24 * 60 * 60;

/** How long a token is valid, and how long its holder may request a new link, in seconds. */
const VALID_SECONDS = 30 * DAY_SECONDS;
const RENEWABLE_SECONDS = 400 * DAY_SECONDS;

const DIGITS = 36;

/** A hash of the e-mail address to which a token is mailed. */
const hashOf = (secrets: ServiceSecrets, { employerId, jobId }: JobKey, address: string): string =>
  signatureOf(bytesOf(secrets, 1), 'recruiter', JSON.stringify([employerId, jobId, address.toLowerCase()]));

/** The content of a token, and a check whether an address may use the token. */
interface RecruitingToken extends JobKey {
  /** In milliseconds since 1970, to the second. */
  issuedAt: number;
  isValidFor: (address: string) => boolean;
  /** The time until which the holder may request a new link, in seconds since 1970. */
  renewableUntil: number;
}

/**
 * Creates the token that authenticates a recipient of mail about applications for a job: the job, the time, and a hash
 * of the address. It is encrypted and signed.
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

/** Verifies a token; undefined when it is forged, too old, from the future or signed with a retired secret. */
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
  const issuedAt = seconds * 1_000;
  if (!key || !couldSign(signer, issuedAt)) return undefined;
  const age = toUnixSeconds(now) - seconds;
  if (age * 1_000 < -CLOCKS_APART_MILLIS || age >= RENEWABLE_SECONDS) return undefined;
  const job = { employerId: key.employerId, jobId: key.number };
  return {
    ...job,
    issuedAt,
    isValidFor: (address) => hash === hashOf(secrets, job, address) && age < VALID_SECONDS,
    renewableUntil: seconds + RENEWABLE_SECONDS,
  };
}

/**
 * Creates the URL of the page for recruiters, in the profile's language. It is valid for 30 days, while mail goes to the
 * same address. Null for a deleted job, a suspended employer, a profile that turned these pages off, and an address that
 * is not the job's present `applicationEmail`.
 */
export function recruitingLinkFor(db: Database) {
  const find = findRecruitingJob(db);
  return async ({ to, now, ...key }: JobKey & { to: string; now: Date }): Promise<string | null> => {
    const recruitingJob = await find(key);
    if (recruitingJob?.address.toLowerCase() !== to.toLowerCase()) return null;
    const token = createRecruitingToken(await signingSecrets(db, now), key, recruitingJob.address, now);
    const url = siteUrl(`/recruiting?token=${token}`);
    return url === undefined ? null : addressIn(url, recruitingJob.profile.language);
  };
}

/** The item that queues the mail with a new link. A second request before the mail is sent replaces the item. */
export const linkEntry = ({ employerId, jobId }: JobKey, at: Date): Item => ({
  ...applicationKeys.recruitingLink(employerId, jobId),
  attempts: 0,
  askedAt: at.toISOString(),
  [attributes.mailPartition]: linkPartition,
  [attributes.mailOrder]: mailOrder(at.toISOString(), employerId, jobId),
  [timeToLive]: toUnixSeconds(at.getTime() + MAX_DELAY_MILLIS),
});

/** Queues a mail with a new link, unless the limit of the address, of the old link or of the job is reached. */
export const requestNewLink =
  (db: Database) =>
  async (job: RecruitingJob, ended: { token: string; until: number }, at: Date): Promise<boolean> => {
    const day = utcDayOf(at);
    const secret = await signingKey(db);
    const increment = (counted: unknown, until: number) =>
      addToCount(db, signatureOf(secret, 'recruiter', JSON.stringify(counted)), until);
    const takeBack = await dailyCounts(db)(causedLimits({ ...job, to: job.address }), at);
    if (!takeBack) return false;
    // In sequence: a link at its limit must not use up the limit of the job.
    if (
      (await increment(['link', ended.token], ended.until)) > NEW_RECRUITING_LINKS ||
      (await increment([job.jobId, day], endOfUtcDay(day))) > NEW_RECRUITING_LINKS
    ) {
      await takeBack();
      return false;
    }
    await db.put({ Item: linkEntry(job, at) });
    return true;
  };
