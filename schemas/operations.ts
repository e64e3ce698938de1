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

/** Creates the rows of a method and a status of success: from the facts that operations share, a path and other facts. */
const rowsOf =
  <const Method extends Row['method'], const Status extends Row['status']>(method: Method, status: Status) =>
  <const Shared extends object, const Path extends string, const More extends Partial<Operation> = object>(
    shared: Shared,
    path: Path,
    more?: More & Record<Exclude<keyof More, keyof Operation>, never>,
  ) => ({ ...shared, method, path, status, ...(more as More) });

const get = rowsOf('GET', 200);
const put = rowsOf('PUT', 200);
const post = rowsOf('POST', 200);
const create = rowsOf('POST', 201);
const remove = rowsOf('DELETE', 204);

const ofReferenceData = { subject: 'referenceData', access: 'public' } as const;
const oneEntry = { ...ofReferenceData, missing: 'entry_not_found' } as const;
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

const ofPostings = { subject: 'postings', access: 'public', maxAgeSeconds: 60 } as const;
const ofCandidates = {
  subject: 'applications',
  access: 'public',
  id: 'text',
  missing: 'job_not_found',
  fromCandidates: true,
} as const;

const ofBatch = { maxBytes: BATCH_MAX_BYTES, maxDepth: BATCH_MAX_DEPTH } as const;
const ofApplication = {
  maxBytes: APPLICATION_BODY_MAX_BYTES,
  maxDepth: BODY_MAX_DEPTH,
  maxValues: FORM_MAX_FIELDS,
} as const;

