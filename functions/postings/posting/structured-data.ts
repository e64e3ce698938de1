import type { Language } from '../../../schemas/languages.ts';
import type { PublicJob } from '../../../schemas/public-job.ts';
import type { CalendarDate } from '../../platform/time/calendar.ts';
import { COUNTRY, regionById, regions, type Region } from '../../reference/domain/location.ts';
import { hasApplicationForm, type OpenPosting, type PublicProfile } from './posting.ts';

/** The terms of schema.org and Google for each position type. */
const employmentTypes: Record<number, string> = {
  1: 'FULL_TIME',
  2: 'PART_TIME',
  3: 'CONTRACTOR',
  4: 'TEMPORARY',
  5: 'VOLUNTEER',
};

const toSchemaPlace = ({ name, province }: OpenPosting['job']['locations'][number]) => ({
  '@type': 'Place',
  address: {
    '@type': 'PostalAddress',
    addressLocality: name,
    addressRegion: province,
    addressCountry: 'CA',
  },
});

const areaOf = ({ name, type }: Region) =>
  type === 'Country' ? { '@type': type, name } : { '@type': 'State', name: `${name}, Canada` };

const countryRegions = regions.filter(({ province }) => province === COUNTRY);

/** The regions in which employees of a remote job may be: the regions of the job, or the whole country. */
function areasOf({ locations }: OpenPosting['job']) {
  const jobRegions = locations.flatMap(({ id }) => regionById(id) ?? []);
  const areas = (jobRegions.length > 0 ? jobRegions : countryRegions).map(areaOf);
  return areas.length === 1 ? areas[0] : areas;
}

const isRemote = ({ workplace }: OpenPosting['job']) => workplace === 'remote';

/** The places of work: none for remote work, unless the job names cities besides regions. */
function worksitesOf(job: OpenPosting['job']) {
  const cities = job.locations.filter(({ id }) => !regionById(id));
  return isRemote(job) && cities.length === job.locations.length ? [] : cities.map(toSchemaPlace);
}

/** Google's term for work that is never done at a place; partly remote work has none. */
const anywhere = (job: OpenPosting['job']) => ({
  jobLocationType: 'TELECOMMUTE',
  applicantLocationRequirements: areasOf(job),
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

const hoursWords = {
  en: { to: 'to', perWeek: 'hours per week' },
  fr: { to: 'à', perWeek: 'heures par semaine' },
};

/** The hours in the form that schema.org expects. */
function workHoursOf(hours: NonNullable<PublicJob['hoursPerWeek']>, language: Language = 'en'): string {
  const [min, max] = typeof hours === 'number' ? [hours] : [hours.min, hours.max];
  const { to, perWeek } = hoursWords[language];
  const range = [min, max].flatMap((each) => each ?? []).join(` ${to} `);
  return `${language === 'fr' ? range.replaceAll('.', ',') : range} ${perWeek}`;
}

/** A posting in public data, its employer's profile, and the last second of a date with its offset from UTC. */
interface DescribedPosting {
  job: OpenPosting['job'];
  shown: PublicJob;
  /** The language of title and description; undefined when it is unclear. */
  language: Language | undefined;
  profile: Partial<PublicProfile>;
  endOfDay: (date: CalendarDate) => string;
}

/** Google's term for a confidential employer. */
const organizationOf = ({ employer }: PublicJob) => employer?.name ?? 'confidential';

/** The properties for search engines by field, in order; null for fields without one. */
const properties: Record<keyof PublicJob, ((described: DescribedPosting) => object) | null> = {
  title: ({ shown }) => ({ title: shown.title }),
  description: ({ shown }) => ({ description: shown.description }),
  language: ({ language }) => (language === undefined ? {} : { inLanguage: language }),
  url: ({ shown }) => ({ url: shown.url }),
  id: ({ shown }) => ({
    identifier: { '@type': 'PropertyValue', name: organizationOf(shown), value: shown.id },
  }),
  firstPublished: ({ shown }) => ({ datePosted: shown.firstPublished }),
  closeDate: ({ shown, endOfDay }) => ({ validThrough: endOfDay(shown.closeDate) }),
  positionType: ({ job }) => ({ employmentType: employmentTypes[job.positionType] }),
  employer: ({ shown, profile: { website, logo } }) => ({
    hiringOrganization: {
      '@type': 'Organization',
      name: organizationOf(shown),
      ...(website !== undefined && { sameAs: website }),
      ...(logo !== undefined && { logo }),
    },
  }),
  locations: ({ job }) => {
    const worksites = worksitesOf(job);
    return worksites.length > 0 ? { jobLocation: worksites } : {};
  },
  workplace: ({ job }) => (isRemote(job) ? anywhere(job) : {}),
  salary: ({ shown }) => (shown.salary ? { baseSalary: salaryOf(shown.salary) } : {}),
  openings: ({ shown }) => (shown.openings === null ? {} : { totalJobOpenings: shown.openings }),
  startDate: ({ shown }) => (shown.startDate === null ? {} : { jobStartDate: shown.startDate }),
  hoursPerWeek: ({ shown, language }) =>
    shown.hoursPerWeek === null ? {} : { workHours: workHoursOf(shown.hoursPerWeek, language) },
  benefits: ({ shown }) => (shown.benefits === null ? {} : { jobBenefits: shown.benefits.join('; ') }),
  applicantRoutingType: ({ job }) => ({ directApply: hasApplicationForm(job) }),
  applyUrl: null,
  publishDate: null,
  confidential: null,
  categories: null,
  translations: null,
  vacancy: null,
  usesAi: null,
  questions: null,
};

/** A posting for search engines: schema.org's JobPosting, by Google's rules (guide: public-pages 1 to 3). */
export const structuredData = ({ job }: OpenPosting, described: Omit<DescribedPosting, 'job'>): object =>
  Object.assign(
    { '@context': 'https://schema.org', '@type': 'JobPosting' },
    ...Object.values(properties).map((property) => property?.({ job, ...described })),
  );
