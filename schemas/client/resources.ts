// Generated from the table of operations by `npm run generate`: do not edit.

import type { operations } from './openapi-types.ts';

/** An operation of the service. */
export type OperationId = keyof operations;

/** A method that sends an operation. */
export interface Route {
  id: OperationId;
  /** The method and the path, which may contain `{id}`. */
  request: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`;
  /** The input of the operation besides the id in the path. */
  takes?: 'body' | 'file' | 'query';
  /** Whether the operation needs no API key. */
  isPublic?: true;
  /** Whether the operation accepts an Idempotency-Key. */
  idempotencyKey?: true;
  /** Whether repeating the request would have an additional effect. */
  notRepeatable?: true;
}

/** A method that reads all pages of a list, which it requests with a query by the method of the list. */
export interface Pages {
  pagesOf: string;
  query: Readonly<Record<string, number>>;
}

/** The methods of every resource. */
export const resources = {
  jobs: {
    /** List your jobs, newest first. */
    list: { id: 'listJobs', request: 'GET /jobs', takes: 'query' },
    /** List your jobs, newest first: all of them. */
    listAll: { pagesOf: 'list', query: { pageSize: 100 } },
    /** Create a job. */
    create: { id: 'createJob', request: 'POST /jobs', takes: 'body', idempotencyKey: true },
    /** Update the job with this referenceId, or create it. */
    upsert: { id: 'upsertJob', request: 'PUT /jobs', takes: 'body' },
    /** Delete the job with this referenceId. */
    deleteByReference: { id: 'deleteJobByReference', request: 'DELETE /jobs', takes: 'body' },
    /** Create, update and delete up to 100 jobs. */
    batch: { id: 'batchJobs', request: 'POST /jobs/batch', takes: 'body' },
    /** Check a job to create, or up to 100 operations, without saving anything. */
    validate: { id: 'validateJob', request: 'POST /jobs/validate', takes: 'body' },
    /** Check a job to update or create by its referenceId, or up to 100 operations, without saving anything. */
    validateUpsert: { id: 'validateUpsert', request: 'PUT /jobs/validate', takes: 'body' },
    /** List the referenceIds of your jobs. */
    listReferences: { id: 'listReferences', request: 'GET /jobs/references', takes: 'query' },
    /** List the referenceIds of your jobs: all of them. */
    listAllReferences: { pagesOf: 'listReferences', query: {} },
    /** Get one job. */
    get: { id: 'getJob', request: 'GET /jobs/{id}' },
    /** Update a job: only the fields you send are changed. */
    update: { id: 'updateJob', request: 'PUT /jobs/{id}', takes: 'body' },
    /** Delete a job. */
    delete: { id: 'deleteJob', request: 'DELETE /jobs/{id}' },
    /** Refresh a job: publishDate becomes today, and the job moves to the top of the list. */
    refresh: { id: 'refreshJob', request: 'POST /jobs/{id}/refresh' },
    /** List what happened to a job, newest first. */
    listHistory: { id: 'listJobHistory', request: 'GET /jobs/{id}/history', takes: 'query' },
    /** List what happened to a job, newest first: all of them. */
    listAllHistory: { pagesOf: 'listHistory', query: {} },
    /** List the applications for a job, oldest first. */
    listApplications: { id: 'listJobApplications', request: 'GET /jobs/{id}/applications', takes: 'query' },
    /** List the applications for a job, oldest first: all of them. */
    listAllApplications: { pagesOf: 'listApplications', query: {} },
    /** Store an application that came another way. */
    importApplication: {
      id: 'importApplication',
      request: 'POST /jobs/{id}/applications',
      takes: 'body',
      notRepeatable: true,
    },
  },
  events: {
    /** List what happened to your jobs, applications, keys and webhooks, oldest first. */
    list: { id: 'listEvents', request: 'GET /events', takes: 'query' },
  },
  applications: {
    /** List the applications you received, oldest first. */
    list: { id: 'listApplications', request: 'GET /applications', takes: 'query' },
    /** List the applications you received, oldest first: all of them. */
    listAll: { pagesOf: 'list', query: {} },
    /** Set the stages of up to 100 applications, or erase them. */
    batch: { id: 'batchApplications', request: 'POST /applications/batch', takes: 'body' },
    /** Get one application. */
    get: { id: 'getApplication', request: 'GET /applications/{id}' },
    /** Say in which stage an application is. */
    update: { id: 'updateApplication', request: 'PUT /applications/{id}', takes: 'body' },
    /** Get an address from which the résumé can be downloaded. */
    getResume: { id: 'getApplicationResume', request: 'GET /applications/{id}/resume' },
    /** Erase an application with its résumé. */
    delete: { id: 'deleteApplication', request: 'DELETE /applications/{id}' },
    /** Mail an application again, to the address that the job has now. */
    resend: { id: 'resendApplication', request: 'POST /applications/{id}/resend', notRepeatable: true },
    /** Mail an application that was held on suspicion. */
    release: { id: 'releaseApplication', request: 'POST /applications/{id}/release' },
  },
  webhooks: {
    /** List your webhooks. */
    list: { id: 'listWebhooks', request: 'GET /webhooks' },
    /** Create a webhook, which gets the events from now on. */
    create: { id: 'createWebhook', request: 'POST /webhooks', takes: 'body', notRepeatable: true },
    /** Get one webhook, with its last attempts. */
    get: { id: 'getWebhook', request: 'GET /webhooks/{id}' },
    /** Update a webhook: only the fields you send are changed. */
    update: { id: 'updateWebhook', request: 'PUT /webhooks/{id}', takes: 'body' },
    /** Delete a webhook. */
    delete: { id: 'deleteWebhook', request: 'DELETE /webhooks/{id}' },
    /** Get a new secret, while the former one signs for another day. */
    rotateSecret: { id: 'rotateWebhookSecret', request: 'POST /webhooks/{id}/secret', notRepeatable: true },
    /** Send a test event immediately. */
    test: { id: 'testWebhook', request: 'POST /webhooks/{id}/test' },
  },
  employers: {
    /** List your employers, by their ids. */
    list: { id: 'listEmployers', request: 'GET /employers', takes: 'query' },
    /** List your employers, by their ids: all of them. */
    listAll: { pagesOf: 'list', query: {} },
    /** Update your employer with this referenceId, or create it. */
    upsert: { id: 'upsertEmployerAccount', request: 'PUT /employers', takes: 'body' },
    /** Get one of your employers. */
    get: { id: 'getEmployerAccount', request: 'GET /employers/{id}' },
    /** Update or suspend one of your employers: only the fields you send are changed. */
    update: { id: 'updateEmployerAccount', request: 'PUT /employers/{id}', takes: 'body' },
    /** Suspend one of your employers, and ask the operator to delete it. */
    requestDeletion: { id: 'requestEmployerAccountDeletion', request: 'POST /employers/{id}/deletion' },
  },
  keys: {
    /** List your API keys, oldest first. */
    list: { id: 'listKeys', request: 'GET /keys' },
    /** Create an API key, which is shown only once. */
    create: { id: 'createKey', request: 'POST /keys', takes: 'body', idempotencyKey: true },
    /** Update an API key: only the fields you send are changed. */
    update: { id: 'updateKey', request: 'PUT /keys/{id}', takes: 'body' },
    /** Revoke an API key, within a minute. */
    delete: { id: 'deleteKey', request: 'DELETE /keys/{id}' },
  },
  positionTypes: {
    /** List the position types. */
    list: { id: 'listPositionTypes', request: 'GET /positiontypes', isPublic: true },
    /** Get one position type. */
    get: { id: 'getPositionType', request: 'GET /positiontypes/{id}', isPublic: true },
  },
  jobCategories: {
    /** List the job categories. */
    list: { id: 'listJobCategories', request: 'GET /jobcategories', isPublic: true },
    /** Get one job category. */
    get: { id: 'getJobCategory', request: 'GET /jobcategories/{id}', isPublic: true },
  },
  salaryPeriods: {
    /** List the salary periods. */
    list: { id: 'listSalaryPeriods', request: 'GET /salaryperiods', isPublic: true },
    /** Get one salary period. */
    get: { id: 'getSalaryPeriod', request: 'GET /salaryperiods/{id}', isPublic: true },
  },
  applicantRoutingTypes: {
    /** List the applicant routing types. */
    list: { id: 'listApplicantRoutingTypes', request: 'GET /applicantroutingtypes', isPublic: true },
    /** Get one applicant routing type. */
    get: { id: 'getApplicantRoutingType', request: 'GET /applicantroutingtypes/{id}', isPublic: true },
  },
  locations: {
    /** Find locations by name. */
    list: { id: 'listLocations', request: 'GET /locations', takes: 'query', isPublic: true },
    /** Find locations by name: all of them. */
    listAll: { pagesOf: 'list', query: { pageSize: 100 } },
    /** Get one location. */
    get: { id: 'getLocation', request: 'GET /locations/{id}', isPublic: true },
  },
  publicJobs: {
    /** List the open postings of an employer, newest first. */
    list: { id: 'listPublicJobs', request: 'GET /public/jobs', takes: 'query', isPublic: true },
    /** List the open postings of an employer, newest first: all of them. */
    listAll: { pagesOf: 'list', query: {} },
    /** Get an open posting, as everyone may see it. */
    get: { id: 'getPublicJob', request: 'GET /public/jobs/{id}', isPublic: true },
    /** Apply for a job. */
    createApplication: {
      id: 'createApplication',
      request: 'POST /public/jobs/{id}/applications',
      takes: 'body',
      isPublic: true,
      idempotencyKey: true,
    },
    /** Get an address to upload a résumé to. */
    createUpload: {
      id: 'createUpload',
      request: 'POST /public/jobs/{id}/files',
      takes: 'body',
      isPublic: true,
    },
  },
  employer: {
    /** Get your profile. */
    get: { id: 'getEmployer', request: 'GET /employer' },
    /** Update your profile: only the fields you send are changed. */
    update: { id: 'updateEmployer', request: 'PUT /employer', takes: 'body' },
    /** Set your logo. */
    setLogo: { id: 'setLogo', request: 'PUT /employer/logo', takes: 'file' },
    /** Delete your logo. */
    deleteLogo: { id: 'deleteLogo', request: 'DELETE /employer/logo' },
  },
  partner: {
    /** Get your partner account. */
    get: { id: 'getPartner', request: 'GET /partner' },
    /** Update your partner account: only the fields you send are changed. */
    update: { id: 'updatePartner', request: 'PUT /partner', takes: 'body' },
  },
} as const satisfies Record<string, Record<string, Route | Pages>>;