/** Every operation, by its operationId. */
export const operations = {
  listJobs: get(ofJobs, '/jobs'),
  createJob: create(ofJobs, '/jobs', { idempotencyKey: true }),
  upsertJob: put(ofJobs, '/jobs'),
  deleteJobByReference: remove(oneJob, '/jobs'),
  batchJobs: post(ofJobs, '/jobs/batch', { bodyLimits: ofBatch }),
  validateJob: post(ofJobs, '/jobs/validate', { bodyLimits: ofBatch }),
  validateUpsert: put(ofJobs, '/jobs/validate', { bodyLimits: ofBatch }),
  listReferences: get(ofJobs, '/jobs/references'),
  getJob: get(oneJob, '/jobs/{id}'),
  updateJob: put(oneJob, '/jobs/{id}'),
  deleteJob: remove(oneJob, '/jobs/{id}'),
  overrideJobMethod: post(oneJob, '/jobs/{id}', { servedBy: 'updateJob' }),
  refreshJob: post(oneJob, '/jobs/{id}/refresh'),
  listJobHistory: get({ subject: 'events', access: 'employer' }, '/jobs/{id}/history', {
    missing: 'job_not_found',
  }),
  listEvents: get({ subject: 'events', access: 'account' }, '/events'),
  listApplications: get(ofApplications, '/applications'),
  listJobApplications: get(ofApplications, '/jobs/{id}/applications', { missing: 'job_not_found' }),
  importApplication: create(ofApplications, '/jobs/{id}/applications', {
    missing: 'job_not_found',
    notRepeatable: true,
    bodyLimits: ofApplication,
  }),
  batchApplications: post(ofApplications, '/applications/batch', { bodyLimits: ofBatch }),
  getApplication: get(oneApplication, '/applications/{id}'),
  updateApplication: put(oneApplication, '/applications/{id}'),
  getApplicationResume: get(oneApplication, '/applications/{id}/resume', { redirects: true }),
  deleteApplication: remove(oneApplication, '/applications/{id}'),
  overrideApplicationMethod: post(oneApplication, '/applications/{id}', { servedBy: 'updateApplication' }),
  resendApplication: post(oneApplication, '/applications/{id}/resend', { notRepeatable: true }),
  releaseApplication: post(oneApplication, '/applications/{id}/release'),
  listWebhooks: get(ofWebhooks, '/webhooks'),
  createWebhook: create(ofWebhooks, '/webhooks', { grants: true, notRepeatable: true }),
  getWebhook: get(oneWebhook, '/webhooks/{id}'),
  updateWebhook: put(oneWebhook, '/webhooks/{id}', { grants: true }),
  deleteWebhook: remove(oneWebhook, '/webhooks/{id}', { grants: true }),
  overrideWebhookMethod: post(oneWebhook, '/webhooks/{id}', { servedBy: 'updateWebhook' }),
  rotateWebhookSecret: post(oneWebhook, '/webhooks/{id}/secret', { grants: true, notRepeatable: true }),
  testWebhook: post(oneWebhook, '/webhooks/{id}/test'),
  getEmployer: get(ofProfile, '/employer'),
  updateEmployer: put(ofProfile, '/employer', { grants: true }),
  overrideEmployerMethod: post(ofProfile, '/employer', { servedBy: 'updateEmployer' }),
  setLogo: put(ofProfile, '/employer/logo', { bytes: logoBody }),
  deleteLogo: remove(ofProfile, '/employer/logo'),
  overrideLogoMethod: post(ofProfile, '/employer/logo', { servedBy: 'setLogo' }),
  getPartner: get(ofPartners, '/partner'),
  updatePartner: put(ofPartners, '/partner', { grants: true }),
  overridePartnerMethod: post(ofPartners, '/partner', { servedBy: 'updatePartner' }),
  listEmployers: get(ofPartners, '/employers'),
  upsertEmployerAccount: put(ofPartners, '/employers', { grants: true }),
  overrideEmployersMethod: post(ofPartners, '/employers', { servedBy: 'upsertEmployerAccount' }),
  getEmployerAccount: get(oneEmployer, '/employers/{id}'),
  updateEmployerAccount: put(oneEmployer, '/employers/{id}', { grants: true }),
  overrideEmployerAccountMethod: post(oneEmployer, '/employers/{id}', { servedBy: 'updateEmployerAccount' }),
  requestEmployerAccountDeletion: post(oneEmployer, '/employers/{id}/deletion', { grants: true }),
  listKeys: get(ofKeys, '/keys'),
  createKey: create(ofKeys, '/keys', { grants: true, idempotencyKey: true }),
  updateKey: put(oneKey, '/keys/{id}', { grants: true }),
  deleteKey: remove(oneKey, '/keys/{id}', { grants: true }),
  overrideKeyMethod: post(oneKey, '/keys/{id}', { servedBy: 'updateKey' }),
  listPositionTypes: get(ofReferenceData, '/positiontypes'),
  getPositionType: get(oneEntry, '/positiontypes/{id}'),
  listJobCategories: get(ofReferenceData, '/jobcategories'),
  getJobCategory: get(oneEntry, '/jobcategories/{id}'),
  listSalaryPeriods: get(ofReferenceData, '/salaryperiods'),
  getSalaryPeriod: get(oneEntry, '/salaryperiods/{id}'),
  listApplicantRoutingTypes: get(ofReferenceData, '/applicantroutingtypes'),
  getApplicantRoutingType: get(oneEntry, '/applicantroutingtypes/{id}'),
  listLocations: get(ofReferenceData, '/locations'),
  getLocation: get(oneEntry, '/locations/{id}'),
  listPublicJobs: get(ofPostings, '/public/jobs', { missing: 'employer_not_found', ofSite: true }),
  getPublicJob: get(ofPostings, '/public/jobs/{id}', { id: 'text', missing: 'job_not_found' }),
  createApplication: create(ofCandidates, '/public/jobs/{id}/applications', {
    idempotencyKey: true,
    bodyLimits: ofApplication,
  }),
  createUpload: create(ofCandidates, '/public/jobs/{id}/files', { ofSite: true }),
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

/** The operations that have a Lambda function of their own. */
export type ServedOperationId = {
  [Id in OperationId]: (typeof operations)[Id] extends { servedBy: string } ? never : Id;
}[OperationId];
