// Generated from the table of operations by `npm run generate`: do not edit.

import type { routes } from './routes.ts';

type OperationId = keyof typeof routes;

/** A method that reads all pages of a list, which it asks for with a query. */
export interface Pages {
  pagesOf: OperationId;
  query: Readonly<Record<string, number>>;
}

/** The methods of every resource: each sends an operation, or reads the pages of one. */
export const resources = {
  jobs: {
    /** List your jobs, newest first. */
    list: 'listJobs',
    /** List your jobs, newest first: all of them. */
    listAll: { pagesOf: 'listJobs', query: { pageSize: 100 } },
    /** Create a job. */
    create: 'createJob',
    /** Update the job with this referenceId, or create it. */
    upsert: 'upsertJob',
    /** Delete the job with this referenceId. */
    deleteByReference: 'deleteJobByReference',
    /** Create, update and delete up to 100 jobs. */
    batch: 'batchJobs',
    /** Judge a job to create, or up to 100 operations, without writing anything. */
    validate: 'validateJob',
    /** Judge a job to update or create by its referenceId, or up to 100 operations, without writing anything. */
    validateUpsert: 'validateUpsert',
    /** List the referenceIds of your jobs. */
    listReferences: 'listReferences',
    /** List the referenceIds of your jobs: all of them. */
    listAllReferences: { pagesOf: 'listReferences', query: {} },
    /** Get one job. */
    get: 'getJob',
    /** Update a job: only the fields you send are changed. */
    update: 'updateJob',
    /** Delete a job. */
    delete: 'deleteJob',
    /** Refresh a job: publishDate becomes today, and the job moves to the top of the list. */
    refresh: 'refreshJob',
    /** List what happened to a job, newest first. */
    listHistory: 'listJobHistory',
    /** List what happened to a job, newest first: all of them. */
    listAllHistory: { pagesOf: 'listJobHistory', query: {} },
    /** List the applications for a job, oldest first. */
    listApplications: 'listJobApplications',
    /** List the applications for a job, oldest first: all of them. */
    listAllApplications: { pagesOf: 'listJobApplications', query: {} },
  },
  events: {
    /** List what happened to your jobs and applications, oldest first. */
    list: 'listEvents',
  },
  applications: {
    /** List the applications you received, oldest first. */
    list: 'listApplications',
    /** List the applications you received, oldest first: all of them. */
    listAll: { pagesOf: 'listApplications', query: {} },
    /** Get one application. */
    get: 'getApplication',
    /** Get an address from which the résumé can be downloaded. */
    getResume: 'getApplicationResume',
    /** Erase an application with its résumé. */
    delete: 'deleteApplication',
    /** Mail an application again, to the address that the job has now. */
    resend: 'resendApplication',
    /** Mail an application that was held on suspicion. */
    release: 'releaseApplication',
  },
  webhooks: {
    /** List your webhooks. */
    list: 'listWebhooks',
    /** Create a webhook, which gets the events from now on. */
    create: 'createWebhook',
    /** Get one webhook, with its last attempts. */
    get: 'getWebhook',
    /** Update a webhook: only the fields you send are changed. */
    update: 'updateWebhook',
    /** Delete a webhook. */
    delete: 'deleteWebhook',
    /** Get a new secret, while the former one signs for another day. */
    rotateSecret: 'rotateWebhookSecret',
    /** Send a test event at once. */
    test: 'testWebhook',
  },
  positionTypes: {
    /** List the position types. */
    list: 'listPositionTypes',
    /** Get one position type. */
    get: 'getPositionType',
  },
  jobCategories: {
    /** List the job categories. */
    list: 'listJobCategories',
    /** Get one job category. */
    get: 'getJobCategory',
  },
  salaryPeriods: {
    /** List the salary periods. */
    list: 'listSalaryPeriods',
    /** Get one salary period. */
    get: 'getSalaryPeriod',
  },
  applicantRoutingTypes: {
    /** List the applicant routing types. */
    list: 'listApplicantRoutingTypes',
    /** Get one applicant routing type. */
    get: 'getApplicantRoutingType',
  },
  locations: {
    /** Find locations by name. */
    list: 'listLocations',
    /** Find locations by name: all of them. */
    listAll: { pagesOf: 'listLocations', query: { pageSize: 100 } },
    /** Get one location. */
    get: 'getLocation',
  },
  publicJobs: {
    /** List the open postings of an employer, newest first. */
    list: 'listPublicJobs',
    /** List the open postings of an employer, newest first: all of them. */
    listAll: { pagesOf: 'listPublicJobs', query: {} },
    /** Get an open posting, as everyone may see it. */
    get: 'getPublicJob',
    /** Apply for a job. */
    createApplication: 'createApplication',
    /** Get an address to upload a résumé to. */
    createUpload: 'createUpload',
  },
  employer: {
    /** Get your profile. */
    get: 'getEmployer',
    /** Update your profile: only the fields you send are changed. */
    update: 'updateEmployer',
    /** Set your logo. */
    setLogo: 'setLogo',
    /** Delete your logo. */
    deleteLogo: 'deleteLogo',
  },
} as const satisfies Record<string, Record<string, OperationId | Pages>>;
