import { pick, publicFields } from '../../../schemas/job-fields.ts';
import type { PublicJob } from '../../../schemas/public-job.ts';
import type { CalendarDate } from '../../platform/values/calendar.ts';
import type { Employer } from '../../employers/domain/employer.ts';
import { jobRecord } from '../../jobs/domain/job-record.ts';
import type { Job, JobTeaser } from '../../jobs/domain/job.ts';
import { postingPath, publicIdOf } from '../../jobs/domain/public-id.ts';
import { locationRecord } from '../../reference/domain/location.ts';
import { Moved } from '../../platform/values/moved.ts';
import { Refusal } from '../../platform/values/refusal.ts';

/** A job with its employer. */
export interface Posting<Part extends JobTeaser = Job> {
  job: Part;
  employer: Employer;
}

/** A posting that candidates may see and answer, with the id in its public addresses. */
export interface OpenPosting<Part extends JobTeaser = Job> extends Posting<Part> {
  publicId: string;
}

/** Refusal `job_closed`, with the posting that is closed. */
export class PostingClosed extends Refusal {
  readonly posting: Posting;

  constructor(posting: Posting) {
    super('job_closed', 'The posting is closed: it takes no more applications.');
    this.posting = posting;
  }
}

/** What the public sees of a job: the posting, that it is closed, or nothing. */
type Visibility = 'open' | 'closed' | 'hidden';

type HasPassed = (date: CalendarDate) => boolean;

/** What the public sees of a job whose employer is not suspended (interface 11.1). */
function visibilityOf(
  { status, closeDate }: Pick<Job, 'status' | 'closeDate'>,
  hasPassed: HasPassed,
): Visibility {
  if (status === 'draft') return 'hidden';
  return status === 'active' && !hasPassed(closeDate) ? 'open' : 'closed';
}

/**
 * The posting that was found by a public id, if it is open. Throws Refusal `job_not_found`, PostingClosed, and Moved for the name of a job that is no longer confidential (interface 11.1).
 */
export function openPosting(
  posting: Posting | undefined,
  publicId: string,
  hasPassed: HasPassed,
): OpenPosting {
  const visibility = posting ? visibilityOf(posting.job, hasPassed) : 'hidden';
  if (!posting || posting.employer.suspendedAt !== null || visibility === 'hidden') {
    throw new Refusal('job_not_found', 'There is no such posting.');
  }
  const current = publicIdOf(posting.job);
  if (current !== publicId) {
    if (current === undefined || posting.job.confidential) {
      throw new Refusal('job_not_found', 'There is no such posting.');
    }
    throw new Moved(current);
  }
  if (visibility === 'closed') {
    throw new PostingClosed(posting);
  }
  return { ...posting, publicId };
}

/** The posting in a list of open ones; undefined where `openPosting` throws, and for an old job without a public id. */
export function listedPosting<Part extends JobTeaser>(
  posting: Posting<Part> | undefined,
  hasPassed: HasPassed,
): OpenPosting<Part> | undefined {
  if (!posting || posting.employer.suspendedAt !== null) return undefined;
  const publicId = publicIdOf(posting.job);
  return publicId !== undefined && visibilityOf(posting.job, hasPassed) === 'open'
    ? { ...posting, publicId }
    : undefined;
}

/** The path of the page of an employer's open postings. */
export const employerPath = (employerId: number): string => `/employers/${employerId}`;

/** An employer's name, and where its open postings are. */
export const employerLink = (
  { id, name }: Pick<Employer, 'id' | 'name'>,
  siteAddress: (path: string) => string,
) => ({ name, url: siteAddress(employerPath(id)) });

/** Whether candidates apply with the service's own form, or on the employer's website (interface 2.5). */
export const isAppliedHere = ({ applicantRoutingType }: Pick<Job, 'applicantRoutingType'>): boolean =>
  applicantRoutingType === 1;

/** The employer's address at which candidates apply; undefined if they apply here. */
export function elsewhere({ applicantRoutingType, applicationUrl }: Job): string | undefined {
  if (isAppliedHere({ applicantRoutingType })) return undefined;
  const address = URL.parse(applicationUrl ?? '');
  // Checked again where it matters: other schemes run code in the candidate's browser.
  if (!address || !/^https?:$/.test(address.protocol)) throw new Refusal('job_not_found');
  return address.href;
}

/** A posting as the page of an employer's postings shows it. */
export const postingTeaser = (
  { job, publicId }: OpenPosting<JobTeaser>,
  siteAddress: (path: string) => string,
) => ({
  url: siteAddress(postingPath(publicId)),
  title: job.title,
  locations: job.locations.map(locationRecord),
  positionType: job.positionType,
  closeDate: job.closeDate,
});

/** An amount of money as a number. */
const numberOf = (amount: number): number => amount / 10_000;

/** What the service adds to every posting. */
interface Terms {
  /** The absolute URL of a path of the service. */
  siteAddress: (path: string) => string;
  /** The currency of salaries, as a code of ISO 4217. */
  currency: string;
}

/** A posting as everyone may see it (interface 11.2). */
export function publicJob(
  { job, employer, publicId }: OpenPosting,
  { siteAddress, currency }: Terms,
): PublicJob {
  const record = jobRecord(job, { employer, siteAddress });
  const { amount, maxAmount } = job.salary ?? { amount: 0, maxAmount: null };
  const url = siteAddress(postingPath(publicId));
  return {
    id: publicId,
    url,
    applyUrl: `${url}/${isAppliedHere(job) ? 'apply' : 'go'}`,
    employer: job.confidential ? null : record.employer,
    title: job.title,
    firstPublished: job.firstPublished ?? job.publishDate,
    ...pick(record, publicFields),
    salary: record.salary && {
      ...record.salary,
      amount: numberOf(amount),
      maxAmount: maxAmount === null ? null : numberOf(maxAmount),
      currency,
    },
  };
}
