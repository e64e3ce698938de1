import { RESUME_MAX_BYTES, UPLOAD_MAX_BYTES } from './application.ts';
import { CONSENT_VERSION, consentText } from './consent.ts';
import type { EmployerRecord } from './employer.ts';
import type { Event } from './event.ts';
import { exactFileSize } from './file-size.ts';
import { MAX_KEYS, type KeyRecord } from './key.ts';
import { listedFields, pick, publicFields } from './job-fields.ts';
import { exampleJob as job, vancouver } from './job-guide.ts';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from './logo.ts';
import { operations, type Operation, type OperationId } from './operations.ts';
import type { EmployerAccount, PartnerRecord } from './partner.ts';
import { problemExample } from './problem-guide.ts';
import type { PublicJob } from './public-job.ts';
import { applicantRoutingTypes, categories, positionTypes, salaryPeriods } from './reference-data.ts';

/**
 * A job to create: all required fields and most of the optional ones. It is a draft, because the reference page can
 * send it with a real key.
 */
const jobToCreate = {
  referenceId: 'REQ-2041',
  title: 'Software Developer',
  closeDate: '2030-01-31',
  status: 'draft',
  locations: [{ description: 'Vancouver, BC' }, { description: 'Montreal, QC' }],
  categories: [{ id: 23 }],
  positionType: { id: 1 },
  salary: { amount: 85000, maxAmount: 99000.5, period: { id: 1 }, plusCommission: false },
  description: '<p>Build a <strong>job posting service</strong>.</p>',
  applicantRoutingType: { id: 2 },
  applicationUrl: 'https://example.com/apply/2041',
};

const { id, referenceId, employer, title, publishDate } = job;

/** The job that the sample creates: candidates do not see a draft. */
const draft = { ...job, status: 'draft', postingUrl: null };

const publicJob = {
  id: '2041',
  url: 'https://jobs.example.com/jobs/2041',
  applyUrl: 'https://jobs.example.com/jobs/2041/go',
  employer,
  title,
  firstPublished: publishDate,
  ...pick(job, publicFields),
  salary: {
    amount: 85000,
    maxAmount: 99000.5,
    currency: 'CAD',
    period: job.salary.period,
    plusCommission: false,
  },
} satisfies PublicJob;

/** An application in a response. */
const application = {
  id: '8f14e45fceea167a5a36dedd4bea2543',
  referenceId: null,
  receivedAt: '2029-12-03T15:04:05.000Z',
  job: { id, referenceId, title },
  name: 'Zoé Tremblay',
  email: 'zoe.tremblay@example.com',
  telephone: '+1 514 555 0187',
  coverLetter: 'I have built services of this kind for ten years.',
  resume: { fileName: 'Zoé Tremblay.pdf', mediaType: 'application/pdf', size: 48213 },
  answers: [
    {
      question: { id: 'experience', text: 'How many years have you worked in software?', type: 'number' },
      value: 10,
    },
  ],
  source: 'newsletter',
  language: 'en',
  consent: {
    text: consentText({ version: CONSENT_VERSION, language: 'en' }, 365),
    at: '2029-12-03T15:04:05.000Z',
    language: 'en',
  },
  stage: 'new',
  stageChangedAt: null,
  state: 'delivered',
  failure: null,
  confirmation: 'sent',
  repeatOf: null,
};

const imported = {
  ...application,
  referenceId: 'CAND-311',
  receivedAt: '2019-12-03T15:04:05.000Z',
  telephone: null,
  coverLetter: null,
  resume: null,
  source: 'Job fair',
  language: null,
  consent: null,
  state: 'stored',
  confirmation: null,
};

const interviewed = { ...application, stage: 'interview', stageChangedAt: '2029-12-05T09:30:00.000Z' };

