import { brandStyle } from '../../../pages/public/style.ts';
import { pick, publicFields } from '../../../schemas/job-fields.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { PublicJob } from '../../../schemas/public-job.ts';
import { CLOSE_DEFAULTS } from '../../../schemas/limits.ts';
import { daysBetween, type CalendarDate } from '../../platform/time/calendar.ts';
import type { Employer } from '../../accounts/domain/employer.ts';
import { logoAddress, type Profile } from '../../accounts/domain/profile.ts';
import { jobRecord, salaryRecord } from '../../jobs/job/job-record.ts';
import { teaserFields, type Job, type JobTeaser, type Salary } from '../../jobs/job/job.ts';
import { detectLanguage, withTranslation, titleLanguage } from '../../jobs/job/job-language.ts';
import { postingPath, publicIdOf } from '../../jobs/keys.ts';
import type { SearchedPosting } from '../feeds/search-index.ts';
import { locationRecord } from '../../reference/domain/location.ts';
import { Moved, Refusal } from '../../platform/errors.ts';

/** A job with its employer. */
export interface Posting<Part extends JobTeaser = Job> {
  job: Part;
  employer: Employer;
}

/** A posting with its employer's profile. */
export interface ProfiledPosting extends Posting {
  profile: Profile;
}

/** A posting in a list that candidates may see and apply for, with its public id. */
export interface ListedPosting<Part extends JobTeaser = Job> extends Posting<Part> {
  publicId: string;
}

/** A posting that candidates may see and apply for. */
export type OpenPosting = ListedPosting & ProfiledPosting;

/**
 * A job that may be an open posting, with its version, and its rank, which reveals neither employers nor dates.
 */
export interface RankedJob {
  rank: string;
  employerId: number;
  jobId: number;
  version: number;
}

/** Refusal `job_closed`, with the closed posting. */
export class PostingClosed extends Refusal {
  readonly posting: ProfiledPosting;

  constructor(posting: ProfiledPosting) {
    super('job_closed', 'The posting is closed: it takes no more applications.');
    this.posting = posting;
  }
}

/** The public view of a job: an open posting, a closed posting, or nothing. */
type Visibility = 'open' | 'closed' | 'hidden';

type HasPassed = (date: CalendarDate) => boolean;

/** The public view of a job whose employer is not suspended (guide: public-pages 1 to 3). */
function visibilityOf(
  { status, closeDate }: Pick<Job, 'status' | 'closeDate'>,
  hasPassed: HasPassed,
): Visibility {
  if (status === 'draft') return 'hidden';
  return status === 'active' && !hasPassed(closeDate) ? 'open' : 'closed';
}

/**
 * Returns the posting that was found by a public id, if it is open. Throws Refusal `job_not_found`, PostingClosed, and
 * Moved for the name of a job that is no longer confidential (guide: public-pages 1 to 3).
 */
