import type { JSONSchema } from 'json-schema-to-ts';
import {
  ApplicationCreate,
  ApplicationForm,
  ApplicationUpdate,
  ListApplicationsQuery,
} from './application.ts';
import {
  ApplicationList,
  ApplicationReceipt,
  ApplicationRecord,
  JobApplicationList,
  ResumeAddress,
} from './application-record.ts';
import { ApplicationBatch, ApplicationBatchEnvelope, ApplicationBatchResults } from './application-batch.ts';
import { ApplicationImport } from './application-import.ts';
import { BatchEnvelope } from './batch-envelope.ts';
import { Batch, BatchResults, JobOrBatch, ValidationOrResults, UpsertOrBatch } from './batch.ts';
import { EmployerRecord, EmployerUpdate } from './employer.ts';
import { EventHistory, EventList, JobHistoryQuery, ListEventsQuery } from './event.ts';
import { JobCreate, JobRecord, JobReference, JobUpdate, JobUpsert } from './job.ts';
import {
  JobList,
  ListJobsQuery,
  ListLocationsQuery,
  LocationList,
  ListReferencesQuery,
  ReferenceList,
} from './list.ts';
import { KeyCreate, KeyList, KeyRecord, KeyUpdate, NewKey } from './key.ts';
import { logoBody } from './logo.ts';
import { listOf, objectOf } from './object.ts';
import {
  EmployerAccount,
  EmployerAccountUpdate,
  EmployerAccountUpsert,
  EmployerList,
  ListEmployersQuery,
  PartnerRecord,
  PartnerUpdate,
} from './partner.ts';
import type { ProblemCode } from './problems.ts';
import { ListPublicJobsQuery, PublicJob, PublicJobList } from './public-job.ts';
import { ApplicantRoutingType, Category, Location, PositionType, SalaryPeriod } from './reference-data.ts';
import { Upload, UploadCreate } from './upload.ts';
import {
  NewWebhook,
  NewWebhookSecret,
  WebhookCreate,
  WebhookRecord,
  WebhookTrial,
  WebhookUpdate,
} from './webhook.ts';

/** Interface 1.2: the version is part of every path. */
export const BASE_PATH = '/api/v1.1';

/** The subject of an operation: each is a section of the reference. */
export type Subject =
  | 'jobs'
  | 'employer'
  | 'partners'
  | 'keys'
  | 'postings'
  | 'applications'
  | 'events'
  | 'webhooks'
  | 'referenceData';

/**
 * The caller of an operation with a key: an employer, or a partner for one of its employers (`employer`); a partner for
 * itself (`partner`); or either of them, as the key and Employer-Id say (`account`).
 */
export type KeyedAccess = 'employer' | 'partner' | 'account';

interface Row {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  subject: Subject;
  /** The kinds of accounts that may call the operation. */
  access: KeyedAccess | 'public';
  /** The type of the path's `{id}`: a number by default, or text that the operation itself validates. */
  id?: 'text';
  query?: JSONSchema;
  body?: JSONSchema;
  /** The schema of a batch's envelope. Each operation inside is validated against the row of its own operation. */
  envelope?: JSONSchema;
  /** The schema of the body as form data, if the operation also accepts forms. */
  form?: JSONSchema;
  /** For a body that is a file: the accepted media types and the maximum size. */
  bytes?: { types: readonly string[]; maxBytes: number };
  /** The status of a successful response, and the schema of its body. */
  status: 200 | 201 | 204;
  answer?: JSONSchema;
  /** Whether clients that do not explicitly accept JSON are redirected with 302. */
  redirects?: true;
  /** The error when no record has the `{id}` of the path or the referenceId of the body. */
  missing?: ProblemCode;
  /** How long caches may keep the response to a public GET, in seconds; by default an hour. */
  maxAgeSeconds?: number;
  /** The PUT whose function serves this POST, which is only valid with X-HTTP-Method-Override (interface 5.6). */
  servedBy?: string;
  /** Whether a repeated request could have a second effect, so that clients must not retry it automatically. */
  notRepeatable?: true;
  /** Whether the operation changes access rights: then the sender is read from the table, not from a cache. */
  grants?: true;
  /** Whether candidates send the request, so that rate limits apply per address and per job. */
  fromCandidates?: true;
  /** Whether the script of a public page sends the request, to the page's own origin. */
  ofSite?: true;
}

