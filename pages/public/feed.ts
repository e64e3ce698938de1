import type { PublicJob } from '../../schemas/public-job.ts';
import { cdata, declaration, Xml, xml } from '../xml.ts';
import { moneyFormat } from './formats.ts';

/** Aggregators' names of the position types, by id. */
const jobTypes: Record<number, string> = {
  1: 'fulltime',
  2: 'parttime',
  3: 'contract',
  4: 'temporary',
  5: 'volunteer',
};

/** Aggregators' names of the workplaces; they have none for on site. */
const remoteTypes: Partial<Record<NonNullable<PublicJob['workplace']>, string>> = {
  hybrid: 'Hybrid remote',
  remote: 'Fully remote',
};

export interface FeedTimes {
  opened: Date;
  closes: Date;
}

function formatFeedSalary(salary: NonNullable<PublicJob['salary']>): string {
  const { amount, maxAmount, currency = '', period, plusCommission } = salary;
  const money = moneyFormat([amount ?? 0, maxAmount ?? 0], 'en', currency);
  const range = new Set([amount ?? 0, maxAmount ?? amount ?? 0].map((each) => money.format(each)));
  return `${[...range].join(' - ')} per ${period?.unit}${plusCommission ? ' plus commission' : ''}`;
}

/** The province or territory of a location description "name, province" (guide: job-content 4 to 6). */
const parseProvince = (description: string) => description.slice(description.lastIndexOf(', ') + 2);

/** The locations of a posting, each with its own reference number: aggregators allow one location per entry. */
const feedLocations = ({ id, workplace, locations }: PublicJob) =>
  workplace === 'remote'
    ? [{ referencenumber: id, city: 'Remote', state: '', postalcode: '' }]
    : locations.map((place) => ({
        referencenumber: `${id}-${place.id}`,
        city: place.name,
        state: parseProvince(place.description),
      }));

/** The last time with a year of four digits. West of UTC, the last day of that year ends later. */
const LAST_TIMESTAMP = Date.UTC(9999, 11, 31, 23, 59, 59);

/** ISO 8601 to the second. */
const formatTimestamp = (at: Date) =>
  new Date(Math.min(at.getTime(), LAST_TIMESTAMP)).toISOString().replace('.000', '');

/** One element per value of a field. */
const feedElements = ([name, value]: [string, string | readonly string[] | undefined]) =>
  [value ?? []].flat().map((each) => xml`<${new Xml(name)}>${cdata(each)}</${new Xml(name)}>\n`);

/**
 * The feed entries of a posting as XML text: one per location, one for a remote posting. Aggregators require a company,
 * so a confidential posting names "Confidential".
 */
export const feedEntries = (job: PublicJob, { opened, closes }: FeedTimes): string =>
  feedLocations(job)
    .map((place) => ({
      title: job.title,
      date: formatTimestamp(opened),
      requisitionid: job.id,
      url: job.url,
      company: job.employer?.name ?? 'Confidential',
      ...place,
      country: 'CA',
      description: job.description,
      salary: job.salary ? formatFeedSalary(job.salary) : undefined,
      jobtype: jobTypes[job.positionType.id],
      remotetype: job.workplace === null ? undefined : remoteTypes[job.workplace],
      category: job.categories.map(({ name }) => name ?? ''),
      expirationdate: formatTimestamp(closes),
    }))
    .map((facts) => xml`<job>\n${Object.entries(facts).map(feedElements)}</job>\n`.text)
    .join('');

interface FeedHeader {
  /** Name of the operator. */
  publisher: string;
  /** URL of the site. */
  siteUrl: string;
  madeAt: Date;
}

export const feedHeader = ({ publisher, siteUrl, madeAt }: FeedHeader): string =>
  xml`${declaration}<source>
<publisher>${publisher}</publisher>
<publisherurl>${siteUrl}</publisherurl>
<lastBuildDate>${madeAt.toUTCString()}</lastBuildDate>
`.text;

export const FEED_FOOTER = '</source>\n';
