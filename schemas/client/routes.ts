// Generated from the OpenAPI document by `npm run generate`: do not edit.

/** A method, and a path that may contain parameters in braces. */
export type Route = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string];

/** The method and path of every operation, by operationId. */
export const routes = {
  /** List your jobs, newest first. */
  listJobs: ['GET', '/jobs'],
  /** Create a job. */
  createJob: ['POST', '/jobs'],
  /** Update the job with this referenceId, or create it. */
  upsertJob: ['PUT', '/jobs'],
  /** Delete the job with this referenceId. */
  deleteJobByReference: ['DELETE', '/jobs'],
  /** Create, update and delete up to 100 jobs. */
  batchJobs: ['POST', '/jobs/batch'],
  /** Judge a job to create, or up to 100 operations, without writing anything. */
  validateJob: ['POST', '/jobs/validate'],
  /** Judge a job to update or create by its referenceId, or up to 100 operations, without writing anything. */
  validateUpsert: ['PUT', '/jobs/validate'],
  /** List the referenceIds of your jobs with their ids. */
  listReferences: ['GET', '/jobs/references'],
  /** Get one job. */
  getJob: ['GET', '/jobs/{id}'],
  /** Update a job: only the fields you send are changed. */
  updateJob: ['PUT', '/jobs/{id}'],
  /** Delete a job. */
  deleteJob: ['DELETE', '/jobs/{id}'],
  /** Refresh a job: publishDate becomes today, and the job moves to the top of the list. */
  refreshJob: ['POST', '/jobs/{id}/refresh'],
  /** List the applications you received, oldest first. */
  listApplications: ['GET', '/applications'],
  /** List the applications for a job, oldest first. */
  listJobApplications: ['GET', '/jobs/{id}/applications'],
  /** Get one application. */
  getApplication: ['GET', '/applications/{id}'],
  /** Erase an application with its résumé. */
  deleteApplication: ['DELETE', '/applications/{id}'],
  /** Get an address from which the résumé can be downloaded. */
  getApplicationResume: ['GET', '/applications/{id}/resume'],
  /** Mail an application again, to the address that the job has now. */
  resendApplication: ['POST', '/applications/{id}/resend'],
  /** Mail an application that was held on suspicion. */
  releaseApplication: ['POST', '/applications/{id}/release'],
  /** List the position types. */
  listPositionTypes: ['GET', '/positiontypes'],
  /** Get one position type. */
  getPositionType: ['GET', '/positiontypes/{id}'],
  /** List the job categories. */
  listJobCategories: ['GET', '/jobcategories'],
  /** Get one job category. */
  getJobCategory: ['GET', '/jobcategories/{id}'],
  /** List the salary periods. */
  listSalaryPeriods: ['GET', '/salaryperiods'],
  /** Get one salary period. */
  getSalaryPeriod: ['GET', '/salaryperiods/{id}'],
  /** List the applicant routing types. */
  listApplicantRoutingTypes: ['GET', '/applicantroutingtypes'],
  /** Get one applicant routing type. */
  getApplicantRoutingType: ['GET', '/applicantroutingtypes/{id}'],
  /** Find locations by name. */
  listLocations: ['GET', '/locations'],
  /** Get one location. */
  getLocation: ['GET', '/locations/{id}'],
  /** List the open postings of an employer, newest first. */
  listPublicJobs: ['GET', '/public/jobs'],
  /** Get an open posting, as everyone may see it. */
  getPublicJob: ['GET', '/public/jobs/{id}'],
  /** Apply for a job. */
  createApplication: ['POST', '/public/jobs/{id}/applications'],
} as const satisfies Record<string, Route>;
