import type { PublicJob } from '../../../schemas/public-job.ts';
import type { CalendarDate } from '../../platform/values/calendar.ts';
import { isAppliedHere, type OpenPosting } from './posting.ts';

/** The words of schema.org and of Google for each position type. */
const employmentTypes: Record<number, string> = {
  1: 'FULL_TIME',
  2: 'PART_TIME',
  3: 'CONTRACTOR',
  4: 'TEMPORARY',
  5: 'VOLUNTEER',
};

const placeOf = ({ name, province }: OpenPosting['job']['locations'][number]) => ({
  '@type': 'Place',
  address: {
    '@type': 'PostalAddress',
    addressLocality: name,
    addressRegion: province,
    addressCountry: 'CA',
  },
});

const salaryOf = ({ amount, maxAmount, currency, period }: NonNullable<PublicJob['salary']>) => ({
  '@type': 'MonetaryAmount',
  currency,
  value: {
    '@type': 'QuantitativeValue',
    ...(maxAmount === null || maxAmount === undefined
      ? { value: amount }
      : { minValue: amount, maxValue: maxAmount }),
    unitText: period?.unit?.toUpperCase(),
  },
});

/**
 * A posting as search engines read it: schema.org's JobPosting, by Google's rules (interface 11.1). `shown` is what
 * everyone may see of it; `endOfDay` is the last second of a date, with its offset from UTC.
 */
export function structuredData(
  { job }: OpenPosting,
  shown: PublicJob,
  endOfDay: (date: CalendarDate) => string,
): object {
  const organization = shown.employer?.name ?? 'confidential';
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: shown.title,
    description: shown.description,
    url: shown.url,
    identifier: { '@type': 'PropertyValue', name: organization, value: shown.id },
    datePosted: shown.firstPublished,
    validThrough: endOfDay(shown.closeDate),
    employmentType: employmentTypes[job.positionType],
    // Google's word for an employer that is not named.
    hiringOrganization: shown.employer ? { '@type': 'Organization', name: organization } : organization,
    jobLocation: job.locations.map(placeOf),
    ...(shown.salary && { baseSalary: salaryOf(shown.salary) }),
    directApply: isAppliedHere(job),
  };
}
