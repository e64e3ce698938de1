import { BODY_MAX_BYTES, BODY_MAX_DEPTH, FORM_MAX_FIELDS, FORM_NAME_MAX } from './limits.ts';
import { MAX_KEYS } from './key.ts';
import { LOGO_MAX_BYTES } from './logo.ts';
import { problems, problemType, type ProblemCode } from './problems.ts';
import { violations } from './violations.ts';
import { MAX_WEBHOOKS } from './webhook.ts';

/** The page text of a problem. Sentences are in Markdown. */
interface ProblemGuide {
  meaning: string;
  /** How to fix the problem, one step per entry. */
  fix: string[];
  /** The meaning of each code in `errors`. */
  violations?: Record<string, string>;
  /**
   * The members of an example response other than type, title, status, code, requestId and message. By default the
   * detail repeats the title.
   */
  example?: { detail: string } & Record<string, unknown>;
}

/** The text of every problem's page. It is not in the table of problems, which is part of every function's bundle. */
export const problemGuide: Record<ProblemCode, ProblemGuide> = {
  body_missing: {
    meaning: 'The operation needs a body, such as a JSON object, but none was sent.',
    fix: [
      'Send the body together with `Content-Type: application/json`.',
      'Check whether your HTTP client drops the body of PUT or DELETE. If so, send POST with `X-HTTP-Method-Override`.',
    ],
    example: { detail: 'This request needs a JSON object as its body.' },
  },
  json_malformed: {
    meaning: `The body is not a JSON object in UTF-8: it cannot be parsed, is an array or a single value, has the same key twice, or is nested more than ${BODY_MAX_DEPTH} levels deep.`,
    fix: [
      'Create the body with the JSON library of your language, not by joining strings.',
      'Read `detail`: it says what the parser found, and where.',
    ],
    example: { detail: 'The body must be a JSON object.' },
  },
  form_malformed: {
    meaning: `The form data cannot be read: it is not whole or not in UTF-8, or has more than ${FORM_MAX_FIELDS.toLocaleString('en')} fields or a name of more than ${FORM_NAME_MAX} characters.`,
    fix: [
      'Let your HTTP client build the form data and its `Content-Type`, which names the boundary between fields.',
      'Check that the whole body is sent.',
      'Send text in UTF-8, percent-encoded text too.',
    ],
    example: { detail: 'The form data is not valid UTF-8.' },
  },
  method_override_invalid: {
    meaning:
      'The header `X-HTTP-Method-Override` is neither PUT nor DELETE. The request was not treated as a plain POST, which would have created a job.',
    fix: ['Send `PUT` or `DELETE`, once, in upper or lower case.', 'For a plain POST, leave the header out.'],
    example: { detail: 'X-HTTP-Method-Override must be PUT or DELETE.' },
  },
  validation_failed: {
    meaning: 'The request breaks one or more rules. Nothing was changed. `errors` lists all broken rules.',
    fix: [
      'Go through `errors`: `pointer` is the field of the body, `parameter` the query parameter, `header` the request header, `code` the rule for programs, and `message` the rule for people.',
      'With `Prefer: handling=strict` warnings are errors too. Without it they are sent in `Job-Warning` instead.',
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
      'The header `API-Key` is missing, or the key is unknown, revoked or expired. The response does not say which.',
    fix: [
      'Send the key in the header `API-Key`, not in the query, the body or `Authorization`.',
      'Copy the whole key: it begins with `jps_`.',
      'If the key is lost, ask the operator for a new one: a key cannot be shown again.',
    ],
    example: { detail: 'Send a valid key in the API-Key header.' },
  },
  employer_missing: {
    meaning:
      'The API key is that of a partner, which acts for several employers, and the request does not say for which one.',
    fix: [
      'Send the header `Employer-Id` with the id of one of your employers, as `GET /employers` lists them.',
    ],
    example: { detail: 'With the key of a partner, send the header Employer-Id.' },
  },
  partner_suspended: {
    meaning:
      'The API key is valid, but the operator has suspended your partner account, so none of its keys work. The own keys of your employers go on working.',
    fix: [
      'Stop automated requests and contact the operator. A new key does not help.',
      'When the suspension is lifted, the same key works again within a minute.',
    ],
    example: { detail: 'This partner account is suspended. Contact the operator.' },
  },
  permission_missing: {
    meaning: 'The API key works, but it may not do this: it has only the permissions that `GET /keys` shows.',
    fix: [
      'Use a key that has the permission that `detail` names, or that may do as much as the key in `detail`.',
      'Or create one: a key with `keys:write` can create keys that may do as much as itself.',
    ],
    example: { detail: 'This needs the permission jobs:write, which the key does not have.' },
  },
  partner_only: {
    meaning:
      'The operation is for a partner itself, but the API key is that of an employer, or `Employer-Id` was sent.',
    fix: [
      'With the key of an employer, use `GET /employer` and `PUT /employer`: they are about the employer itself.',
      'With the key of a partner, leave `Employer-Id` out.',
    ],
  },
  employer_limit_reached: {
    meaning: 'You have as many employers as your partner account may have. Nothing was created.',
    fix: ['Look up `maxEmployers` with `GET /partner`.', 'Ask the operator to raise it.'],
  },
  suspended_by_operator: {
    meaning: 'The operator has suspended this employer. Nothing was changed.',
    fix: ['Contact the operator: only the operator can end the suspension.'],
  },
  key_not_found: {
    meaning:
      'None of your API keys that work has this id: it never existed, is revoked or has ended, or belongs to another account. The response is the same in all cases.',
    fix: ['Use an `id` that `GET /keys` lists.', 'If you repeated a DELETE, treat the key as revoked.'],
  },
  key_limit_reached: {
    meaning: `You have ${MAX_KEYS} API keys that work, as many as an account can have. Nothing was created.`,
    fix: ['Revoke an unused one with `DELETE /keys/{id}`: `lastUsedAt` is the time of its last use.'],
  },
  last_key: {
    meaning:
      'It is your only API key that works. Without it you could not use your account, so it is neither revoked nor given an end.',
    fix: ['Create another key first with `POST /keys`, and let your programs use it.'],
  },
  employer_suspended: {
    meaning:
      'The API key is valid, but the operator has suspended your employer account, so none of its keys work. Nothing was changed, your jobs are kept, and auto-refresh is paused.',
    fix: [
      'Stop automated requests and contact the operator. A new key does not help.',
      'When the suspension is lifted, the same key works again within a minute.',
    ],
    example: { detail: 'This employer account is suspended. Contact the operator.' },
  },
  cross_site_request: {
    meaning:
      'A browser says that a page of another site sent this form. Only the pages of the service send its forms.',
    fix: [
      'Open the page of the service, and send the form there.',
      'For a career site of your own, use `POST /public/jobs/{id}/applications`.',
    ],
  },
  employer_not_found: {
    meaning:
      'There is no employer with this id, its account is suspended, or `Employer-Id` names none of yours.',
    fix: [
      'Use the `id` of `employer` in one of its postings.',
      'In `Employer-Id`, send the `id` of one of your employers, as `GET /employers` lists them.',
    ],
  },
  job_not_found: {
    meaning:
      'None of your jobs has this id or referenceId: the job never existed, was deleted, or belongs to another employer. The response is the same in all cases.',
    fix: [
      'Search for the job by its title or referenceId with `GET /jobs?q=…`.',
      'If you repeated a DELETE, treat the job as deleted.',
      'Check that you use the key of the right employer.',
    ],
  },
  application_not_found: {
    meaning:
      'None of your applications has this id: it never existed, was erased or withdrawn, has reached the end of its storage time, or belongs to another employer. The response is the same in all cases.',
    fix: [
      'Use the `id` exactly as a list of applications shows it: 32 hexadecimal digits.',
      'If the candidate withdrew the application, erase your own copies too.',
      'If you repeated a DELETE, treat the application as erased.',
    ],
  },
  resume_not_found: {
    meaning: 'The candidate sent no file with this application, only a letter.',
    fix: ['Read `resume` of the application first: it is null when there is no file.'],
  },
  entry_not_found: {
    meaning: 'The list of reference data has no entry with this id.',
    fix: ['Use an id from the list itself, such as `GET /positiontypes`.'],
  },
  path_not_found: {
    meaning: 'The service has nothing at this path.',
    fix: [
      'Compare the path with the reference. Upper and lower case matter, and there is no slash at the end.',
      'The path of every operation begins with `/api/v1.1`.',
    ],
    example: {
      detail: 'There is nothing at this path. The documentation is at https://jobs.example.com/docs.',
    },
  },
  method_not_allowed: {
    meaning: 'The path exists, but it does not support this method. `Allow` lists the supported methods.',
    fix: [
      'Use one of the methods in `Allow`.',
      'POST on a single job needs the header `X-HTTP-Method-Override` with `PUT` or `DELETE`.',
    ],
    example: {
      detail:
        'PATCH is not supported on this path. Supported methods: GET, HEAD, PUT, DELETE, POST, OPTIONS.',
    },
  },
  idempotency_key_in_use: {
    meaning:
      'Another request with the same `Idempotency-Key` was still running when this one timed out. This one made no change.',
    fix: [
      'Wait for the number of seconds in `Retry-After`, then repeat the request with the same key: you get the response to the first request.',
    ],
  },
  applied_elsewhere: {
    meaning:
      'The service takes no applications for this job: its `applicantRoutingType` is 2, so candidates apply on the website of the employer.',
    fix: ['Send the candidate to the address in `detail`, or to the `applyUrl` of the posting.'],
    example: { detail: 'Candidates apply at https://example.com/apply/2041.' },
  },
  reference_id_taken: {
    meaning:
      'Another of your jobs already has this `referenceId`, and it must be unique. Nothing was changed.',
    fix: [
      'Update the job that has it: `existingJob` gives its id.',
      'Use `PUT /jobs` instead of POST: it updates the job with the `referenceId`, or creates one.',
    ],
    example: {
      detail: 'Job 2041 already has the referenceId "REQ-2041".',
      existingJob: { id: 2041, href: 'https://jobs.example.com/api/v1.1/jobs/2041' },
    },
  },
  job_closed: {
    meaning:
      'The posting takes no more applications: its employer has archived the job, or its `closeDate` has passed.',
    fix: ['Remove the posting from your site. It may open again, at the same address.'],
    example: { detail: 'The posting is closed: it takes no more applications.' },
  },
  events_expired: {
    meaning:
      'The events that follow the id in `after` are no longer kept, so that a list from there on would have a gap. `oldestEventId` is the id of the oldest event that is kept.',
    fix: [
      'Keep the id of your last event, read all jobs, and go on from that event: see "Follow changes" in the guide.',
      'To read what is kept, send `oldestEventId` less one as `after`.',
    ],
    example: {
      detail: 'The events after 12 are no longer kept. The oldest is 101: send after=100 to begin with it.',
      oldestEventId: 101,
    },
  },
  application_held: {
    meaning:
      'The application is held, because something about it looked like abuse, and has not been mailed. Nothing was changed.',
    fix: ['Read the application. If it is genuine, release it: POST to its address with `/release`.'],
    example: { detail: 'The application is held. Release it to have it mailed.' },
  },
  application_not_held: {
    meaning:
      'Only an application that was held can be released, and this one never was. Nothing was changed.',
    fix: [
      'Look at `state`: the application is mailed, or will be within minutes.',
      'To have it mailed again, POST to its address with `/resend`.',
    ],
    example: { detail: 'The application was not held. To mail it again, resend it.' },
  },
  webhook_not_found: {
    meaning: 'You have no webhook with this id. It may have been deleted.',
    fix: ['List your webhooks with `GET /webhooks`.'],
  },
  webhook_limit_reached: {
    meaning: `An employer can have ${MAX_WEBHOOKS} webhooks. Nothing was changed.`,
    fix: ['Delete a webhook that is no longer needed, or change its `url` with PUT.'],
  },
  precondition_failed: {
    meaning:
      'The current version is not the one that `If-Match`, `If-None-Match` or `If-Unmodified-Since` expects, for example because someone changed it after you read it. Nothing was changed. `ETag` is the tag of the current version, if there is one.',
    fix: [
      'GET it again, apply your change to the current version, and send it with the new `ETag` in `If-Match`.',
      'To change it whatever its current version, leave the condition out.',
    ],
  },
  content_too_large: {
    meaning: `The body is larger than ${BODY_MAX_BYTES} bytes, or a logo larger than ${LOGO_MAX_BYTES} bytes.`,
    fix: [
      'Remove images and styles from the description: the service removes them anyway.',
      'Send one job per request.',
    ],
    example: { detail: `The body may be at most ${BODY_MAX_BYTES} bytes, not ${BODY_MAX_BYTES + 1}.` },
  },
  media_type_unsupported: {
    meaning:
      'The `Content-Type` is not `application/json` in UTF-8, or the body has a `Content-Encoding`. An application may also be form data in UTF-8, and a logo is an image.',
    fix: [
      'Send `Content-Type: application/json`; with a logo, `image/png`, `image/jpeg` or `image/webp`.',
      'Send JSON: form data is for applications only, and XML is not supported.',
      'Send the body uncompressed.',
    ],
    example: { detail: 'The Content-Type of a body must be application/json, in UTF-8.' },
  },
  idempotency_key_reused: {
    meaning:
      'A request with a different body used this `Idempotency-Key` in the last 24 hours. Nothing was changed.',
    fix: [
      'Create a new key for every job, such as a UUID.',
      'When you repeat a request, send the same body. The order of fields and white space do not matter.',
    ],
  },
  rate_limit_exceeded: {
    meaning:
      'The API keys of the account have made more requests than its plan allows. `RateLimit-Policy` gives the limit: `q` requests in `w` seconds. Or an address has had its mails of the day.',
    fix: [
      'Wait for the number of seconds in `Retry-After`, then continue.',
      'Slow down as `r` in `RateLimit`, the number of requests left, approaches 0.',
      'A request that reads or writes much counts as several: search less with `q`, and name the jobs by `referenceId` instead.',
    ],
    example: { detail: 'An account on this plan may make 600 requests in 60 s. Try again in 1 s.' },
  },
  internal_error: {
    meaning: 'The service failed because of an internal error. Your request is not the cause.',
    fix: [
      'Repeat a GET, PUT, DELETE, or a POST with an `Idempotency-Key` after a moment. Before you repeat any other POST, check whether the job exists.',
      'If the error persists, send the `requestId` to the operator.',
    ],
    example: { detail: 'The service failed because of an internal error.' },
  },
  service_unavailable: {
    meaning:
      'The service is busy, or could not confirm in time whether a change was made. `outcome` says whether it was: `not-applied` means no, `unknown` means maybe.',
    fix: [
      'Wait for the number of seconds in `Retry-After`, then repeat the request. Wait twice as long after each attempt, plus a random time.',
      'GET, PUT and DELETE can always be repeated.',
      'A POST with an `Idempotency-Key` can be repeated too. If another POST has an unknown outcome, check first whether the job exists.',
    ],
    example: { detail: 'The service is busy. Nothing was changed. Try again.', outcome: 'not-applied' },
  },
};

/** An example response for a problem. */
export function problemExample(code: ProblemCode): object {
  const { status, title } = problems[code];
  const { detail, ...members } = problemGuide[code].example ?? { detail: `${title}.` };
  const type = problemType(code);
  const requestId = 'JKJaXmPLvHcESHA=';
  return { type, title, status, detail, message: detail, code, ...members, requestId };
}
