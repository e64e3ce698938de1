import type { PublicJob } from '../../schemas/public-job.ts';
import { cdata, declaration, Xml, xml } from '../xml.ts';
import { amountOfMoney } from './formats.ts';

/** The position types as job aggregators call them, by their ids (interface 2.3). */
const jobTypes: Record<number, string> = {
  1: 'fulltime',
  2: 'parttime',
  3: 'contract',
  4: 'temporary',
  5: 'volunteer',
};

/** The workplaces as job aggregators call them; on site has no word. */
const remoteTypes: Partial<Record<NonNullable<PublicJob['workplace']>, string>> = {
  hybrid: 'Hybrid remote',
  remote: 'Fully remote',
};

/** Since when a posting is open, and until when. */
export interface FeedTimes {
  opened: Date;
  closes: Date;
}

function salaryText(salary: NonNullable<PublicJob['salary']>): string {
  const { amount, maxAmount, currency = '', period, plusCommission } = salary;
  const money = amountOfMoney('en', currency);
  const range = [amount, maxAmount].flatMap((each) => (typeof each === 'number' ? money.format(each) : []));
  return `${range.join(' - ')} per ${period?.unit}${plusCommission ? ' plus commission' : ''}`;
}

/** The province or territory: a place is described as "name, province" (interface 2.2). */
const provinceOf = (description: string) => description.slice(description.lastIndexOf(', ') + 2);

/** Where a posting is, each place with a number of its own, because aggregators know one place an entry. */
const placesOf = ({ id, workplace, locations }: PublicJob) =>
  workplace === 'remote'
    ? [{ referencenumber: id, city: 'Remote', state: '', postalcode: '' }]
    : locations.map((place) => ({
        referencenumber: `${id}-${place.id}`,
        city: place.name,
        state: provinceOf(place.description),
      }));

/** A time in ISO 8601, to the second. */
const timeText = (at: Date) => at.toISOString().replace('.000', '');

/** The element of a fact, one for each of its values; none where there is none. */
const elementsOf = ([name, value]: [string, string | readonly string[] | undefined]) =>
  [value ?? []].flat().map((each) => xml`<${new Xml(name)}>${cdata(each)}</${new Xml(name)}>\n`);

/**
 * A posting in the feed, as text: one entry for each of its places, and a remote one once. An aggregator requires a
 * company: that of a confidential posting is the word.
 */
export const feedEntries = (job: PublicJob, { opened, closes }: FeedTimes): string =>
  placesOf(job)
    .map((place) => ({
      title: job.title,
      date: timeText(opened),
      requisitionid: job.id,
      url: job.url,
      company: job.employer?.name ?? 'Confidential',
      ...place,
      country: 'CA',
      description: job.description,
      salary: job.salary ? salaryText(job.salary) : undefined,
      jobtype: jobTypes[job.positionType.id],
      remotetype: job.workplace === null ? undefined : remoteTypes[job.workplace],
      category: job.categories.map(({ name }) => name ?? ''),
      expirationdate: timeText(closes),
    }))
    .map((facts) => xml`<job>\n${Object.entries(facts).map(elementsOf)}</job>\n`.text)
    .join('');

interface Head {
  /** The address of the service's own site. */
  siteUrl: string;
  madeAt: Date;
}

/** What the feed begins with, before its entries. */
export const feedHead = ({ siteUrl, madeAt }: Head): string =>
  xml`${declaration}<source>
<publisher>Job Posting Service</publisher>
<publisherurl>${siteUrl}</publisherurl>
<lastBuildDate>${madeAt.toUTCString()}</lastBuildDate>
`.text;

/** What the feed ends with, after its entries. */
export const FEED_END = '</source>\n';
