import {
  APPLICATION_BODY_MAX_BYTES,
  BATCH_MAX_BYTES,
  BATCH_MAX_DEPTH,
  BODY_MAX_DEPTH,
  FORM_MAX_FIELDS,
  type BodyLimits,
} from './limits.ts';
import { logoBody } from './logo.ts';
import type { ProblemCode } from './problems.ts';

/** The version is part of every path (guide: first-job 11). */
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
  subject: Subject;
  /** The kinds of accounts that may call the operation. */
  access: KeyedAccess | 'public';
  /** The type of the path's `{id}`: a number by default, or text that the operation itself validates. */
  id?: 'text';
  /** The limits of a JSON body that differ from the usual ones. */
  bodyLimits?: BodyLimits;
  /** For a body that is a file: the accepted media types and the maximum size. */
  bytes?: { types: readonly string[]; maxBytes: number };
  /** The status of a successful response. */
  status: 200 | 201 | 204;
  /** Whether clients that do not explicitly accept JSON are redirected with 302. */
  redirects?: true;
  /** The error when no record has the `{id}` of the path or the referenceId of the body. */
  missing?: ProblemCode;
  /** How long caches may keep the response to a public GET, in seconds; by default an hour. */
  maxAgeSeconds?: number;
  /** The PUT whose function serves this POST, which is only valid with X-HTTP-Method-Override (guide: errors 12). */
  servedBy?: string;
  /** Whether a repeated request could have a second effect, so that clients must not retry it automatically. */
  notRepeatable?: true;
  /** Whether the operation changes access rights: then the sender is read from the table, not from a cache. */
  grants?: true;
  /** Whether candidates send the request, so that rate limits apply per address and per job. */
  fromCandidates?: true;
  /** Whether a script of the site sends the request, to the site's own origin. */
  ofSite?: true;
}

/**
 * Whether it accepts an Idempotency-Key, which requires a body; operations that are idempotent anyway do not need one.
 */
type Keyed = { method: 'POST'; idempotencyKey: true } | { idempotencyKey?: never };

/** One row of the table of operations, as functions read it. A path is relative to BASE_PATH and may contain `{id}`. */
export type Operation = Row & Keyed;

const ofReferenceData = { method: 'GET', subject: 'referenceData', access: 'public', status: 200 } as const;

/** A list of reference data that is returned in full, without paging. */
const fixedList = <Path extends string>(path: Path) => ({ ...ofReferenceData, path }) as const;

/** One entry of a list of reference data. */
const entryOf = <List extends string>(list: List) =>
  ({ ...ofReferenceData, path: `${list}/{id}`, missing: 'entry_not_found' }) as const;

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

const ofBatch = { maxBytes: BATCH_MAX_BYTES, maxDepth: BATCH_MAX_DEPTH } as const;
const ofApplication = {
  maxBytes: APPLICATION_BODY_MAX_BYTES,
  maxDepth: BODY_MAX_DEPTH,
  maxValues: FORM_MAX_FIELDS,
} as const;

/** A POST that calls the PUT `servedBy` or the DELETE of a path by X-HTTP-Method-Override (guide: errors 12). */
const overrideOf = <const Shared extends object, Path extends string, Id extends string>(
  shared: Shared,
  path: Path,
  servedBy: Id,
) => ({ ...shared, method: 'POST' as const, path, status: 200 as const, servedBy });

