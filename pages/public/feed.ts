import type { PublicJob } from '../../schemas/public-job.ts';
import { declaration, xml } from '../xml.ts';

/** The position types as job aggregators call them, by their ids (interface 2.3). */
const jobTypes: Record<number, string> = {
  1: 'fulltime',
  2: 'parttime',
  3: 'contract',
  4: 'temporary',
  5: 'volunteer',
};

/** The same of workplaces; none is on site. */
const remoteTypes: Partial<Record<NonNullable<PublicJob['workplace']>, string>> = {
  hybrid: 'Hybrid remote',
  remote: 'Fully remote',
};

function remoteType({ workplace }: PublicJob) {
  const type = workplace === null ? undefined : remoteTypes[workplace];
  return type && xml`<remotetype>${type}</remotetype>\n`;
}

/** Since when a posting is open, and until when. */
export interface FeedTimes {
  opened: Date;
  closes: Date;
}

const salaryText = ({
  amount,
  maxAmount,
  currency,
  period,
  plusCommission,
}: NonNullable<PublicJob['salary']>) =>
  [
    currency,
    amount,
    ...(maxAmount === null ? [] : ['to', maxAmount]),
    'per',
    period?.unit,
    ...(plusCommission ? ['plus commission'] : []),
  ].join(' ');

/** The province or territory: a place is described as "name, province" (interface 2.2). */
const provinceOf = (description: string) => description.slice(description.lastIndexOf(', ') + 2);

/**
 * A posting in the feed, as text: one entry for each of its places, because aggregators know one place an entry. An
 * aggregator requires a company: that of a confidential posting is the word. Times are written as in HTTP.
 */
export const feedEntries = (job: PublicJob, { opened, closes }: FeedTimes): string =>
  xml`${job.locations.map(
    ({ id, name, description }) => xml`<job>
<title>${job.title}</title>
<date>${opened.toUTCString()}</date>
<referencenumber>${job.id}-${id}</referencenumber>
<url>${job.url}</url>
<company>${job.employer?.name ?? 'Confidential'}</company>
<city>${name}</city>
<state>${provinceOf(description)}</state>
<country>CA</country>
<description>${job.description}</description>
${job.salary ? xml`<salary>${salaryText(job.salary)}</salary>\n` : undefined}<jobtype>${jobTypes[job.positionType.id]}</jobtype>
${remoteType(job)}${job.categories.map((category) => xml`<category>${category.name}</category>\n`)}<expirationdate>${closes.toUTCString()}</expirationdate>
</job>
`,
  )}`.text;

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