/**
 * Whether it accepts an Idempotency-Key, which requires a body; operations that are idempotent anyway do not need one.
 */
type Keyed = { method: 'POST'; body: JSONSchema; idempotencyKey: true } | { idempotencyKey?: never };

/** One row of the table of operations. A path is relative to BASE_PATH and may contain `{id}`. */
export type Operation = Row & Keyed;

const dataOf = <Item extends { $id: string }>(items: Item) =>
  objectOf(`${items.$id}List`, { data: listOf(items) });

const ofReferenceData = { method: 'GET', subject: 'referenceData', access: 'public', status: 200 } as const;

/** A list of reference data that is returned in full, without paging. */
const fixedList = <Item extends { $id: string }>(path: string, summary: string, items: Item) =>
  ({ ...ofReferenceData, path, summary, answer: dataOf(items) }) as const;

/** One entry of a list of reference data. */
const entryOf = <Item extends object>(list: string, summary: string, answer: Item) =>
  ({ ...ofReferenceData, path: `${list}/{id}`, summary, answer, missing: 'entry_not_found' }) as const;

const ofJobs = { subject: 'jobs', access: 'employer' } as const;
const oneJob = { ...ofJobs, missing: 'job_not_found' } as const;
const ofApplications = { subject: 'applications', access: 'employer' } as const;
const oneApplication = { ...ofApplications, id: 'text', missing: 'application_not_found' } as const;
const ofWebhooks = { subject: 'webhooks', access: 'account' } as const;
const oneWebhook = { ...ofWebhooks, missing: 'webhook_not_found' } as const;
const ofProfile = { subject: 'employer', access: 'employer' } as const;
const ofPartners = { subject: 'partners', access: 'partner' } as const;
const oneEmployer = { ...ofPartners, missing: 'employer_not_found' } as const;
const ofKeys = { subject: 'keys', access: 'account' } as const;
const oneKey = { ...ofKeys, id: 'text', missing: 'key_not_found' } as const;

/** A POST that calls the PUT `servedBy` or the DELETE of a path by X-HTTP-Method-Override (interface 5.6). */
const overrideOf = <const Shared extends object, Path extends string, Id extends string>(
  shared: Shared,
  path: Path,
  servedBy: Id,
  action: string,
) => ({
  ...shared,
  method: 'POST' as const,
  path,
  summary: `${action} from a client that can only send POST (X-HTTP-Method-Override)`,
  status: 200 as const,
  servedBy,
});