/** Every operation, by its operationId. */
export const operations = {
  listJobs: {
    ...ofJobs,
    method: 'GET',
    path: '/jobs',
    status: 200,
  },
  createJob: {
    ...ofJobs,
    method: 'POST',
    path: '/jobs',
    status: 201,
    idempotencyKey: true,
  },
  upsertJob: {
    ...ofJobs,
    method: 'PUT',
    path: '/jobs',
    status: 200,
  },
  deleteJobByReference: {
    ...oneJob,
    method: 'DELETE',
    path: '/jobs',
    status: 204,
  },
  batchJobs: {
    ...ofJobs,
    method: 'POST',
    path: '/jobs/batch',
    bodyLimits: ofBatch,
    status: 200,
  },
  validateJob: {
    ...ofJobs,
    method: 'POST',
    path: '/jobs/validate',
    bodyLimits: ofBatch,
    status: 200,
  },
  validateUpsert: {
    ...ofJobs,
    method: 'PUT',
    path: '/jobs/validate',
    bodyLimits: ofBatch,
    status: 200,
  },
  listReferences: {
    ...ofJobs,
    method: 'GET',
    path: '/jobs/references',
    status: 200,
  },
  getJob: {
    ...oneJob,
    method: 'GET',
    path: '/jobs/{id}',
    status: 200,
  },
  updateJob: {
    ...oneJob,
    method: 'PUT',
    path: '/jobs/{id}',
    status: 200,
  },
  deleteJob: {
    ...oneJob,
    method: 'DELETE',
    path: '/jobs/{id}',
    status: 204,
  },
  overrideJobMethod: overrideOf(oneJob, '/jobs/{id}', 'updateJob'),
  refreshJob: {
    ...oneJob,
    method: 'POST',
    path: '/jobs/{id}/refresh',
    status: 200,
  },
  listJobHistory: {
    method: 'GET',
    path: '/jobs/{id}/history',
    subject: 'events',
    access: 'employer',
    status: 200,
    missing: 'job_not_found',
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    subject: 'events',
    access: 'account',
    status: 200,
  },
  listApplications: {
    ...ofApplications,
    method: 'GET',
    path: '/applications',
    status: 200,
  },
  listJobApplications: {
    ...ofApplications,
    method: 'GET',
    path: '/jobs/{id}/applications',
    status: 200,
    missing: 'job_not_found',
  },
  importApplication: {
    ...ofApplications,
    method: 'POST',
    path: '/jobs/{id}/applications',
    status: 201,
    missing: 'job_not_found',
    notRepeatable: true,
    bodyLimits: ofApplication,
  },
  batchApplications: {
    ...ofApplications,
    method: 'POST',
    path: '/applications/batch',
    bodyLimits: ofBatch,
    status: 200,
  },
  getApplication: {
    ...oneApplication,
    method: 'GET',
    path: '/applications/{id}',
    status: 200,
  },
  updateApplication: {
    ...oneApplication,
    method: 'PUT',
    path: '/applications/{id}',
    status: 200,
  },
  getApplicationResume: {
    ...oneApplication,
    method: 'GET',
    path: '/applications/{id}/resume',
    status: 200,
    redirects: true,
  },
  deleteApplication: {
    ...oneApplication,
    method: 'DELETE',
    path: '/applications/{id}',
    status: 204,
  },
  overrideApplicationMethod: overrideOf(oneApplication, '/applications/{id}', 'updateApplication'),
  resendApplication: {
    ...oneApplication,
    method: 'POST',
    path: '/applications/{id}/resend',
    status: 200,
    notRepeatable: true,
  },
  releaseApplication: {
    ...oneApplication,
    method: 'POST',
    path: '/applications/{id}/release',
    status: 200,
  },
  listWebhooks: {
    ...ofWebhooks,
    method: 'GET',
    path: '/webhooks',
    status: 200,
  },
  createWebhook: {
    ...ofWebhooks,
    method: 'POST',
    path: '/webhooks',
    grants: true,
    status: 201,
    notRepeatable: true,
  },
  getWebhook: {
    ...oneWebhook,
    method: 'GET',
    path: '/webhooks/{id}',
    status: 200,
  },
  updateWebhook: {
    ...oneWebhook,
    method: 'PUT',
    path: '/webhooks/{id}',
    grants: true,
    status: 200,
  },
  deleteWebhook: {
    ...oneWebhook,
    method: 'DELETE',
    path: '/webhooks/{id}',
    grants: true,
    status: 204,
  },
  overrideWebhookMethod: overrideOf(oneWebhook, '/webhooks/{id}', 'updateWebhook'),
  rotateWebhookSecret: {
    ...oneWebhook,
    method: 'POST',
    path: '/webhooks/{id}/secret',
    grants: true,
    status: 200,
    notRepeatable: true,
  },
  testWebhook: {
    ...oneWebhook,
    method: 'POST',
    path: '/webhooks/{id}/test',
    status: 200,
  },
  getEmployer: {
    ...ofProfile,
    method: 'GET',
    path: '/employer',
    status: 200,
  },
  updateEmployer: {
    ...ofProfile,
    method: 'PUT',
    path: '/employer',
    grants: true,
    status: 200,
  },
  overrideEmployerMethod: overrideOf(ofProfile, '/employer', 'updateEmployer'),
  setLogo: {
    ...ofProfile,
    method: 'PUT',
    path: '/employer/logo',
    bytes: logoBody,
    status: 200,
  },
  deleteLogo: {
    ...ofProfile,
    method: 'DELETE',
    path: '/employer/logo',
    status: 204,
  },
  overrideLogoMethod: overrideOf(ofProfile, '/employer/logo', 'setLogo'),
  getPartner: {
    ...ofPartners,
    method: 'GET',
    path: '/partner',
    status: 200,
  },
  updatePartner: {
    ...ofPartners,
    method: 'PUT',
    path: '/partner',
    grants: true,
    status: 200,
  },
  overridePartnerMethod: overrideOf(ofPartners, '/partner', 'updatePartner'),
  listEmployers: {
    ...ofPartners,
    method: 'GET',
    path: '/employers',
    status: 200,
  },
  upsertEmployerAccount: {
    ...ofPartners,
    method: 'PUT',
    path: '/employers',
    grants: true,
    status: 200,
  },
  overrideEmployersMethod: overrideOf(ofPartners, '/employers', 'upsertEmployerAccount'),
  getEmployerAccount: {
    ...oneEmployer,
    method: 'GET',
    path: '/employers/{id}',
    status: 200,
  },
  updateEmployerAccount: {
    ...oneEmployer,
    method: 'PUT',
    path: '/employers/{id}',
    grants: true,
    status: 200,
  },
  overrideEmployerAccountMethod: overrideOf(oneEmployer, '/employers/{id}', 'updateEmployerAccount'),
  requestEmployerAccountDeletion: {
    ...oneEmployer,
    method: 'POST',
    path: '/employers/{id}/deletion',
    grants: true,
    status: 200,
  },
  listKeys: {
    ...ofKeys,
    method: 'GET',
    path: '/keys',
    status: 200,
  },
  createKey: {
    ...ofKeys,
    method: 'POST',
    path: '/keys',
    grants: true,
    status: 201,
    idempotencyKey: true,
  },
  updateKey: {
    ...oneKey,
    method: 'PUT',
    path: '/keys/{id}',
    grants: true,
    status: 200,
  },
  deleteKey: {
    ...oneKey,
    method: 'DELETE',
    path: '/keys/{id}',
    grants: true,
    status: 204,
  },
  overrideKeyMethod: overrideOf(oneKey, '/keys/{id}', 'updateKey'),
  listPositionTypes: fixedList('/positiontypes'),
  getPositionType: entryOf('/positiontypes'),
  listJobCategories: fixedList('/jobcategories'),
  getJobCategory: entryOf('/jobcategories'),
  listSalaryPeriods: fixedList('/salaryperiods'),
  getSalaryPeriod: entryOf('/salaryperiods'),
  listApplicantRoutingTypes: fixedList('/applicantroutingtypes'),
  getApplicantRoutingType: entryOf('/applicantroutingtypes'),
  listLocations: {
    method: 'GET',
    path: '/locations',
    subject: 'referenceData',
    access: 'public',
    status: 200,
  },
  getLocation: entryOf('/locations'),
  listPublicJobs: {
    method: 'GET',
    path: '/public/jobs',
    subject: 'postings',
    access: 'public',
    status: 200,
    missing: 'employer_not_found',
    maxAgeSeconds: 60,
    ofSite: true,
  },
  getPublicJob: {
    method: 'GET',
    path: '/public/jobs/{id}',
    subject: 'postings',
    access: 'public',
    id: 'text',
    status: 200,
    missing: 'job_not_found',
    maxAgeSeconds: 60,
  },
  createApplication: {
    method: 'POST',
    path: '/public/jobs/{id}/applications',
    subject: 'applications',
    access: 'public',
    id: 'text',
    status: 201,
    missing: 'job_not_found',
    idempotencyKey: true,
    fromCandidates: true,
    bodyLimits: ofApplication,
  },
  createUpload: {
    method: 'POST',
    path: '/public/jobs/{id}/files',
    subject: 'applications',
    access: 'public',
    id: 'text',
    status: 201,
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