/** An event in the reference. */
export const event = {
  id: 842,
  type: 'job.updated',
  timestamp: '2029-12-03T15:04:05.123Z',
  log: { employer: 1 },
  employer: { id: 1, referenceId: null },
  data: {
    job: { id, referenceId },
    version: 3,
    changes: { title: { from: 'Developer', to: title }, description: { changed: true } },
    by: { type: 'key', id: '1-8f14e45fceea167a', label: 'ATS' },
  },
} satisfies Event;

/** An employer of a partner in the reference. */
const account = {
  id: 17,
  referenceId: 'CUSTOMER-0042',
  name: 'Acme Bakery',
  plan: 'standard' as const,
  test: false,
  suspendedAt: null,
  deletionRequestedAt: null,
  createdAt: '2029-12-03T15:04:05.123Z',
} satisfies EmployerAccount;

const partner = {
  id: 3,
  name: 'Acme ATS',
  plan: 'standard',
  maxEmployers: 1_000,
  employers: 42,
  contactEmail: 'integrations@example.com',
} satisfies PartnerRecord;

/** An API key in the reference. */
const key = {
  id: '17-k7f3q9x2',
  label: 'ATS',
  permissions: ['applications:read', 'jobs:read', 'jobs:write'],
  createdAt: '2029-12-03T15:04:05.123Z',
  createdBy: { type: 'employer', id: account.id },
  lastUsedAt: '2029-12-03T16:00:00.000Z',
  expiresAt: null,
  current: false,
} satisfies KeyRecord;

const ofKey = { id: key.id };

const ofApplication = { id: application.id };

const reference = { referenceId: 'REQ-2041' };

const jobToValidate = { ...jobToCreate, referenceId: 'REQ-2042' };

const { id: _, publishDate: __, ...newJob } = draft;
const validation = {
  valid: true,
  effect: 'create',
  warnings: [],
  job: { ...newJob, referenceId: 'REQ-2042' },
};

const webhookToCreate = {
  url: 'https://ats.example.com/hooks/jobs',
  types: ['job.updated', 'application.received'],
  description: 'Production',
};

const webhook = {
  id: 3,
  createdBy: { type: 'employer', id: 1 },
  ...webhookToCreate,
  status: 'active',
  reason: null,
  cursor: 842,
  failures: 0,
  nextAttemptAt: null,
  attempts: [
    {
      at: '2029-12-03T15:04:06.120Z',
      employer: null,
      event: 842,
      status: 204,
      error: null,
      milliseconds: 87,
    },
  ],
};

const profile = {
  name: employer.name,
  about: '<p>We bake <strong>bread</strong> in Vancouver.</p>',
  website: 'https://example.com',
  privacyUrl: 'https://example.com/privacy',
  accommodation: 'Write to access@example.com if you need an adjustment, such as more time for a test.',
  contactEmail: 'hr@example.com',
  language: 'en',
  translations: { fr: { about: '<p>Nous faisons du <strong>pain</strong> à Vancouver.</p>' } },
  confirmation: true,
  showStage: false,
  recruitingPage: true,
  color: '#0b5cad',
  logo: null,
} satisfies EmployerRecord;

const profileWithLogo = {
  ...profile,
  logo: 'https://jobs.example.com/logos/17-5f0c1d9e3b7a2468-9c41e07d.png',
};

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const ofWebhook = { id: webhook.id };

const jobNotFound = problemExample('job_not_found');

/** The documentation of an operation, with an example request and response. */
interface Guidance {
  /** Details beyond the operation's summary, in Markdown. */
  description: string;
  /** Path, query and header parameters, by name. */
  parameters?: Record<string, string | number>;
  body?: object;
  answer?: object;
}

const entry = (list: readonly object[]): Guidance => ({
  description: 'One entry of the list.',
  parameters: { id: 1 },
  answer: { ...list[0] },
});

