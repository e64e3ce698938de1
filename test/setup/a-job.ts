import type { JobUpdate, ReadOnlyField } from '../../schemas/job.ts';

/** The body of a POST that creates a job: only the required fields, plus any that the test gives. */
export const aJob = (overrides: Record<string, unknown> = {}) => ({
  title: 'Software Developer',
  locations: [{ description: 'Vancouver, BC' }],
  categories: [{ id: 23 }],
  positionType: { id: 1 },
  description: '<p>Build a job posting service.</p>',
  applicantRoutingType: { id: 1 },
  applicationEmail: 'jobs@example.com',
  ...overrides,
});

/** The fields that a client can set. */
export type WritableField = Exclude<keyof JobUpdate, ReadOnlyField>;

const question = (id: string, type: string, text: string) => ({
  id,
  text,
  type,
  required: false,
  options: [] as string[],
});

const everyField = {
  referenceId: 'R-1',
  title: 'Développeur 🙂',
  closeDate: '2031-12-31',
  confidential: true,
  autoRefresh: true,
  status: 'active',
  locations: [{ description: 'Vancouver, BC' }, { description: 'Montréal, QC' }],
  workplace: 'remote',
  categories: [{ id: 23 }, { id: 14 }],
  positionType: { id: 3 },
  salary: { amount: 50000, maxAmount: 60000.5, period: { id: 1 }, plusCommission: true },
  vacancy: 'future',
  usesAi: true,
  openings: 3,
  startDate: '2032-01-15',
  hoursPerWeek: { min: 35, max: 168 },
  benefits: ['Dental plan', 'Régime de retraite'],
  description: '<p>Build a <strong>service</strong>.</p>',
  language: 'en',
  translations: {
    fr: {
      title: 'Développeuse ou développeur',
      description: '<p>Construire un service.</p>',
      benefits: ['Soins dentaires', 'Régime de retraite'],
    },
  },
  applicantRoutingType: { id: 2 },
  applicationEmail: 'jobs@example.com',
  applicationUrl: 'https://example.com/apply?lang=fr&job=1',
  questions: [
    { ...question('shift', 'choice', 'Quel quart de travail\u00A0?'), options: ['Day', 'Nuit'] },
    { ...question('licence', 'yesNo', 'Avez-vous votre permis de conduire\u00A0?'), required: true },
  ],
} satisfies Record<WritableField, unknown>;

/** The body of a POST with every field that a client can set, each with a value other than its default. */
export const aFullJob = (overrides: Partial<Record<WritableField, unknown>> = {}) => ({
  ...everyField,
  ...overrides,
});

/** A different value than in `aFullJob` for each field that a client can set. */
export const changedJobValues = {
  referenceId: 'R-2',
  title: 'Cook',
  closeDate: '2030-01-01',
  confidential: false,
  autoRefresh: false,
  status: 'archived',
  locations: [{ description: 'Calgary' }],
  workplace: 'on-site',
  categories: [{ id: '1' }],
  positionType: { id: 1 },
  salary: { amount: 20.5, maxAmount: null, period: { id: 5 }, plusCommission: false },
  vacancy: 'existing',
  usesAi: false,
  openings: 1,
  startDate: '2031-02-28',
  hoursPerWeek: 37.5,
  benefits: ['A parking lot'],
  description: '<p>New.</p>',
  language: null,
  translations: {
    fr: {
      title: 'Cuisinière ou cuisinier',
      description: '<p>Nouveau.</p>',
      benefits: ['Un stationnement'],
    },
  },
  applicantRoutingType: { id: 1 },
  applicationEmail: 'hr@example.com',
  applicationUrl: 'http://example.com/',
  questions: [question('start', 'date', 'Quand pouvez-vous commencer\u00A0?')],
} satisfies Record<WritableField, unknown>;
