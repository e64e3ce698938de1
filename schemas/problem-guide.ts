import { BODY_MAX_BYTES, BODY_MAX_DEPTH } from './limits.ts';
import type { ProblemCode } from './problems.ts';
import { violations } from './violations.ts';

/** What a problem means to a client. Sentences in Markdown. */
interface ProblemGuide {
  meaning: string;
  /** How to mend it, one step each. */
  mend: string[];
  /** What each code in `errors` means. */
  violations?: Record<string, string>;
  /** The members of an example answer beyond type, title, status, code and requestId; `message` repeats detail. */
  example: { detail: string } & Record<string, unknown>;
}

/** The text of every problem's page. Not part of the table of problems, which every function holds. */
export const problemGuide: Record<ProblemCode, ProblemGuide> = {
  body_missing: {
    meaning: 'The operation needs a JSON object as its body, and none was sent.',
    mend: [
      'Send the body together with `Content-Type: application/json`.',
      'Look whether your HTTP client drops the bodies of PUT or DELETE; then send POST with `X-HTTP-Method-Override`.',
    ],
    example: { detail: 'This request needs a JSON object as its body.' },
  },
  json_malformed: {
    meaning: `The body is not a JSON object in UTF-8: it does not parse, is an array or a single value, has the same key twice, a number that no program can hold, or nests deeper than ${BODY_MAX_DEPTH} levels.`,
    mend: [
      'Make the body with your language’s JSON library rather than by joining texts.',
      '`detail` says what the parser met, and where.',
    ],
    example: { detail: 'The body must be a JSON object.' },
  },
  method_override_invalid: {
    meaning:
      'The header `X-HTTP-Method-Override` has a value other than PUT and DELETE. The request was not carried out as a POST, which would have created a job.',
    mend: ['Send `PUT` or `DELETE`, once, in any letter case.', 'To mean POST, leave the header out.'],
    example: { detail: 'X-HTTP-Method-Override must be PUT or DELETE.' },
  },
  validation_failed: {
    meaning:
      'The body or the query breaks rules. Nothing was changed. `errors` has all broken rules at once.',
    mend: [
      'Go through `errors`: `pointer` is the place in the body, `parameter` a query parameter, `code` the rule for programs, `message` the rule for people.',
      'With `Prefer: handling=strict` warnings are broken rules too; leave it out to have them as `Job-Warning`.',
    ],
    violations,
    example: {
      detail:
        'title must be at most 256 characters long. applicationEmail is required when applicantRoutingType.id is 1.',
      errors: [
        { pointer: '/title', code: 'too_long', message: 'title must be at most 256 characters long.' },
        {
          pointer: '/applicationEmail',
          code: 'required',
          message: 'applicationEmail is required when applicantRoutingType.id is 1.',
        },
      ],
    },
  },
  api_key_invalid: {
    meaning:
      'The header `API-Key` is missing, or its key is unknown, revoked or expired. The answer does not say which.',
    mend: [
      'Send the key in the header `API-Key`: not in the query, not in the body, not as `Authorization`.',
      'Copy the key whole: it begins with `jps_`.',
      'Ask whoever runs the service for a new key; a key that is lost cannot be shown again.',
    ],
    example: { detail: 'Send a valid key in the API-Key header.' },
  },
  employer_suspended: {
    meaning:
      'The API key is right, but whoever runs the service has suspended your employer account: none of its keys works. Nothing was changed, your jobs are kept, and auto-refresh pauses.',
    mend: [
      'Stop automatic runs and ask whoever runs the service; a new key does not help.',
      'Once the suspension is lifted, the same key works again within a minute.',
    ],
    example: { detail: 'This employer is suspended. Ask whoever runs the service.' },
  },
  job_not_found: {
    meaning:
      'None of your jobs has this id or referenceId: it never existed, was deleted, or is another employer’s. The answer is the same for all.',
    mend: [
      'Look for the job with `GET /jobs?q=…` by its title or referenceId.',
      'For a DELETE that is repeated, take it as done.',
      'Look whether the key is that of the right employer.',
    ],
    example: { detail: 'No such job.' },
  },
  entry_not_found: {
    meaning: 'The list of reference data has no entry of this id.',
    mend: ['Take the id from the list itself, such as `GET /positiontypes`.'],
    example: { detail: 'No such entry in the reference data.' },
  },
  path_not_found: {
    meaning: 'Nothing is at this path.',
    mend: [
      'Compare the path with the reference, letter by letter: case counts, and there is no slash at the end.',
      'Every path of an operation begins with `/api/v1.1`.',
    ],
    example: { detail: 'Nothing is at this path.' },
  },
  method_not_allowed: {
    meaning: 'The path is right, but it has no such method. `Allow` names those that there are.',
    mend: [
      'Use one of the methods in `Allow`.',
      'POST on a job means nothing by itself: send `X-HTTP-Method-Override: PUT` or `DELETE` with it.',
    ],
    example: { detail: 'PATCH is not available here; GET, HEAD, PUT, DELETE, OPTIONS are.' },
  },
  idempotency_key_in_use: {
    meaning:
      'Another request with the same `Idempotency-Key` was still being carried out when the time of this one was over. This one changed nothing.',
    mend: [
      'Wait the seconds of `Retry-After` and repeat the request with the same key: it gets the first answer.',
    ],
    example: { detail: 'Another request with this Idempotency-Key is running.' },
  },
  reference_id_taken: {
    meaning:
      'Another of your jobs has this `referenceId`, and no two can have the same. Nothing was changed.',
    mend: [
      '`existingJob` is the job that has it: update that one.',
      'Use `PUT /jobs` instead of POST: it updates the job that has the `referenceId`, or creates it.',
    ],
    example: {
      detail: 'Job 2041 already has the referenceId "REQ-2041".',
      existingJob: { id: 2041, href: 'https://jobs.example.com/api/v1.1/jobs/2041' },
    },
  },
  precondition_failed: {
    meaning:
      'The job is not what `If-Match` or `If-None-Match` expects: another has changed it since you read it. Nothing was changed. `ETag` is that of the job as it is now, if there is one.',
    mend: [
      'Get the job again, make your change to what it is now, and send it with the new `ETag` in `If-Match`.',
      'To write whatever the job is now, leave the condition out.',
    ],
    example: { detail: 'The conditions of the request do not hold.' },
  },
  content_too_large: {
    meaning: `The body is larger than ${BODY_MAX_BYTES} bytes.`,
    mend: [
      'Take pictures and styles out of the description: they would be removed anyway.',
      'Send one job in a request.',
    ],
    example: { detail: `The body may be at most ${BODY_MAX_BYTES} bytes, not ${BODY_MAX_BYTES + 1}.` },
  },
  media_type_unsupported: {
    meaning: 'The `Content-Type` is not `application/json` in UTF-8, or the body has a `Content-Encoding`.',
    mend: [
      'Send `Content-Type: application/json`.',
      'Form data and XML are not read: send JSON.',
      'Send the body uncompressed.',
    ],
    example: { detail: 'The Content-Type of a body must be application/json, in UTF-8.' },
  },
  idempotency_key_reused: {
    meaning:
      'A request with another body has had this `Idempotency-Key` in the last 24 hours. Nothing was changed.',
    mend: [
      'Make a new key for every job: a UUID, say.',
      'Repeat a request with the very body it had before; the order of fields and blanks do not matter.',
    ],
    example: { detail: 'Another request had this Idempotency-Key.' },
  },
  rate_limit_exceeded: {
    meaning:
      'The API key has made more requests than its plan allows. `RateLimit-Policy` says how many in how many seconds.',
    mend: [
      'Wait the seconds of `Retry-After`, then go on.',
      'Slow down while `r` of `RateLimit`, the requests that are left, comes near 0.',
    ],
    example: { detail: 'A key of this plan may make 600 requests in 60 s. Try again in 1 s.' },
  },
  internal_error: {
    meaning: 'The service failed. The fault is ours.',
    mend: [
      'Repeat GET, PUT, DELETE and a POST with an `Idempotency-Key` after a moment; look whether the job is there before another POST is repeated.',
      'If it lasts, tell whoever runs the service the `requestId`.',
    ],
    example: { detail: 'The service failed. The fault is ours.' },
  },
  service_unavailable: {
    meaning:
      'The service is busy, or did not learn in time whether a change was made. `outcome` tells which: `not-applied` or `unknown`.',
    mend: [
      'Wait the seconds of `Retry-After`, each time twice as long, with some chance in it, and repeat.',
      'PUT and DELETE may be repeated whatever the outcome; so may GET.',
      'So may a POST with an `Idempotency-Key`. After another one whose outcome is unknown, look for the job first.',
    ],
    example: { detail: 'The service is busy; nothing was changed. Try again.', outcome: 'not-applied' },
  },
};
