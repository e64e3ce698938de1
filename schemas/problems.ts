/**
 * Every error of the service, by its code: the HTTP status and the title (guide: errors).
 */
export const problems = {
  body_missing: { status: 400, title: 'The request has no body' },
  json_malformed: { status: 400, title: 'The body is not a JSON object' },
  form_malformed: { status: 400, title: 'The form data cannot be read' },
  method_override_invalid: { status: 400, title: 'The method override is not PUT or DELETE' },
  validation_failed: { status: 400, title: 'The request breaks a rule' },
  api_key_invalid: { status: 401, title: 'The API key is missing or not valid' },
  employer_missing: { status: 400, title: 'The request does not say for which employer it is' },
  employer_suspended: { status: 403, title: 'The employer account is suspended' },
  cross_site_request: { status: 403, title: 'The form comes from another site' },
  partner_suspended: { status: 403, title: 'The partner account is suspended' },
  permission_missing: { status: 403, title: 'The key lacks a permission' },
  partner_only: { status: 403, title: 'Only a partner can do this, for itself' },
  employer_not_found: { status: 404, title: 'No such employer' },
  job_not_found: { status: 404, title: 'No such job' },
  application_not_found: { status: 404, title: 'No such application' },
  webhook_not_found: { status: 404, title: 'No such webhook' },
  key_not_found: { status: 404, title: 'No such API key' },
  resume_not_found: { status: 404, title: 'The application has no résumé' },
  entry_not_found: { status: 404, title: 'No such entry in the reference data' },
  path_not_found: { status: 404, title: 'No such path' },
  method_not_allowed: { status: 405, title: 'The method is not available on this path' },
  idempotency_key_in_use: { status: 409, title: 'Another request with this Idempotency-Key is running' },
  applied_elsewhere: { status: 409, title: 'Candidates apply on the website of the employer' },
  reference_id_taken: { status: 409, title: 'Another job has this referenceId' },
  job_closed: { status: 410, title: 'The posting is closed' },
  events_expired: { status: 410, title: 'The next events are no longer kept' },
  application_held: { status: 409, title: 'The application is held' },
  application_not_held: { status: 409, title: 'The application was not held' },
  employer_limit_reached: { status: 409, title: 'There are as many employers as the partner may have' },
  suspended_by_operator: { status: 409, title: 'Only an operator can end this suspension' },
  key_limit_reached: { status: 409, title: 'There are as many API keys as an account can have' },
  last_key: { status: 409, title: 'It is the last API key' },
  webhook_limit_reached: { status: 409, title: 'There are as many webhooks as an employer can have' },
  precondition_failed: { status: 412, title: 'A condition of the request is not met' },
  content_too_large: { status: 413, title: 'The content is too large' },
  media_type_unsupported: { status: 415, title: 'The media type of the body is not supported' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used for another request' },
  rate_limit_exceeded: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'The service failed' },
  service_unavailable: { status: 503, title: 'The service is busy' },
} as const;

export type ProblemCode = keyof typeof problems;

/** The `type` of an error, which is the path of the page about it: its code in kebab-case. */
export const problemType = (code: string): string => `/problems/${code.replaceAll('_', '-')}`;
