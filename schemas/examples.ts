import type { OperationId } from './operations.ts';
import { applicantRoutingTypes, categories, positionTypes, salaryPeriods } from './reference-data.ts';

const vancouver = { id: 156, name: 'Vancouver', description: 'Vancouver, BC', type: 'Town' };
const montreal = { id: 2, name: 'Montréal', description: 'Montréal, QC', type: 'Town' };

/** A job to create: all required fields and most of the optional ones. */
const jobToCreate = {
  referenceId: 'REQ-2041',
  title: 'Software Developer',
  closeDate: '2030-01-31',
  status: 'active',
  locations: [{ description: 'Vancouver, BC' }, { description: 'Montreal, QC' }],
  categories: [{ id: 23 }],
  positionType: { id: 1 },
  salary: { amount: 85000, maxAmount: 99000.5, period: { id: 1 }, plusCommission: false },
  description: '<p>Build a <strong>job posting service</strong>.</p>',
  applicantRoutingType: { id: 2 },
  applicationUrl: 'https://example.com/apply/2041',
};

/** The same job in a response. */
const job = {
  id: 2041,
  referenceId: 'REQ-2041',
  employer: { id: 1, name: 'Acme Inc.' },
  title: 'Software Developer',
  publishDate: '2029-12-02',
  closeDate: '2030-01-31',
  confidential: false,
  autoRefresh: false,
  status: 'active',
  locations: [vancouver, montreal],
  categories: [{ id: 23, name: 'Information Technology' }],
  positionType: { id: 1, name: 'Full Time' },
  salary: { amount: 85000, maxAmount: 99000.5, period: salaryPeriods[0], plusCommission: false },
  description: '<p>Build a <strong>job posting service</strong>.</p>',
  applicantRoutingType: { id: 2, name: 'URL' },
  applicationEmail: null,
  applicationUrl: 'https://example.com/apply/2041',
};

const { id, referenceId, employer, title, publishDate, locations, confidential, status } = job;

const reference = { referenceId: 'REQ-2041' };

/** A request and its response. Path, query and header parameters are listed by name. */
interface Example {
  parameters?: Record<string, string | number>;
  body?: object;
  answer?: object;
}

const entry = (list: readonly object[]): Example => ({ parameters: { id: 1 }, answer: { ...list[0] } });

/** One example of every operation. */
export const examples: Record<OperationId, Example> = {
  listJobs: {
    parameters: { status: 'active', q: 'developer', pageSize: 10, page: 1 },
    answer: {
      data: [{ id, referenceId, employer, title, publishDate, locations, confidential, status }],
      paging: { total: 1, page: 1, pages: 1, pageSize: 10, previous: null, next: null },
    },
  },
  createJob: { body: jobToCreate, answer: job },
  upsertJob: { body: jobToCreate, answer: job },
  deleteJobByReference: { body: reference },
  getJob: { parameters: { id }, answer: job },
  updateJob: {
    parameters: { id },
    body: { title: 'Senior Software Developer' },
    answer: { ...job, title: 'Senior Software Developer' },
  },
  deleteJob: { parameters: { id } },
  overrideJobMethod: {
    parameters: { id, 'X-HTTP-Method-Override': 'PUT' },
    body: { status: 'archived' },
    answer: { ...job, status: 'archived' },
  },
  refreshJob: { parameters: { id }, answer: { ...job, publishDate: '2029-12-09' } },
  listPositionTypes: { answer: { data: positionTypes } },
  getPositionType: entry(positionTypes),
  listJobCategories: { answer: { data: categories } },
  getJobCategory: entry(categories),
  listSalaryPeriods: { answer: { data: salaryPeriods } },
  getSalaryPeriod: entry(salaryPeriods),
  listApplicantRoutingTypes: { answer: { data: applicantRoutingTypes } },
  getApplicantRoutingType: entry(applicantRoutingTypes),
  listLocations: {
    parameters: { q: 'vancouver', pageSize: 10, page: 1 },
    answer: {
      data: [vancouver],
      paging: { total: 1, page: 1, pages: 1, pageSize: 10, previous: null, next: null },
    },
  },
  getLocation: { parameters: { id: vancouver.id }, answer: vancouver },
};
