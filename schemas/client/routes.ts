// Generated from the table of operations by `npm run generate`: do not edit.

/** How an operation is called. The path may contain parameters in braces. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  takes: readonly ('id' | 'body' | 'file' | 'mediaType' | 'query')[];
  /** Who may call it: the employer identified by the API key, or anyone. */
  access: 'employer' | 'public';
  /** Whether it takes an Idempotency-Key. */
  idempotencyKey?: true;
  /** Whether a second time would do more than the first. */
  notRepeatable?: true;
}

/** Every operation, by operationId. */
export const routes = {
  /**
   * List your jobs, newest first.
   * @deprecated Use `client.jobs.list`.
   */
  listJobs: { method: 'GET', path: '/jobs', takes: ['query'], access: 'employer' },
  /**
   * Create a job.
   * @deprecated Use `client.jobs.create`.
   */
  createJob: { method: 'POST', path: '/jobs', takes: ['body'], access: 'employer', idempotencyKey: true },
  /**
   * Update the job with this referenceId, or create it.
   * @deprecated Use `client.jobs.upsert`.
   */
  upsertJob: { method: 'PUT', path: '/jobs', takes: ['body'], access: 'employer' },
  /**
   * Delete the job with this referenceId.
   * @deprecated Use `client.jobs.deleteByReference`.
   */
  deleteJobByReference: { method: 'DELETE', path: '/jobs', takes: ['body'], access: 'employer' },
  /**
   * Create, update and delete up to 100 jobs.
   * @deprecated Use `client.jobs.batch`.
   */
  batchJobs: { method: 'POST', path: '/jobs/batch', takes: ['body'], access: 'employer' },
  /**
   * Judge a job to create, or up to 100 operations, without writing anything.
   * @deprecated Use `client.jobs.validate`.
   */
  validateJob: { method: 'POST', path: '/jobs/validate', takes: ['body'], access: 'employer' },
  /**
   * Judge a job to update or create by its referenceId, or up to 100 operations, without writing anything.
   * @deprecated Use `client.jobs.validateUpsert`.
   */
  validateUpsert: { method: 'PUT', path: '/jobs/validate', takes: ['body'], access: 'employer' },
  /**
   * List the referenceIds of your jobs.
   * @deprecated Use `client.jobs.listReferences`.
   */
  listReferences: { method: 'GET', path: '/jobs/references', takes: ['query'], access: 'employer' },
  /**
   * Get one job.
   * @deprecated Use `client.jobs.get`.
   */
  getJob: { method: 'GET', path: '/jobs/{id}', takes: ['id'], access: 'employer' },
  /**
   * Update a job: only the fields you send are changed.
   * @deprecated Use `client.jobs.update`.
   */
  updateJob: { method: 'PUT', path: '/jobs/{id}', takes: ['id', 'body'], access: 'employer' },
  /**
   * Delete a job.
   * @deprecated Use `client.jobs.delete`.
   */
  deleteJob: { method: 'DELETE', path: '/jobs/{id}', takes: ['id'], access: 'employer' },
  /**
   * Refresh a job: publishDate becomes today, and the job moves to the top of the list.
   * @deprecated Use `client.jobs.refresh`.
   */
  refreshJob: { method: 'POST', path: '/jobs/{id}/refresh', takes: ['id'], access: 'employer' },
  /**
   * List what happened to a job, newest first.
   * @deprecated Use `client.jobs.listHistory`.
   */
  listJobHistory: { method: 'GET', path: '/jobs/{id}/history', takes: ['id', 'query'], access: 'employer' },
  /**
   * List what happened to your jobs and applications, oldest first.
   * @deprecated Use `client.events.list`.
   */
  listEvents: { method: 'GET', path: '/events', takes: ['query'], access: 'employer' },
  /**
   * List the applications you received, oldest first.
   * @deprecated Use `client.applications.list`.
   */
  listApplications: { method: 'GET', path: '/applications', takes: ['query'], access: 'employer' },
  /**
   * List the applications for a job, oldest first.
   * @deprecated Use `client.jobs.listApplications`.
   */
  listJobApplications: {
    method: 'GET',
    path: '/jobs/{id}/applications',
    takes: ['id', 'query'],
    access: 'employer',
  },
  /**
   * Get one application.
   * @deprecated Use `client.applications.get`.
   */
  getApplication: { method: 'GET', path: '/applications/{id}', takes: ['id'], access: 'employer' },
  /**
   * Get an address from which the résumé can be downloaded.
   * @deprecated Use `client.applications.getResume`.
   */
  getApplicationResume: {
    method: 'GET',
    path: '/applications/{id}/resume',
    takes: ['id'],
    access: 'employer',
  },
  /**
   * Erase an application with its résumé.
   * @deprecated Use `client.applications.delete`.
   */
  deleteApplication: { method: 'DELETE', path: '/applications/{id}', takes: ['id'], access: 'employer' },
  /**
   * Mail an application again, to the address that the job has now.
   * @deprecated Use `client.applications.resend`.
   */
  resendApplication: {
    method: 'POST',
    path: '/applications/{id}/resend',
    takes: ['id'],
    access: 'employer',
    notRepeatable: true,
  },
  /**
   * Mail an application that was held on suspicion.
   * @deprecated Use `client.applications.release`.
   */
  releaseApplication: {
    method: 'POST',
    path: '/applications/{id}/release',
    takes: ['id'],
    access: 'employer',
  },
  /**
   * List your webhooks.
   * @deprecated Use `client.webhooks.list`.
   */
  listWebhooks: { method: 'GET', path: '/webhooks', takes: [], access: 'employer' },
  /**
   * Create a webhook, which gets the events from now on.
   * @deprecated Use `client.webhooks.create`.
   */
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    takes: ['body'],
    access: 'employer',
    notRepeatable: true,
  },
  /**
   * Get one webhook, with its last attempts.
   * @deprecated Use `client.webhooks.get`.
   */
  getWebhook: { method: 'GET', path: '/webhooks/{id}', takes: ['id'], access: 'employer' },
  /**
   * Update a webhook: only the fields you send are changed.
   * @deprecated Use `client.webhooks.update`.
   */
  updateWebhook: { method: 'PUT', path: '/webhooks/{id}', takes: ['id', 'body'], access: 'employer' },
  /**
   * Delete a webhook.
   * @deprecated Use `client.webhooks.delete`.
   */
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}', takes: ['id'], access: 'employer' },
  /**
   * Get a new secret, while the former one signs for another day.
   * @deprecated Use `client.webhooks.rotateSecret`.
   */
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{id}/secret',
    takes: ['id'],
    access: 'employer',
    notRepeatable: true,
  },
  /**
   * Send a test event at once.
   * @deprecated Use `client.webhooks.test`.
   */
  testWebhook: { method: 'POST', path: '/webhooks/{id}/test', takes: ['id'], access: 'employer' },
  /**
   * Get your profile.
   * @deprecated Use `client.employer.get`.
   */
  getEmployer: { method: 'GET', path: '/employer', takes: [], access: 'employer' },
  /**
   * Update your profile: only the fields you send are changed.
   * @deprecated Use `client.employer.update`.
   */
  updateEmployer: { method: 'PUT', path: '/employer', takes: ['body'], access: 'employer' },
  /**
   * Set your logo.
   * @deprecated Use `client.employer.setLogo`.
   */
  setLogo: { method: 'PUT', path: '/employer/logo', takes: ['file', 'mediaType'], access: 'employer' },
  /**
   * Delete your logo.
   * @deprecated Use `client.employer.deleteLogo`.
   */
  deleteLogo: { method: 'DELETE', path: '/employer/logo', takes: [], access: 'employer' },
  /**
   * List the position types.
   * @deprecated Use `client.positionTypes.list`.
   */
  listPositionTypes: { method: 'GET', path: '/positiontypes', takes: [], access: 'public' },
  /**
   * Get one position type.
   * @deprecated Use `client.positionTypes.get`.
   */
  getPositionType: { method: 'GET', path: '/positiontypes/{id}', takes: ['id'], access: 'public' },
  /**
   * List the job categories.
   * @deprecated Use `client.jobCategories.list`.
   */
  listJobCategories: { method: 'GET', path: '/jobcategories', takes: [], access: 'public' },
  /**
   * Get one job category.
   * @deprecated Use `client.jobCategories.get`.
   */
  getJobCategory: { method: 'GET', path: '/jobcategories/{id}', takes: ['id'], access: 'public' },
  /**
   * List the salary periods.
   * @deprecated Use `client.salaryPeriods.list`.
   */
  listSalaryPeriods: { method: 'GET', path: '/salaryperiods', takes: [], access: 'public' },
  /**
   * Get one salary period.
   * @deprecated Use `client.salaryPeriods.get`.
   */
  getSalaryPeriod: { method: 'GET', path: '/salaryperiods/{id}', takes: ['id'], access: 'public' },
  /**
   * List the applicant routing types.
   * @deprecated Use `client.applicantRoutingTypes.list`.
   */
  listApplicantRoutingTypes: { method: 'GET', path: '/applicantroutingtypes', takes: [], access: 'public' },
  /**
   * Get one applicant routing type.
   * @deprecated Use `client.applicantRoutingTypes.get`.
   */
  getApplicantRoutingType: {
    method: 'GET',
    path: '/applicantroutingtypes/{id}',
    takes: ['id'],
    access: 'public',
  },
  /**
   * Find locations by name.
   * @deprecated Use `client.locations.list`.
   */
  listLocations: { method: 'GET', path: '/locations', takes: ['query'], access: 'public' },
  /**
   * Get one location.
   * @deprecated Use `client.locations.get`.
   */
  getLocation: { method: 'GET', path: '/locations/{id}', takes: ['id'], access: 'public' },
  /**
   * List the open postings of an employer, newest first.
   * @deprecated Use `client.publicJobs.list`.
   */
  listPublicJobs: { method: 'GET', path: '/public/jobs', takes: ['query'], access: 'public' },
  /**
   * Get an open posting, as everyone may see it.
   * @deprecated Use `client.publicJobs.get`.
   */
  getPublicJob: { method: 'GET', path: '/public/jobs/{id}', takes: ['id'], access: 'public' },
  /**
   * Apply for a job.
   * @deprecated Use `client.publicJobs.createApplication`.
   */
  createApplication: {
    method: 'POST',
    path: '/public/jobs/{id}/applications',
    takes: ['id', 'body'],
    access: 'public',
    idempotencyKey: true,
  },
  /**
   * Get an address to upload a résumé to.
   * @deprecated Use `client.publicJobs.createUpload`.
   */
  createUpload: { method: 'POST', path: '/public/jobs/{id}/files', takes: ['id', 'body'], access: 'public' },
} as const satisfies Record<string, Route>;