export function requireOpenPosting(
  posting: ProfiledPosting | undefined,
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

/**
 * The posting in a list of open ones; undefined when `requireOpenPosting` throws, and for an old job without a public
 * id.
 */
export function toListedPosting<Part extends JobTeaser>(
  posting: Posting<Part> | undefined,
  hasPassed: HasPassed,
): ListedPosting<Part> | undefined {
  if (!posting || posting.employer.suspendedAt !== null) return undefined;
  const publicId = publicIdOf(posting.job);
  return publicId !== undefined && visibilityOf(posting.job, hasPassed) === 'open'
    ? { ...posting, publicId }
    : undefined;
}

/** The path of the page of an employer's open postings. */
export const employerPath = (employerId: number): string => `/employers/${employerId}`;

/** An employer's name, and the address of its open postings. */
export const employerLink = (
  { id, name }: Pick<Employer, 'id' | 'name'>,
  siteAddress: (path: string) => string,
) => ({ name, url: siteAddress(employerPath(id)) });

/** Whether candidates apply with the service's own form, or on the employer's website. */
export const hasApplicationForm = ({ applicantRoutingType }: Pick<Job, 'applicantRoutingType'>): boolean =>
  applicantRoutingType === 1;

/** Validates an external address again before its use, because some schemes run code in the candidate's browser. */
function outsideAddress(text: string | null): string | undefined {
  const address = URL.parse(text ?? '');
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}

/** The employer's URL at which candidates apply; undefined when candidates apply to the service. */
export function externalApplyUrl({ applicantRoutingType, applicationUrl }: Job): string | undefined {
  if (hasApplicationForm({ applicantRoutingType })) return undefined;
  const address = outsideAddress(applicationUrl);
  if (address === undefined) throw new Refusal('job_not_found');
  return address;
}

/** The places of a job as text. */
export const locationDescriptions = ({ locations }: Pick<JobTeaser, 'locations'>): string[] =>
  locations.map((location) => locationRecord(location).description);

/** The public part of an employer's profile, with absolute URLs; undefined for missing values. */
export interface PublicProfile {
  website: string | undefined;
  privacyUrl: string | undefined;
  logo: string | undefined;
  accommodation: { text: string; language: Language } | undefined;
}

/** The text on how candidates ask for accommodation, in a language, or else in the language of the profile. */
function accommodationIn({ accommodation, language, translations }: Profile, shown: Language) {
  const translated = translations?.[shown]?.accommodation?.trim();
  const statement = accommodation?.trim();
  if (translated) return { text: translated, language: shown };
  return statement ? { text: statement, language: detectLanguage(statement) ?? language } : undefined;
}

/** Converts a profile to its public part in a language. */
export const toPublicProfile = (
  profile: Profile,
  language: Language,
  siteAddress: (path: string) => string,
): PublicProfile => ({
  website: outsideAddress(profile.website),
  privacyUrl: outsideAddress(profile.privacyUrl),
  logo: logoAddress(profile, siteAddress) ?? undefined,
  accommodation: accommodationIn(profile, language),
});

/** The look of pages about an employer. */
export const employerLook = (profile: Profile, siteAddress: (path: string) => string) => ({
  ownStyle: brandStyle(profile.color),
  logo: logoAddress(profile, siteAddress) ?? undefined,
});

/** The public profile for a posting in a language; empty for a confidential job. */
export const publicProfile = (
  { job, profile }: OpenPosting,
  language: Language,
  siteAddress: (path: string) => string,
): Partial<PublicProfile> => (job.confidential ? {} : toPublicProfile(profile, language, siteAddress));

/** Converts an amount of money to a number. */
const numberOf = (amount: number): number => amount / 10_000;

/** A salary in public data. */
export const publicSalary = (salary: Salary, currency: string): NonNullable<PublicJob['salary']> => ({
  ...salaryRecord(salary),
  amount: numberOf(salary.amount),
  maxAmount: salary.maxAmount === null ? null : numberOf(salary.maxAmount),
  currency,
});

/** The service's own facts in every posting. */
interface PublicContext {
  /** The absolute URL of a path of the service. */
  siteAddress: (path: string) => string;
  /** The currency of salaries, as a code of ISO 4217. */
  currency: string;
}

/** The facts of lists of postings. */
interface ListContext extends PublicContext {
  today: () => CalendarDate;
}

/** Whether a closeDate is a default, which tells candidates nothing. */
export const isDefaultCloseDate = (
  { publishDate, closeDate }: Pick<JobTeaser, 'publishDate' | 'closeDate'>,
  defaults = CLOSE_DEFAULTS,
): boolean => defaults.includes(daysBetween(publishDate, closeDate));

/** A posting on the page of its employer's postings, in a language. */
export const postingTeaser = (
  { job, publicId }: Pick<ListedPosting<JobTeaser>, 'job' | 'publicId'>,
  { siteAddress, currency, today }: ListContext,
  language: Language,
) => ({
  url: siteAddress(postingPath(publicId)),
  title: withTranslation(job, language).title,
  titleLanguage: titleLanguage(job, language),
  locations: job.locations.map(locationRecord),
  workplace: job.workplace,
  positionType: { id: job.positionType },
  salary: job.salary && publicSalary(job.salary, currency),
  posted: job.firstPublished ?? job.publishDate,
  age: daysBetween(job.firstPublished ?? job.publishDate, today()),
  closeDate: isDefaultCloseDate(job) ? null : job.closeDate,
});

/** A posting as a result of a search across all employers, with its employer's name; null if confidential. */
export const searchedTeaser = (posting: SearchedPosting, context: ListContext, language: Language) => ({
  ...postingTeaser(posting, context, language),
  employer: posting.employer && posting.employer.name,
});

/** A posting in the index for the search across all employers. */
export const toSearchedPosting = ({ job, employer, publicId }: ListedPosting): SearchedPosting => ({
  publicId,
  job: {
    ...pick(job, teaserFields),
    translations:
      job.translations &&
      Object.fromEntries(
        Object.entries(job.translations).map(([language, each]) => [language, { title: each?.title ?? '' }]),
      ),
  },
  employer: job.confidential ? null : { id: employer.id, name: employer.name },
});

/** A posting in public data (guide: career-site 1). */
export function publicJob(
  { job, employer, publicId }: ListedPosting,
  { siteAddress, currency }: PublicContext,
): PublicJob {
  const record = jobRecord(job, { employer, siteAddress });
  const url = siteAddress(postingPath(publicId));
  return {
    id: publicId,
    url,
    applyUrl: `${url}/${hasApplicationForm(job) ? 'apply' : 'go'}`,
    employer: job.confidential ? null : record.employer,
    title: job.title,
    firstPublished: job.firstPublished ?? job.publishDate,
    ...pick(record, publicFields),
    salary: job.salary && publicSalary(job.salary, currency),
  };
}

/** The query parameters that name a source. */
const sourceName = /^(?:source|utm_[a-z\d_]{1,30})$/;

/** The maximum length of a source, in characters. Longer values are ignored. */
const MAX_SOURCE_LENGTH = 200;

/** The maximum number of sources that are passed on, so that all fit into a header. */
const MAX_SOURCES = 10;

/**
 * Adds the sources in a query to an address, except sources that the address already has (guide: public-pages 8 and 9).
 */
export function forwardSources(address: string, rawQueryString: string): string {
  const [, place = '', ownQuery = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(address) ?? [];
  const parameters = new URLSearchParams(ownQuery);
  const requestParameters = new URLSearchParams(rawQueryString);
  const sources = [...new Set(requestParameters.keys())]
    .filter((name) => sourceName.test(name) && !parameters.has(name))
    .map((name): [string, string] => [name, requestParameters.get(name) ?? ''])
    .filter(([, value]) => value !== '' && Array.from(value).length <= MAX_SOURCE_LENGTH)
    .slice(0, MAX_SOURCES);
  if (sources.length === 0) return address;
  const query = [ownQuery, new URLSearchParams(sources).toString()].filter((part) => part !== '');
  return `${place}?${query.join('&')}${fragment}`;
}
