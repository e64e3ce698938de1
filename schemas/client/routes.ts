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
  listJobs: { method: 'GET', path: '/jobs', takes: ['query'], access: 'employer' },
  createJob: { method: 'POST', path: '/jobs', takes: ['body'], access: 'employer', idempotencyKey: true },
  upsertJob: { method: 'PUT', path: '/jobs', takes: ['body'], access: 'employer' },
  deleteJobByReference: { method: 'DELETE', path: '/jobs', takes: ['body'], access: 'employer' },
  batchJobs: { method: 'POST', path: '/jobs/batch', takes: ['body'], access: 'employer' },
  validateJob: { method: 'POST', path: '/jobs/validate', takes: ['body'], access: 'employer' },
  validateUpsert: { method: 'PUT', path: '/jobs/validate', takes: ['body'], access: 'employer' },
  listReferences: { method: 'GET', path: '/jobs/references', takes: ['query'], access: 'employer' },
  getJob: { method: 'GET', path: '/jobs/{id}', takes: ['id'], access: 'employer' },
  updateJob: { method: 'PUT', path: '/jobs/{id}', takes: ['id', 'body'], access: 'employer' },
  deleteJob: { method: 'DELETE', path: '/jobs/{id}', takes: ['id'], access: 'employer' },
  refreshJob: { method: 'POST', path: '/jobs/{id}/refresh', takes: ['id'], access: 'employer' },
  listJobHistory: { method: 'GET', path: '/jobs/{id}/history', takes: ['id', 'query'], access: 'employer' },
  listEvents: { method: 'GET', path: '/events', takes: ['query'], access: 'employer' },
  listApplications: { method: 'GET', path: '/applications', takes: ['query'], access: 'employer' },
  listJobApplications: {
    method: 'GET',
    path: '/jobs/{id}/applications',
    takes: ['id', 'query'],
    access: 'employer',
  },
  getApplication: { method: 'GET', path: '/applications/{id}', takes: ['id'], access: 'employer' },
  getApplicationResume: {
    method: 'GET',
    path: '/applications/{id}/resume',
    takes: ['id'],
    access: 'employer',
  },
  deleteApplication: { method: 'DELETE', path: '/applications/{id}', takes: ['id'], access: 'employer' },
  resendApplication: {
    method: 'POST',
    path: '/applications/{id}/resend',
    takes: ['id'],
    access: 'employer',
    notRepeatable: true,
  },
  releaseApplication: {
    method: 'POST',
    path: '/applications/{id}/release',
    takes: ['id'],
    access: 'employer',
  },
  listWebhooks: { method: 'GET', path: '/webhooks', takes: [], access: 'employer' },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    takes: ['body'],
    access: 'employer',
    notRepeatable: true,
  },
  getWebhook: { method: 'GET', path: '/webhooks/{id}', takes: ['id'], access: 'employer' },
  updateWebhook: { method: 'PUT', path: '/webhooks/{id}', takes: ['id', 'body'], access: 'employer' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}', takes: ['id'], access: 'employer' },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{id}/secret',
    takes: ['id'],
    access: 'employer',
    notRepeatable: true,
  },
  testWebhook: { method: 'POST', path: '/webhooks/{id}/test', takes: ['id'], access: 'employer' },
  getEmployer: { method: 'GET', path: '/employer', takes: [], access: 'employer' },
  updateEmployer: { method: 'PUT', path: '/employer', takes: ['body'], access: 'employer' },
  setLogo: { method: 'PUT', path: '/employer/logo', takes: ['file', 'mediaType'], access: 'employer' },
  deleteLogo: { method: 'DELETE', path: '/employer/logo', takes: [], access: 'employer' },
  listPositionTypes: { method: 'GET', path: '/positiontypes', takes: [], access: 'public' },
  getPositionType: { method: 'GET', path: '/positiontypes/{id}', takes: ['id'], access: 'public' },
  listJobCategories: { method: 'GET', path: '/jobcategories', takes: [], access: 'public' },
  getJobCategory: { method: 'GET', path: '/jobcategories/{id}', takes: ['id'], access: 'public' },
  listSalaryPeriods: { method: 'GET', path: '/salaryperiods', takes: [], access: 'public' },
  getSalaryPeriod: { method: 'GET', path: '/salaryperiods/{id}', takes: ['id'], access: 'public' },
  listApplicantRoutingTypes: { method: 'GET', path: '/applicantroutingtypes', takes: [], access: 'public' },
  getApplicantRoutingType: {
    method: 'GET',
    path: '/applicantroutingtypes/{id}',
    takes: ['id'],
    access: 'public',
  },
  listLocations: { method: 'GET', path: '/locations', takes: ['query'], access: 'public' },
  getLocation: { method: 'GET', path: '/locations/{id}', takes: ['id'], access: 'public' },
  listPublicJobs: { method: 'GET', path: '/public/jobs', takes: ['query'], access: 'public' },
  getPublicJob: { method: 'GET', path: '/public/jobs/{id}', takes: ['id'], access: 'public' },
  createApplication: {
    method: 'POST',
    path: '/public/jobs/{id}/applications',
    takes: ['id', 'body'],
    access: 'public',
    idempotencyKey: true,
  },
  createUpload: { method: 'POST', path: '/public/jobs/{id}/files', takes: ['id', 'body'], access: 'public' },
} as const satisfies Record<string, Route>;
