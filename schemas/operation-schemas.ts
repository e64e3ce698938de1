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

import { operations, type Operation, type OperationId } from './operations.ts';

/** The schemas by which a request is validated. */
export interface RequestSchemas {
  query?: JSONSchema;
  body?: JSONSchema;
}

/** The texts and schemas of an operation: what documents, builds and tests it reads, and no deployed function. */
interface OperationSchemas extends RequestSchemas {
  summary: string;
  /** The schema of a batch's envelope. Each operation inside is validated against the row of its own operation. */
  envelope?: JSONSchema;
  /** The schema of the body as form data, if the operation also accepts forms. */
  form?: JSONSchema;
  /** The schema of the body of a successful response. */
  answer?: JSONSchema;
}

const dataOf = <Item extends { $id: string }>(items: Item) =>
  objectOf(`${items.$id}List`, { data: listOf(items) });

const overrideOf = (action: string) => ({
  summary: `${action} from a client that can only send POST (X-HTTP-Method-Override)`,
});

/** The summary and the schemas of every operation. A bundle has the compiled schemas of its own operation instead. */
export const operationSchemas = {
  listJobs: { summary: 'List your jobs, newest first', query: ListJobsQuery, answer: JobList },
  createJob: { summary: 'Create a job', body: JobCreate, answer: JobRecord },
  upsertJob: {
    summary: 'Update the job with this referenceId, or create it',
    body: JobUpsert,
    answer: JobRecord,
  },
  deleteJobByReference: { summary: 'Delete the job with this referenceId', body: JobReference },
  batchJobs: {
    summary: 'Create, update and delete up to 100 jobs',
    body: Batch,
    envelope: BatchEnvelope,
    answer: BatchResults,
  },
  validateJob: {
    summary: 'Check a job to create, or up to 100 operations, without saving anything',
    body: JobOrBatch,
    envelope: BatchEnvelope,
    answer: ValidationOrResults,
  },
  validateUpsert: {
    summary:
      'Check a job to update or create by its referenceId, or up to 100 operations, without saving anything',
    body: UpsertOrBatch,
    envelope: BatchEnvelope,
    answer: ValidationOrResults,
  },
  listReferences: {
    summary: 'List the referenceIds of your jobs',
    query: ListReferencesQuery,
    answer: ReferenceList,
  },
  getJob: { summary: 'Get one job', answer: JobRecord },
  updateJob: {
    summary: 'Update a job: only the fields you send are changed',
    body: JobUpdate,
    answer: JobRecord,
  },
  deleteJob: { summary: 'Delete a job' },
  overrideJobMethod: overrideOf('Update or delete a job'),
  refreshJob: {
    summary: 'Refresh a job: publishDate becomes today, and the job moves to the top of the list',
    answer: JobRecord,
  },
  listJobHistory: {
    summary: 'List what happened to a job, newest first',
    query: JobHistoryQuery,
    answer: EventHistory,
  },
  listEvents: {
    summary: 'List what happened to your jobs, applications, keys and webhooks, oldest first',
    query: ListEventsQuery,
    answer: EventList,
  },
  listApplications: {
    summary: 'List the applications you received, oldest first',
    query: ListApplicationsQuery,
    answer: ApplicationList,
  },
  listJobApplications: {
    summary: 'List the applications for a job, oldest first',
    query: ListApplicationsQuery,
    answer: JobApplicationList,
  },
  importApplication: {
    summary: 'Store an application that came another way',
    body: ApplicationImport,
    answer: ApplicationRecord,
  },
  batchApplications: {
    summary: 'Set the stages of up to 100 applications, or erase them',
    body: ApplicationBatch,
    envelope: ApplicationBatchEnvelope,
    answer: ApplicationBatchResults,
  },
  getApplication: { summary: 'Get one application', answer: ApplicationRecord },
  updateApplication: {
    summary: 'Say in which stage an application is',
    body: ApplicationUpdate,
    answer: ApplicationRecord,
  },
  getApplicationResume: {
    summary: 'Get an address from which the résumé can be downloaded',
    answer: ResumeAddress,
  },
  deleteApplication: { summary: 'Erase an application with its résumé' },
  overrideApplicationMethod: overrideOf('Update or erase an application'),
  resendApplication: {
    summary: 'Mail an application again, to the address that the job has now',
    answer: ApplicationRecord,
  },
  releaseApplication: {
    summary: 'Mail an application that was held on suspicion',
    answer: ApplicationRecord,
  },
  listWebhooks: { summary: 'List your webhooks', answer: dataOf(WebhookRecord) },
  createWebhook: {
    summary: 'Create a webhook, which gets the events from now on',
    body: WebhookCreate,
    answer: NewWebhook,
  },
  getWebhook: { summary: 'Get one webhook, with its last attempts', answer: WebhookRecord },
  updateWebhook: {
    summary: 'Update a webhook: only the fields you send are changed',
    body: WebhookUpdate,
    answer: WebhookRecord,
  },
  deleteWebhook: { summary: 'Delete a webhook' },
  overrideWebhookMethod: overrideOf('Update or delete a webhook'),
  rotateWebhookSecret: {
    summary: 'Get a new secret, while the former one signs for another day',
    answer: NewWebhookSecret,
  },
  testWebhook: { summary: 'Send a test event immediately', answer: WebhookTrial },
  getEmployer: { summary: 'Get your profile', answer: EmployerRecord },
  updateEmployer: {
    summary: 'Update your profile: only the fields you send are changed',
    body: EmployerUpdate,
    answer: EmployerRecord,
  },
  overrideEmployerMethod: overrideOf('Update your profile'),
  setLogo: { summary: 'Set your logo', answer: EmployerRecord },
  deleteLogo: { summary: 'Delete your logo' },
  overrideLogoMethod: overrideOf('Set or delete your logo'),
  getPartner: { summary: 'Get your partner account', answer: PartnerRecord },
  updatePartner: {
    summary: 'Update your partner account: only the fields you send are changed',
    body: PartnerUpdate,
    answer: PartnerRecord,
  },
  overridePartnerMethod: overrideOf('Update your partner account'),
  listEmployers: {
    summary: 'List your employers, by their ids',
    query: ListEmployersQuery,
    answer: EmployerList,
  },
  upsertEmployerAccount: {
    summary: 'Update your employer with this referenceId, or create it',
    body: EmployerAccountUpsert,
    answer: EmployerAccount,
  },
  overrideEmployersMethod: overrideOf('Update or create an employer'),
  getEmployerAccount: { summary: 'Get one of your employers', answer: EmployerAccount },
  updateEmployerAccount: {
    summary: 'Update or suspend one of your employers: only the fields you send are changed',
    body: EmployerAccountUpdate,
    answer: EmployerAccount,
  },
  overrideEmployerAccountMethod: overrideOf('Update one of your employers'),
  requestEmployerAccountDeletion: {
    summary: 'Suspend one of your employers, and ask the operator to delete it',
    answer: EmployerAccount,
  },
  listKeys: { summary: 'List your API keys, oldest first', answer: KeyList },
  createKey: { summary: 'Create an API key, which is shown only once', body: KeyCreate, answer: NewKey },
  updateKey: {
    summary: 'Update an API key: only the fields you send are changed',
    body: KeyUpdate,
    answer: KeyRecord,
  },
  deleteKey: { summary: 'Revoke an API key, within a minute' },
  overrideKeyMethod: overrideOf('Update or revoke an API key'),
  listPositionTypes: { summary: 'List the position types', answer: dataOf(PositionType) },
  getPositionType: { summary: 'Get one position type', answer: PositionType },
  listJobCategories: { summary: 'List the job categories', answer: dataOf(Category) },
  getJobCategory: { summary: 'Get one job category', answer: Category },
  listSalaryPeriods: { summary: 'List the salary periods', answer: dataOf(SalaryPeriod) },
  getSalaryPeriod: { summary: 'Get one salary period', answer: SalaryPeriod },
  listApplicantRoutingTypes: {
    summary: 'List the applicant routing types',
    answer: dataOf(ApplicantRoutingType),
  },
  getApplicantRoutingType: { summary: 'Get one applicant routing type', answer: ApplicantRoutingType },
  listLocations: { summary: 'Find locations by name', query: ListLocationsQuery, answer: LocationList },
  getLocation: { summary: 'Get one location', answer: Location },
  listPublicJobs: {
    summary: 'List the open postings of an employer, newest first',
    query: ListPublicJobsQuery,
    answer: PublicJobList,
  },
  getPublicJob: { summary: 'Get an open posting, as everyone may see it', answer: PublicJob },
  createApplication: {
    summary: 'Apply for a job',
    body: ApplicationCreate,
    form: ApplicationForm,
    answer: ApplicationReceipt,
  },
  createUpload: { summary: 'Get an address to upload a résumé to', body: UploadCreate, answer: Upload },
} as const satisfies Record<OperationId, OperationSchemas>;

/** An operation with its schemas. */
export type DocumentedOperation = Operation & OperationSchemas;

/** Every operation with its schemas, by its operationId. */
export const documentedOperations = Object.fromEntries(
  Object.entries<Operation>(operations).map(([id, row]) => [
    id,
    { ...row, ...operationSchemas[id as OperationId] },
  ]),
) as Record<OperationId, DocumentedOperation>;