/** The documentation of each operation that is no method override. */
const ownGuide: Record<Exclude<OperationId, `override${string}`>, Guidance> = {
  listJobs: {
    description:
      'Your own jobs without their details, newest `publishDate` first. `q` is part of the title or the `referenceId`. With `updatedSince`, the jobs that changed since, the oldest change first, without `page`.',
    parameters: { status: 'active', q: 'developer', pageSize: 10, page: 1 },
    answer: {
      data: [pick(job, listedFields)],
      paging: { total: 1, page: 1, pages: 1, pageSize: 10, previous: null, next: null },
    },
  },
  createJob: {
    description: 'The job is a draft unless you send another `status`.',
    body: jobToCreate,
    answer: draft,
  },
  upsertJob: {
    description:
      'If one of your jobs has this `referenceId`, the fields you send are changed (200). Otherwise a job is created by the rules of POST (201).',
    body: jobToCreate,
    answer: draft,
  },
  deleteJobByReference: {
    description: 'The job is deleted, and its `referenceId` can be used again.',
    body: reference,
  },
  batchJobs: {
    description:
      'Up to 100 operations. `Prefer: return=minimal` leaves the jobs out of the results, all but `postingUrl`.',
    body: {
      operations: [
        { operation: 'upsert', body: jobToCreate },
        { operation: 'update', id: 2042, body: { status: 'archived' }, ifMatch: '"Vb0Rb8jUNuf1hTtrFVGMaw"' },
        { operation: 'delete', referenceId: 'REQ-2039' },
      ],
    },
    answer: {
      succeeded: 1,
      failed: 2,
      results: [
        { status: 200, effect: 'update', id, etag: '"Vb0Rb8jUNuf1hTtrFVGMaw"', job: draft },
        { status: 404, problem: jobNotFound },
        { status: 404, problem: jobNotFound },
      ],
    },
  },
  validateJob: {
    description: 'Judges the body as `POST /jobs` would, without writing. `{"operations": […]}` is a batch.',
    body: jobToValidate,
    answer: validation,
  },
  validateUpsert: {
    description: 'Judges the body as `PUT /jobs` would, without writing. `{"operations": […]}` is a batch.',
    body: jobToValidate,
    answer: validation,
  },
  listReferences: {
    description:
      'Which of your jobs have a `referenceId`, sorted by its bytes in UTF-8, up to 1,000 at a time. With `status`, a page may have few, or none, before the end.',
    parameters: { prefix: 'REQ-', limit: 1000 },
    answer: { data: [{ referenceId, id, status: job.status }], paging: { next: null } },
  },
  getJob: { description: 'The whole job, whatever its status.', parameters: { id }, answer: job },
  updateJob: {
    description:
      'With the changes, the job must meet every rule. You can GET a job, edit it and PUT it back whole.',
    parameters: { id },
    body: { title: 'Senior Software Developer' },
    answer: { ...job, title: 'Senior Software Developer' },
  },
  deleteJob: {
    description:
      'The job is deleted, and its `referenceId` can be used again. To only hide a job, archive it.',
    parameters: { id },
  },
  refreshJob: {
    description:
      'Sets publishDate to today and moves the job to the top of the list. The next auto-refresh is seven days later.',
    parameters: { id },
    answer: { ...job, publishDate: '2029-12-09' },
  },
  listJobHistory: {
    description:
      'The events about a job and the applications for it, also after you have deleted the job, for as long as events are kept.',
    parameters: { id },
    answer: { data: [event], paging: { next: null, more: false } },
  },
  listEvents: {
    description:
      'Every change, by any author, in the order of their ids. `paging.next` is always there: while `more` is true, follow it immediately, otherwise later.',
    answer: {
      data: [event],
      paging: { next: 'https://jobs.example.com/api/v1.1/events?after=842', more: false, latest: 842 },
    },
  },
  listApplications: {
    description:
      'Applications for all of your jobs, in the order in which they were stored, at most 100 on a page.',
    answer: { data: [application], paging: { next: null } },
  },
  listJobApplications: {
    description: 'The same for one job, also after you have deleted it.',
    parameters: { id },
    answer: { clicks: 0, data: [application], paging: { next: null } },
  },
  importApplication: {
    description: `Stores an application that came by mail or at a fair. Only \`name\` and \`email\` are needed. Without a \`referenceId\`, a repetition may store it again. Nothing is mailed to the candidate. A file has at most ${exactFileSize(RESUME_MAX_BYTES)}.`,
    parameters: { id },
    body: {
      referenceId: 'CAND-311',
      name: application.name,
      email: application.email,
      receivedAt: '2019-12-03T15:04:05Z',
      source: 'Job fair',
    },
    answer: imported,
  },
  batchApplications: {
    description: 'Up to 100 operations. With `Prefer: return=minimal`, results have no `application`.',
    body: {
      operations: [
        { operation: 'update', id: application.id, body: { stage: 'interview' } },
        { operation: 'delete', id: '1679091c5a880faf6fb5e6087eb1b2dc' },
      ],
    },
    answer: {
      succeeded: 1,
      failed: 1,
      results: [
        { status: 200, effect: 'update', etag: '"b0a2f7c5d5e64a1f"', application: interviewed },
        { status: 404, problem: problemExample('application_not_found') },
      ],
    },
  },
  getApplication: {
    description: 'What the candidate sent, and what became of it.',
    parameters: ofApplication,
    answer: application,
  },
  createApplication: {
    description: `Stores an application for an open posting that takes applications here. Send JSON, with the résumé in base64, or form data (\`multipart/form-data\`, without a file also \`application/x-www-form-urlencoded\`) with the same fields and the résumé as a file of at most ${exactFileSize(RESUME_MAX_BYTES)}. Ask the candidate for consent first.`,
    parameters: { id: '2041' },
    body: {
      name: 'Zoé Tremblay',
      email: 'zoe@example.com',
      telephone: '+1 514 555 0199',
      coverLetter: 'I would like to build it.',
      resume: { fileName: 'Zoé Tremblay.txt', content: 'Wm/DqSBUcmVtYmxheQpTb2Z0d2FyZSBkZXZlbG9wZXIK' },
      consent: true,
    },
    answer: { id: 'b0a2f7c5d5e64a1f8b7e3d2c1a094f6e', receivedAt: '2029-12-03T15:04:05.000Z' },
  },
  createUpload: {
    description: `Allows one file of at most ${exactFileSize(UPLOAD_MAX_BYTES)} to be uploaded for an application to this posting. Within an hour, POST form data to \`upload.url\`: every entry of \`upload.fields\`, and then the file as the last field, \`file\`. A 204 says that it is there, a refusal is XML. Then apply with the \`id\` as \`resume.file\`.`,
    parameters: { id: '2041' },
    body: { fileName: 'Zoé Tremblay.pdf' },
    answer: {
      id: '8hG0c2lnbmVkIHVwbG9hZAAAcF1QAFpvw6kgVHJlbWJsYXkucGRm.V2hhdCBzaWducyBpdCBpcyBoYXJkIHRvIG1ha2UgdXA',
      upload: {
        url: 'https://files.example.com/',
        fields: {
          'Content-Type': 'application/pdf',
          bucket: 'files',
          'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
          'X-Amz-Credential': 'ASIAEXAMPLE/20291203/ca-central-1/s3/aws4_request',
          'X-Amz-Date': '20291203T150405Z',
          key: 'uploads/f211b473697369676e65642075706c6f',
          Policy: 'eyJleHBpcmF0aW9uIjoiMjAyOS0xMi0wM1QxNjowNDowNVoifQ==',
          'X-Amz-Signature': 'b3f1c0',
        },
      },
      expiresAt: '2029-12-04T15:04:05.000Z',
    },
  },
  updateApplication: {
    description: 'Sets the stage of the candidate. A repetition has no effect.',
    parameters: ofApplication,
    body: { stage: 'interview' },
    answer: interviewed,
  },
  getApplicationResume: {
    description:
      'With `Accept: application/json`, an address from which anybody can download the file for 5 minutes, as an attachment under its name and type, without your API key. With any other `Accept`, a redirect to that address.',
    parameters: ofApplication,
    answer: {
      url: 'https://files.example.com/applications/2029-12-03/7/3f1c?X-Amz-Expires=300&X-Amz-Signature=b3f1c0',
      expiresAt: '2029-12-03T15:09:05.000Z',
    },
  },
  deleteApplication: {
    description: 'Erases the application, the file and everything else that the service stores about it.',
    parameters: ofApplication,
  },
  resendApplication: {
    description: 'Queues the mail again, for the `applicationEmail` that the job has now.',
    parameters: ofApplication,
    answer: { ...application, state: 'queued' },
  },
  releaseApplication: {
    description: 'Queues the mail of an application that is held. A repetition has no effect.',
    parameters: ofApplication,
    answer: { ...application, state: 'queued' },
  },
  listWebhooks: {
    description: 'At most five. Their secrets are not shown.',
    answer: { data: [webhook] },
  },
  createWebhook: {
    description:
      'The webhook gets each event after this moment, with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks). With the key of a partner and without `Employer-Id`, it gets the events of all its employers.',
    body: webhookToCreate,
    answer: { ...webhook, attempts: [], secret },
  },
  getWebhook: {
    description: '`attempts` shows what became of the last 20 attempts.',
    parameters: ofWebhook,
    answer: webhook,
  },
  updateWebhook: {
    description:
      'With `"status": "paused"` no events are sent until you send `"active"`. With a `cursor`, the events after it are delivered again.',
    parameters: ofWebhook,
    body: { status: 'paused' },
    answer: { ...webhook, status: 'paused' },
  },
  deleteWebhook: {
    description: 'No more events are sent, except in a request that has already started.',
    parameters: ofWebhook,
  },
  rotateWebhookSecret: {
    description: 'For 24 hours, each message is signed with the former secret, too.',
    parameters: ofWebhook,
    answer: { secret, formerUntil: '2029-12-04T15:04:05.000Z' },
  },
  testWebhook: {
    description: 'Sends an event of the type `webhook.test` and returns the result within 7 seconds.',
    parameters: ofWebhook,
    answer: { status: 204, error: null, milliseconds: 87 },
  },
  getEmployer: {
    description: 'Your profile: what candidates see of you besides your jobs.',
    answer: profile,
  },
  updateEmployer: {
    description: '`null` or `""` clears a text, but not `language`, or an address.',
    body: { about: profile.about, website: profile.website },
    answer: profile,
  },
  setLogo: {
    description: `A PNG, JPEG or WebP image as the body, byte for byte, with its media type: at most ${LOGO_MAX_BYTES.toLocaleString('en')} bytes and ${LOGO_MAX_PIXELS.toLocaleString('en')} pixels wide and high, not animated. \`If-Match\` refers to the profile.`,
    answer: profileWithLogo,
  },
  deleteLogo: {
    description: 'Without a logo it has no effect. `If-Match` refers to the profile.',
  },
  getPartner: { description: 'Who you are as a partner, and how many employers you have.', answer: partner },
  updatePartner: {
    description: 'Only `contactEmail` can be changed.',
    body: { contactEmail: partner.contactEmail },
    answer: partner,
  },
  listEmployers: {
    description: '`lastEvent` says which of 100 employers have news. `referenceId` finds one.',
    answer: { data: [{ ...account, lastEvent: 842 }], paging: { next: null } },
  },
  upsertEmployerAccount: {
    description: 'A new employer needs a `name`. A repetition has no effect.',
    body: { referenceId: account.referenceId, name: account.name },
    answer: account,
  },
  getEmployerAccount: {
    description: 'What you see of an employer.',
    parameters: { id: account.id },
    answer: account,
  },
  updateEmployerAccount: {
    description: 'While an employer is suspended, no key can work for it, and its postings are not shown.',
    parameters: { id: account.id },
    body: { name: account.name },
    answer: account,
  },
  requestEmployerAccountDeletion: {
    description:
      'A person deletes it within 30 days. Until then, `"suspended": false` withdraws the request, and a repetition has no effect.',
    parameters: { id: account.id },
    answer: {
      ...account,
      suspendedAt: '2029-12-04T15:04:05.123Z',
      deletionRequestedAt: '2029-12-04T15:04:05.123Z',
    },
  },
  listKeys: {
    description: 'The keys that work.',
    answer: { data: [{ ...key, current: true }] },
  },
  createKey: {
    description: `At most ${MAX_KEYS} keys work at the same time. \`key\` is shown in this response alone: store it now.`,
    body: { label: key.label, permissions: key.permissions },
    answer: { ...key, lastUsedAt: null, key: 'jps_…' },
  },
  updateKey: {
    description: 'The last key of a partner, or of an employer without a partner, gets no end.',
    parameters: ofKey,
    body: { label: key.label },
    answer: key,
  },
  deleteKey: {
    description: 'The last key of a partner, or of an employer without a partner, is kept.',
    parameters: ofKey,
  },
  listPositionTypes: {
    description: 'Every position type a job can have. The ids never change.',
    answer: { data: positionTypes },
  },
  getPositionType: entry(positionTypes),
  listJobCategories: {
    description: 'Every category a job can have. The ids never change.',
    answer: { data: categories },
  },
  getJobCategory: entry(categories),
  listSalaryPeriods: {
    description: 'Every period a salary can be paid for. The ids never change.',
    answer: { data: salaryPeriods },
  },
  getSalaryPeriod: entry(salaryPeriods),
  listApplicantRoutingTypes: {
    description: 'The ways to receive applications.',
    answer: { data: applicantRoutingTypes },
  },
  getApplicantRoutingType: entry(applicantRoutingTypes),
  listLocations: {
    description: 'Canadian places whose name contains `q`, shortest names first.',
    parameters: { q: 'vancouver', pageSize: 10, page: 1 },
    answer: {
      data: [vancouver],
      paging: { total: 1, page: 1, pages: 1, pageSize: 10, previous: null, next: null },
    },
  },
  listPublicJobs: {
    description: 'The postings of an employer that candidates can see, without confidential ones.',
    parameters: { employer: employer.id },
    answer: { data: [publicJob], paging: { next: null } },
  },
  getPublicJob: {
    description: 'A posting by its public id, as candidates see it.',
    parameters: { id: '2041' },
    answer: publicJob,
  },
  getLocation: { description: 'One entry of the list.', parameters: { id: vancouver.id }, answer: vancouver },
};

/** The documentation of a method override: the example of the PUT that serves it, with the header. */
function overrideGuide({ path, servedBy }: Operation): Guidance {
  const hasDelete = rows.some((row) => row.path === path && row.method === 'DELETE');
  const guide = ownGuide[servedBy as keyof typeof ownGuide];
  return {
    ...guide,
    description: `For clients that cannot send PUT${hasDelete ? ' or DELETE' : ''}: name the method in the header X-HTTP-Method-Override.`,
    parameters: { ...guide.parameters, 'X-HTTP-Method-Override': 'PUT' },
  };
}

const rows = Object.values<Operation>(operations);

/** The documentation of each operation. */
export const operationGuide = {
  ...ownGuide,
  ...Object.fromEntries(
    Object.entries<Operation>(operations)
      .filter(([, { servedBy }]) => servedBy !== undefined)
      .map(([operationId, row]) => [operationId, overrideGuide(row)]),
  ),
} as Record<OperationId, Guidance>;
