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
    meaning: 'The operation needs a body, but none was sent.',
    fix: [
      'Send the body together with `Content-Type: application/json`.',
      'If your HTTP client drops the body of PUT or DELETE, send POST with `X-HTTP-Method-Override`.',
    ],
    example: { detail: 'This request needs a JSON object as its body.' },
  },
  json_malformed: {
    meaning: `The body is not a JSON object in UTF-8: it cannot be parsed, is an array or a single value, has the same key twice, or is nested more than ${BODY_MAX_DEPTH} levels deep.`,
    fix: [
      'Create the body with the JSON library of your language.',
      'Read `detail`: it says what the parser found, and where.',
    ],
    example: { detail: 'The body must be a JSON object.' },
  },
  form_malformed: {
    meaning: `The form data cannot be read: it is not whole or not in UTF-8, or has more than ${FORM_MAX_FIELDS.toLocaleString('en')} fields or a name of more than ${FORM_NAME_MAX} characters.`,
    fix: [
      'Let your HTTP client build the form data and its `Content-Type`.',
      'Send text in UTF-8, percent-encoded text too.',
    ],
    example: { detail: 'The form data is not valid UTF-8.' },
  },
  method_override_invalid: {
    meaning: 'The header `X-HTTP-Method-Override` is neither PUT nor DELETE.',
    fix: ['Send `PUT` or `DELETE`, once. For a plain POST, leave the header out.'],
    example: { detail: 'X-HTTP-Method-Override must be PUT or DELETE.' },
  },
  validation_failed: {
    meaning: 'The request breaks one or more rules. `errors` lists all of them.',
    fix: [
      'Go through `errors`: `pointer` is the field of the body, `code` the rule for programs, and `message` the rule for people.',
      'With `Prefer: handling=strict` warnings are errors too.',
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
    meaning: 'The header `API-Key` is missing, or the key is unknown, revoked or expired.',
    fix: [
      'Send the key in the header `API-Key`, not in the query, the body or `Authorization`.',
      'Copy the whole key: it begins with `jps_`.',
      'If the key is lost, ask the operator for a new one.',
    ],
    example: { detail: 'Send a valid key in the API-Key header.' },
  },
  employer_missing: {
    meaning: 'The API key is that of a partner, and the request does not say for which employer it is.',
    fix: [
      'Send the header `Employer-Id` with the id of one of your employers, as `GET /employers` lists them.',
    ],
    example: { detail: 'With the key of a partner, send the header Employer-Id.' },
  },
  partner_suspended: {
    meaning: 'The operator has suspended your partner account. The own keys of your employers go on working.',
    fix: [
      'Contact the operator. A new key does not help.',
      'After the suspension, the same key works again within a minute.',
    ],
    example: { detail: 'This partner account is suspended. Contact the operator.' },
  },
  permission_missing: {
    meaning: 'The API key may not do this: it has only the permissions that `GET /keys` shows.',
    fix: [
      'Use a key that has the permission that `detail` names, or that may do as much as the key in it.',
      'Or create one with a key that has `keys:write`, and may do as much itself.',
    ],
    example: { detail: 'This needs the permission jobs:write, which the key does not have.' },
  },
  partner_only: {
    meaning:
      'The operation is for a partner itself, but the API key is that of an employer, or `Employer-Id` was sent.',
    fix: [
      'With the key of an employer, use `GET /employer` and `PUT /employer`.',
      'With the key of a partner, leave `Employer-Id` out.',
    ],
  },
  employer_limit_reached: {
    meaning: 'You have as many employers as your partner account may have.',
    fix: ['Ask the operator to raise `maxEmployers` of `GET /partner`.'],
  },
  suspended_by_operator: {
    meaning: 'The operator has suspended this employer.',
    fix: ['Contact the operator.'],
  },
  key_not_found: {
    meaning:
      'None of your API keys that work has this id: it never existed, is revoked or has ended, or is of another account.',
    fix: ['Use an `id` that `GET /keys` lists.', 'If you repeated a DELETE, treat the key as revoked.'],
  },
  key_limit_reached: {
    meaning: `You have ${MAX_KEYS} API keys that work, as many as an account can have.`,
    fix: ['Revoke an unused one with `DELETE /keys/{id}`: look at `lastUsedAt`.'],
  },
  last_key: {
    meaning: 'It is your only API key that works, so it is neither revoked nor given an end.',
    fix: ['Create another key first with `POST /keys`, and use that.'],
  },
  employer_suspended: {
    meaning:
      'The operator has suspended your employer account. Your jobs are kept, and auto-refresh is paused.',
    fix: [
      'Contact the operator. A new key does not help.',
      'After the suspension, the same key works again within a minute.',
    ],
    example: { detail: 'This employer account is suspended. Contact the operator.' },
  },
  cross_site_request: {
    meaning: 'A browser says that a page of another site sent this form.',
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
      'None of your jobs has this id or referenceId: it never existed, was deleted, or is of another employer.',
    fix: [
      'If you repeated a DELETE, treat the job as deleted.',
      'Otherwise search for it with `GET /jobs?q=…`, by the key of the right employer.',
    ],
  },
  application_not_found: {
    meaning:
      'None of your applications has this id: it never existed, was erased or withdrawn, or is of another employer.',
    fix: [
      'Use the `id` as a list of applications shows it: 32 hexadecimal digits.',
      'If it was erased or withdrawn, erase your own copies too.',
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
    fix: ['Compare the path with the reference. Letter case matters, and there is no slash at the end.'],
    example: {
      detail: 'There is nothing at this path. The documentation is at https://jobs.example.com/docs.',
    },
  },
  method_not_allowed: {
    meaning: 'The path does not support this method.',
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
    meaning: 'Another request with the same `Idempotency-Key` was still running when this one timed out.',
    fix: ['After the seconds in `Retry-After`, repeat the request with the same key.'],
  },
  applied_elsewhere: {
    meaning: 'The `applicantRoutingType` of this job is 2: candidates apply on the website of the employer.',
    fix: ['Send the candidate to the address in `detail`, or to the `applyUrl` of the posting.'],
    example: { detail: 'Candidates apply at https://example.com/apply/2041.' },
  },
  reference_id_taken: {
    meaning: 'Another of your jobs, applications or employers already has this `referenceId`.',
    fix: ['Update the job that has it: `existingJob` gives its id.', 'Or use `PUT /jobs` instead of POST.'],
    example: {
      detail: 'Job 2041 already has the referenceId "REQ-2041".',
      existingJob: { id: 2041, href: 'https://jobs.example.com/api/v1.1/jobs/2041' },
    },
  },
  job_closed: {
    meaning: 'The employer has archived the job, or its `closeDate` has passed.',
    fix: ['Remove the posting from your site. It may open again, at the same address.'],
    example: { detail: 'The posting is closed: it takes no more applications.' },
  },
  events_expired: {
    meaning: 'The events that follow the id in `after` are no longer kept.',
    fix: [
      'Note the id of the newest event, read all jobs, and go on from that event: see "Follow changes" in the guide.',
      'To read what is kept, send `oldestEventId` less one as `after`.',
    ],
    example: {
      detail: 'The events after 12 are no longer kept. The oldest is 101: send after=100 to begin with it.',
      oldestEventId: 101,
    },
  },
  application_held: {
    meaning: 'Something about the application looked like abuse, so it has not been mailed.',
    fix: ['Read it. If it is genuine, POST to its address with `/release`.'],
    example: { detail: 'The application is held. Release it to have it mailed.' },
  },
  application_not_held: {
    meaning: 'Only an application that was held can be released, and this one never was.',
    fix: ['To have it mailed again, POST to its address with `/resend`.'],
    example: { detail: 'The application was not held. To mail it again, resend it.' },
  },
  webhook_not_found: {
    meaning: 'You have no webhook with this id. It may have been deleted.',
    fix: ['List your webhooks with `GET /webhooks`.'],
  },
  webhook_limit_reached: {
    meaning: `An employer can have ${MAX_WEBHOOKS} webhooks.`,
    fix: ['Delete a webhook, or change its `url` with PUT.'],
  },
  precondition_failed: {
    meaning:
      'The current version is not the one that `If-Match`, `If-None-Match` or `If-Unmodified-Since` expects: someone changed it after you read it.',
    fix: ['GET it again, apply your change to it, and send it with the new `ETag` in `If-Match`.'],
  },
  content_too_large: {
    meaning: `The body is larger than ${BODY_MAX_BYTES} bytes, a logo larger than ${LOGO_MAX_BYTES} bytes, or the job larger than 400 KB as it is stored.`,
    fix: ['Remove images and styles from the description: the service removes them anyway.'],
    example: { detail: `The body may be at most ${BODY_MAX_BYTES} bytes, not ${BODY_MAX_BYTES + 1}.` },
  },
  media_type_unsupported: {
    meaning: 'The `Content-Type` is not `application/json` in UTF-8, or the body has a `Content-Encoding`.',
    fix: [
      'Send `Content-Type: application/json`; with a logo, `image/png`, `image/jpeg` or `image/webp`.',
      'Form data is for applications only.',
      'Send the body uncompressed.',
    ],
    example: { detail: 'The Content-Type of a body must be application/json, in UTF-8.' },
  },
  idempotency_key_reused: {
    meaning: 'A request with a different body used this `Idempotency-Key` in the last 24 hours.',
    fix: [
      'Create a new key for every job, such as a UUID.',
      'When you repeat a request, send the same body; order of fields and white space do not matter.',
    ],
  },
  rate_limit_exceeded: {
    meaning:
      'The API keys of the account have made more requests than its plan allows, or an address has had its mails of the day.',
    fix: [
      'Wait for the seconds in `Retry-After`.',
      'Slow down as `r` in `RateLimit` approaches 0.',
      'Search less with `q`, and name jobs by `referenceId` instead.',
    ],
    example: { detail: 'An account on this plan may make 600 requests in 60 s. Try again in 1 s.' },
  },
  internal_error: {
    meaning: 'The service failed because of an error of its own.',
    fix: [
      'Repeat the request; before a POST without `Idempotency-Key`, check whether the job exists.',
      'If it persists, send the `requestId` to the operator.',
    ],
    example: { detail: 'The service failed because of an internal error.' },
  },
  service_unavailable: {
    meaning:
      'The service is busy, or could not confirm in time whether a change was made: `outcome` says so.',
    fix: [
      'Wait for the seconds in `Retry-After`, then repeat the request.',
      'If a POST without `Idempotency-Key` has an unknown outcome, check first whether the job exists.',
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