/** Interface 1.3: every operation, by its operationId. */
export const operations = {
  listJobs: {
    ...ofJobs,
    method: 'GET',
    path: '/jobs',
    summary: 'List your jobs, newest first',
    query: ListJobsQuery,
    status: 200,
    answer: JobList,
  },
  createJob: {
    ...ofJobs,
    method: 'POST',
    path: '/jobs',
    summary: 'Create a job',
    body: JobCreate,
    status: 201,
    answer: JobRecord,
    idempotencyKey: true,
  },
  upsertJob: {
    ...ofJobs,
    method: 'PUT',
    path: '/jobs',
    summary: 'Update the job with this referenceId, or create it',
    body: JobUpsert,
    status: 200,
    answer: JobRecord,
  },
  deleteJobByReference: {
    ...oneJob,
    method: 'DELETE',
    path: '/jobs',
    summary: 'Delete the job with this referenceId',
    body: JobReference,
    status: 204,
  },
  batchJobs: {
    ...ofJobs,
    method: 'POST',
    path: '/jobs/batch',
    summary: 'Create, update and delete up to 100 jobs',
    body: Batch,
    envelope: BatchEnvelope,
    status: 200,
    answer: BatchResults,
  },
  validateJob: {
    ...ofJobs,
    method: 'POST',
    path: '/jobs/validate',
    summary: 'Judge a job to create, or up to 100 operations, without writing anything',
    body: JobOrBatch,
    envelope: BatchEnvelope,
    status: 200,
    answer: ValidationOrResults,
  },
  validateUpsert: {
    ...ofJobs,
    method: 'PUT',
    path: '/jobs/validate',
    summary:
      'Judge a job to update or create by its referenceId, or up to 100 operations, without writing anything',
    body: UpsertOrBatch,
    envelope: BatchEnvelope,
    status: 200,
    answer: ValidationOrResults,
  },
  listReferences: {
    ...ofJobs,
    method: 'GET',
    path: '/jobs/references',
    summary: 'List the referenceIds of your jobs',
    query: ListReferencesQuery,
    status: 200,
    answer: ReferenceList,
  },
  getJob: {
    ...oneJob,
    method: 'GET',
    path: '/jobs/{id}',
    summary: 'Get one job',
    status: 200,
    answer: JobRecord,
  },
  updateJob: {
    ...oneJob,
    method: 'PUT',
    path: '/jobs/{id}',
    summary: 'Update a job: only the fields you send are changed',
    body: JobUpdate,
    status: 200,
    answer: JobRecord,
  },
  deleteJob: {
    ...oneJob,
    method: 'DELETE',
    path: '/jobs/{id}',
    summary: 'Delete a job',
    status: 204,
  },
  overrideJobMethod: overrideOf(oneJob, '/jobs/{id}', 'updateJob', 'Update or delete a job'),
  refreshJob: {
    ...oneJob,
    method: 'POST',
    path: '/jobs/{id}/refresh',
    summary: 'Refresh a job: publishDate becomes today, and the job moves to the top of the list',
    status: 200,
    answer: JobRecord,
  },
  listJobHistory: {
    method: 'GET',
    path: '/jobs/{id}/history',
    summary: 'List what happened to a job, newest first',
    subject: 'events',
    access: 'employer',
    query: JobHistoryQuery,
    status: 200,
    answer: EventHistory,
    missing: 'job_not_found',
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    summary: 'List what happened to your jobs, applications, keys and webhooks, oldest first',
    subject: 'events',
    access: 'account',
    query: ListEventsQuery,
    status: 200,
    answer: EventList,
  },
  listApplications: {
    ...ofApplications,
    method: 'GET',
    path: '/applications',
    summary: 'List the applications you received, oldest first',
    query: ListApplicationsQuery,
    status: 200,
    answer: ApplicationList,
  },
  listJobApplications: {
    ...ofApplications,
    method: 'GET',
    path: '/jobs/{id}/applications',
    summary: 'List the applications for a job, oldest first',
    query: ListApplicationsQuery,
    status: 200,
    answer: JobApplicationList,
    missing: 'job_not_found',
  },
  importApplication: {
    ...ofApplications,
    method: 'POST',
    path: '/jobs/{id}/applications',
    summary: 'Store an application that came another way',
    body: ApplicationImport,
    status: 201,
    answer: ApplicationRecord,
    missing: 'job_not_found',
    notRepeatable: true,
  },
  batchApplications: {
    ...ofApplications,
    method: 'POST',
    path: '/applications/batch',
    summary: 'Set the stages of up to 100 applications, or erase them',
    body: ApplicationBatch,
    envelope: ApplicationBatchEnvelope,
    status: 200,
    answer: ApplicationBatchResults,
  },
  getApplication: {
    ...oneApplication,
    method: 'GET',
    path: '/applications/{id}',
    summary: 'Get one application',
    status: 200,
    answer: ApplicationRecord,
  },
  updateApplication: {
    ...oneApplication,
    method: 'PUT',
    path: '/applications/{id}',
    summary: 'Say in which stage an application is',
    body: ApplicationUpdate,
    status: 200,
    answer: ApplicationRecord,
  },
  getApplicationResume: {
    ...oneApplication,
    method: 'GET',
    path: '/applications/{id}/resume',
    summary: 'Get an address from which the résumé can be downloaded',
    status: 200,
    answer: ResumeAddress,
    redirects: true,
  },
  deleteApplication: {
    ...oneApplication,
    method: 'DELETE',
    path: '/applications/{id}',
    summary: 'Erase an application with its résumé',
    status: 204,
  },
  overrideApplicationMethod: overrideOf(
    oneApplication,
    '/applications/{id}',
    'updateApplication',
    'Update or erase an application',
  ),
  resendApplication: {
    ...oneApplication,
    method: 'POST',
    path: '/applications/{id}/resend',
    summary: 'Mail an application again, to the address that the job has now',
    status: 200,
    answer: ApplicationRecord,
    notRepeatable: true,
  },
  releaseApplication: {
    ...oneApplication,
    method: 'POST',
    path: '/applications/{id}/release',
    summary: 'Mail an application that was held on suspicion',
    status: 200,
    answer: ApplicationRecord,
  },
  listWebhooks: {
    ...ofWebhooks,
    method: 'GET',
    path: '/webhooks',
    summary: 'List your webhooks',
    status: 200,
    answer: dataOf(WebhookRecord),
  },
  createWebhook: {
    ...ofWebhooks,
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook, which gets the events from now on',
    grants: true,
    body: WebhookCreate,
    status: 201,
    answer: NewWebhook,
    notRepeatable: true,
  },
  getWebhook: {
    ...oneWebhook,
    method: 'GET',
    path: '/webhooks/{id}',
    summary: 'Get one webhook, with its last attempts',
    status: 200,
    answer: WebhookRecord,
  },
  updateWebhook: {
    ...oneWebhook,
    method: 'PUT',
    path: '/webhooks/{id}',
    summary: 'Update a webhook: only the fields you send are changed',
    grants: true,
    body: WebhookUpdate,
    status: 200,
    answer: WebhookRecord,
  },
  deleteWebhook: {
    ...oneWebhook,
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete a webhook',
    grants: true,
    status: 204,
  },
  overrideWebhookMethod: overrideOf(
    oneWebhook,
    '/webhooks/{id}',
    'updateWebhook',
    'Update or delete a webhook',
  ),
  rotateWebhookSecret: {
    ...oneWebhook,
    method: 'POST',
    path: '/webhooks/{id}/secret',
    summary: 'Get a new secret, while the former one signs for another day',
    grants: true,
    status: 200,
    answer: NewWebhookSecret,
    notRepeatable: true,
  },
  testWebhook: {
    ...oneWebhook,
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Send a test event immediately',
    status: 200,
    answer: WebhookTrial,
  },
  getEmployer: {
    ...ofProfile,
    method: 'GET',
    path: '/employer',
    summary: 'Get your profile',
    status: 200,
    answer: EmployerRecord,
  },
  updateEmployer: {
    ...ofProfile,
    method: 'PUT',
    path: '/employer',
    summary: 'Update your profile: only the fields you send are changed',
    grants: true,
    body: EmployerUpdate,
    status: 200,
    answer: EmployerRecord,
  },
  overrideEmployerMethod: overrideOf(ofProfile, '/employer', 'updateEmployer', 'Update your profile'),
  setLogo: {
    ...ofProfile,
    method: 'PUT',
    path: '/employer/logo',
    summary: 'Set your logo',
    bytes: logoBody,
    status: 200,
    answer: EmployerRecord,
  },
  deleteLogo: {
    ...ofProfile,
    method: 'DELETE',
    path: '/employer/logo',
    summary: 'Delete your logo',
    status: 204,
  },
  overrideLogoMethod: overrideOf(ofProfile, '/employer/logo', 'setLogo', 'Set or delete your logo'),
  getPartner: {
    ...ofPartners,
    method: 'GET',
    path: '/partner',
    summary: 'Get your partner account',
    status: 200,
    answer: PartnerRecord,
  },
  updatePartner: {
    ...ofPartners,
    method: 'PUT',
    path: '/partner',
    summary: 'Update your partner account: only the fields you send are changed',
    grants: true,
    body: PartnerUpdate,
    status: 200,
    answer: PartnerRecord,
  },
  overridePartnerMethod: overrideOf(ofPartners, '/partner', 'updatePartner', 'Update your partner account'),
  listEmployers: {
    ...ofPartners,
    method: 'GET',
    path: '/employers',
    summary: 'List your employers, by their ids',
    query: ListEmployersQuery,
    status: 200,
    answer: EmployerList,
  },
  upsertEmployerAccount: {
    ...ofPartners,
    method: 'PUT',
    path: '/employers',
    summary: 'Update your employer with this referenceId, or create it',
    grants: true,
    body: EmployerAccountUpsert,
    status: 200,
    answer: EmployerAccount,
  },
  overrideEmployersMethod: overrideOf(
    ofPartners,
    '/employers',
    'upsertEmployerAccount',
    'Update or create an employer',
  ),
  getEmployerAccount: {
    ...oneEmployer,
    method: 'GET',
    path: '/employers/{id}',
    summary: 'Get one of your employers',
    status: 200,
    answer: EmployerAccount,
  },
  updateEmployerAccount: {
    ...oneEmployer,
    method: 'PUT',
    path: '/employers/{id}',
    summary: 'Update or suspend one of your employers: only the fields you send are changed',
    grants: true,
    body: EmployerAccountUpdate,
    status: 200,
    answer: EmployerAccount,
  },
  overrideEmployerAccountMethod: overrideOf(
    oneEmployer,
    '/employers/{id}',
    'updateEmployerAccount',
    'Update one of your employers',
  ),
  requestEmployerAccountDeletion: {
    ...oneEmployer,
    method: 'POST',
    path: '/employers/{id}/deletion',
    summary: 'Suspend one of your employers, and ask the operator to delete it',
    grants: true,
    status: 200,
    answer: EmployerAccount,
  },
  listKeys: {
    ...ofKeys,
    method: 'GET',
    path: '/keys',
    summary: 'List your API keys, oldest first',
    status: 200,
    answer: KeyList,
  },
  createKey: {
    ...ofKeys,
    method: 'POST',
    path: '/keys',
    summary: 'Create an API key, which is shown only once',
    grants: true,
    body: KeyCreate,
    status: 201,
    answer: NewKey,
    idempotencyKey: true,
  },
  updateKey: {
    ...oneKey,
    method: 'PUT',
    path: '/keys/{id}',
    summary: 'Update an API key: only the fields you send are changed',
    grants: true,
    body: KeyUpdate,
    status: 200,
    answer: KeyRecord,
  },
  deleteKey: {
    ...oneKey,
    method: 'DELETE',
    path: '/keys/{id}',
    summary: 'Revoke an API key, within a minute',
    grants: true,
    status: 204,
  },
  overrideKeyMethod: overrideOf(oneKey, '/keys/{id}', 'updateKey', 'Update or revoke an API key'),
  listPositionTypes: fixedList('/positiontypes', 'List the position types', PositionType),
  getPositionType: entryOf('/positiontypes', 'Get one position type', PositionType),
  listJobCategories: fixedList('/jobcategories', 'List the job categories', Category),
  getJobCategory: entryOf('/jobcategories', 'Get one job category', Category),
  listSalaryPeriods: fixedList('/salaryperiods', 'List the salary periods', SalaryPeriod),
  getSalaryPeriod: entryOf('/salaryperiods', 'Get one salary period', SalaryPeriod),
  listApplicantRoutingTypes: fixedList(
    '/applicantroutingtypes',
    'List the applicant routing types',
    ApplicantRoutingType,
  ),
  getApplicantRoutingType: entryOf(
    '/applicantroutingtypes',
    'Get one applicant routing type',
    ApplicantRoutingType,
  ),
  listLocations: {
    method: 'GET',
    path: '/locations',
    summary: 'Find locations by name',
    subject: 'referenceData',
    access: 'public',
    query: ListLocationsQuery,
    status: 200,
    answer: LocationList,
  },
  getLocation: entryOf('/locations', 'Get one location', Location),
  listPublicJobs: {
    method: 'GET',
    path: '/public/jobs',
    summary: 'List the open postings of an employer, newest first',
    subject: 'postings',
    access: 'public',
    query: ListPublicJobsQuery,
    status: 200,
    answer: PublicJobList,
    missing: 'employer_not_found',
    maxAgeSeconds: 60,
  },
  getPublicJob: {
    method: 'GET',
    path: '/public/jobs/{id}',
    summary: 'Get an open posting, as everyone may see it',
    subject: 'postings',
    access: 'public',
    id: 'text',
    status: 200,
    answer: PublicJob,
    missing: 'job_not_found',
    maxAgeSeconds: 60,
  },
  createApplication: {
    method: 'POST',
    path: '/public/jobs/{id}/applications',
    summary: 'Apply for a job',
    subject: 'applications',
    access: 'public',
    id: 'text',
    body: ApplicationCreate,
    form: ApplicationForm,
    status: 201,
    answer: ApplicationReceipt,
    missing: 'job_not_found',
    idempotencyKey: true,
    fromCandidates: true,
  },
  createUpload: {
    method: 'POST',
    path: '/public/jobs/{id}/files',
    summary: 'Get an address to upload a résumé to',
    subject: 'applications',
    access: 'public',
    id: 'text',
    body: UploadCreate,
    status: 201,
    answer: Upload,
    missing: 'job_not_found',
    fromCandidates: true,
    ofSite: true,
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

/** The operations that have a Lambda function of their own. */
export type ServedOperationId = {
  [Id in OperationId]: (typeof operations)[Id] extends { servedBy: string } ? never : Id;
}[OperationId];
