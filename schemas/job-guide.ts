import type { JobRecord } from './job.ts';
import { CLOSE_AFTER_DAYS } from './limits.ts';

/** The meaning of a job field, and its value in the examples. */
type Guidance = { [Field in keyof JobRecord]: { meaning: string; example: JobRecord[Field] } };

/** A location in the examples. */
export const vancouver = { id: 156, name: 'Vancouver', description: 'Vancouver, BC', type: 'Town' };

/** The documentation of each job field. */
const jobGuide = {
  id: { meaning: 'Assigned by the service; it never changes.', example: 2041 },
  referenceId: {
    meaning:
      'Your own id for the job, unique among your jobs, compared exactly: one line without blanks at its ends.',
    example: 'REQ-2041',
  },
  employer: {
    meaning: 'The employer the job belongs to, identified by the API key.',
    example: { id: 1, name: 'Acme Inc.' },
  },
  title: { meaning: 'The job title, in one line.', example: 'Software Developer' },
  publishDate: {
    meaning: "The date of creation in the service's time zone. Only refreshing changes it.",
    example: '2029-12-02',
  },
  closeDate: {
    meaning: `The last day of the job. The default, also for null, is ${CLOSE_AFTER_DAYS} days after publishDate.`,
    example: '2030-01-31',
  },
  confidential: { meaning: 'Whether to hide the name of the employer from candidates.', example: false },
  autoRefresh: {
    meaning: 'Whether publishDate is renewed every 7 days, on the unlimited plan.',
    example: false,
  },
  status: { meaning: 'Candidates see only active jobs.', example: 'active' },
  locations: {
    meaning: 'Where the job is.',
    example: [vancouver, { id: 2, name: 'Montréal', description: 'Montréal, QC', type: 'Town' }],
  },
  workplace: {
    meaning: 'Whether the work is done at these places, partly there, or anywhere.',
    example: 'hybrid',
  },
  categories: { meaning: 'What kind of work it is.', example: [{ id: 23, name: 'Information Technology' }] },
  positionType: { meaning: 'The type of employment.', example: { id: 1, name: 'Full Time' } },
  salary: {
    meaning: 'The salary, or null if none is stated.',
    example: {
      amount: 85000,
      maxAmount: 99000.5,
      period: { id: 1, name: 'Yearly', unit: 'year' },
      plusCommission: false,
    },
  },
  vacancy: {
    meaning: 'existing: there is a position to fill now; future: there is none yet.',
    example: 'existing',
  },
  usesAi: {
    meaning: 'Whether artificial intelligence is used to screen, assess or select applicants.',
    example: false,
  },
  openings: { meaning: 'How many people are wanted.', example: 2 },
  startDate: { meaning: 'The first day of work.', example: '2030-03-01' },
  hoursPerWeek: {
    meaning:
      'The hours of work in a week, with at most two decimals: 37.5, or {"min": 35, "max": 40}. An update replaces it whole.',
    example: { min: 35, max: 40 },
  },
  benefits: {
    meaning: 'What the employer offers besides the salary, each in one line that is not blank.',
    example: ['Dental plan', 'Four weeks of vacation'],
  },
  description: {
    meaning:
      'HTML with the tags strong, b, em, i, br, p, div, ul, ol, li and a, the last with href (http, https, mailto, tel) and target. h1 to h6 become strong. Other markup is removed, with a warning.',
    example: '<p>Build a <strong>job posting service</strong>.</p>',
  },
  language: {
    meaning: 'The language of title and description; null: detected from their words, if they are clear.',
    example: 'en',
  },
  translations: {
    meaning:
      'Title and description in the other language, such as {"fr": {"title": "…", "description": "…"}}, and benefits and questions. An update replaces it whole.',
    example: {
      fr: {
        title: 'Développeuse ou développeur de logiciels',
        description: '<p>Construire un <strong>service d’offres d’emploi</strong>.</p>',
      },
    },
  },
  applicantRoutingType: { meaning: 'How candidates apply.', example: { id: 2, name: 'URL' } },
  applicationEmail: {
    meaning:
      'Gets a copy of each application. Required when applicantRoutingType.id is 1. Without an encoded word (`=?`).',
    example: null,
  },
  applicationUrl: {
    meaning:
      'Where candidates apply, http or https without a user name. Required when applicantRoutingType.id is 2.',
    example: 'https://example.com/apply/2041',
  },
  questions: {
    meaning:
      'What candidates are asked when they apply with the service, in order. An update replaces the list.',
    example: [
      {
        id: 'experience',
        text: 'How many years have you worked in software?',
        type: 'number',
        required: true,
        options: [],
      },
    ],
  },
  postingUrl: {
    meaning: 'The page where candidates see the job while it is open; null for a draft.',
    example: 'https://jobs.example.com/jobs/2041',
  },
  createdAt: {
    meaning: 'When the job was created, in whole seconds; null for one from before version 1.3.',
    example: '2029-12-02T17:05:00.000Z',
  },
  updatedAt: {
    meaning: 'When the job last changed, in whole seconds.',
    example: '2029-12-02T17:05:00.000Z',
  },
} satisfies Guidance;

type Guide = typeof jobGuide;

const entries = Object.entries(jobGuide);

/** The meaning of each field. */
export const jobFields = Object.fromEntries(
  entries.map(([field, { meaning }]) => [field, meaning]),
) as Record<keyof JobRecord, string>;

/** A job in a response, as the examples show it. */
export const exampleJob = Object.fromEntries(entries.map(([field, { example }]) => [field, example])) as {
  [Field in keyof Guide]: Guide[Field]['example'];
};
