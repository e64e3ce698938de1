import type { JSONSchema } from 'json-schema-to-ts';
import { JobRecord } from './job.ts';
import { operationMembers } from './batch-envelope.ts';
import { IDEMPOTENCY_KEY_MAX, INT32_MAX, KEY_EXPIRY_DAYS } from './limits.ts';
import type { DocumentedOperation } from './operation-schemas.ts';
import { warnings } from './violations.ts';

/** One row of a table of headers. */
interface HeaderRow {
  description: string;
  schema: JSONSchema;
}

/** An optional header has no example, because tools would then send it by default. */
interface RequestHeader extends HeaderRow {
  /** Whether an operation reads the header. */
  readBy: (operation: DocumentedOperation) => boolean;
}

interface ResponseHeader extends HeaderRow {
  example: string | number;
  /** Whether a response may have the header. */
  sentWith: (status: number, operation: DocumentedOperation) => boolean;
}

const isRedirect = (status: number) => [301, 302, 308].includes(status);

/**
 * A POST has no current version for a condition to refer to, and redirects ignore conditions (RFC 9110, section
 * 13.2.1).
 */
export const isConditional = ({ method, redirects }: DocumentedOperation): boolean =>
  method !== 'POST' && redirects !== true;

const isSuccess = (status: number) => status < 400 && status !== 204 && !isRedirect(status);

const hasJob = ({ answer, servedBy }: DocumentedOperation) => answer === JobRecord || servedBy !== undefined;

/** Requests without a valid key, or with an unsupported method, do not count towards the rate limit. */
const isCounted = (status: number, { access }: DocumentedOperation) =>
  access !== 'public' && ![401, 405].includes(status);

const ENTITY_TAG = '"[!#-~]*"';

/** `*`, or a list of entity tags (RFC 9110, section 8.8.3). */
const conditionSchema = {
  type: 'string',
  pattern: `^(\\*|(W/)?${ENTITY_TAG}( *, *(W/)?${ENTITY_TAG})*)$`,
} as const;

/** Request headers other than API-Key and Content-Type. */
export const requestHeaders = {
  Prefer: {
    description:
      'With handling=strict, anything that would only cause a Job-Warning is an error (400) instead (RFC 7240). return=minimal is for batches.',
    schema: { type: 'string' },
    readBy: () => true,
  },
  'Idempotency-Key': {
    description: `A unique text of your choice, at most ${IDEMPOTENCY_KEY_MAX} visible ASCII characters other than the comma, that makes it safe to repeat the POST: for 24 hours (where the response shows an API key, for one) the same key with the same body returns the first response again. It belongs to the employer; in an application, to the job and the e-mail address.`,
    schema: operationMembers.idempotencyKey,
    readBy: ({ idempotencyKey }) => idempotencyKey === true,
  },
  'If-Match': {
    description:
      'Carries out the request only if the current version has one of these entity tags, copied from an ETag header; `*` matches any version (RFC 9110).',
    schema: conditionSchema,
    readBy: isConditional,
  },
  'If-None-Match': {
    description:
      'On GET, the response is 304 if the current version has this entity tag. On PUT, `*` allows creation only (RFC 9110).',
    schema: conditionSchema,
    readBy: isConditional,
  },
  'X-HTTP-Method-Override': {
    description:
      'The intended method, for clients that can only send POST. Body, response and errors are those of that method.',
    schema: { type: 'string', enum: ['PUT', 'DELETE'] },
    readBy: ({ method }) => method === 'POST',
  },
  // Not a security scheme: with one, generated clients would also send the API key in this header.
  'Employer-Id': {
    description: 'With the key of a partner: the id of the employer for which the request is.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: INT32_MAX },
    readBy: ({ access }) => access === 'employer' || access === 'account',
  },
} as const satisfies Record<string, RequestHeader>;

/** Response headers other than Content-Type. */
const responseHeaders = {
  Location: {
    description:
      'The URL of what was created, of a posting that has another public id by now, or of a file to download.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://jobs.example.com/api/v1.1/jobs/2041',
    sentWith: (status, { subject }) => (status === 201 && subject !== 'applications') || isRedirect(status),
  },
  'Content-Location': {
    description: 'The URL of the job or employer in the response, to which the ETag belongs.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://jobs.example.com/api/v1.1/jobs/2041',
    sentWith: (status, { path, method }) =>
      isSuccess(status) && ['/jobs', '/employers'].includes(path) && method !== 'GET',
  },
  Link: {
    description: 'The page of the job for candidates, open or not, with `rel="alternate"` (RFC 8288).',
    schema: { type: 'string' },
    example: '<https://jobs.example.com/jobs/2041>; rel="alternate"; type="text/html"',
    sentWith: (status, operation) => isSuccess(status) && hasJob(operation),
  },
  'Job-Warning': {
    description: `Warnings about a request that was carried out: a list of Structured Fields (RFC 9651), each a code with the pointer of the field or the name of the query parameter and, for \`markup_removed\`, what was removed. Codes: ${Object.keys(warnings).join(', ')}.`,
    schema: { type: 'string' },
    example: 'field_unknown; pointer="/careerLevels"',
    sentWith: (status) => status < 400 && status !== 301 && status !== 308,
  },
  'API-Key-Expires': {
    description: `When the API key ends, on every response from ${KEY_EXPIRY_DAYS} days before.`,
    schema: { type: 'string' },
    example: 'Sun, 02 Dec 2029 17:04:05 GMT',
    sentWith: (status, { access }) => access !== 'public' && ![401, 405].includes(status),
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme. API Gateway may rename it to x-amzn-remapped-www-authenticate.',
    schema: { type: 'string' },
    example: 'ApiKey',
    sentWith: (status) => status === 401,
  },
  Allow: {
    description: 'The methods that this path supports.',
    schema: { type: 'string' },
    example: 'GET, HEAD, PUT, DELETE, POST, OPTIONS',
    sentWith: (status) => status === 405,
  },
  ETag: {
    description:
      'The strong entity tag of the response: it changes if and only if the body changes. On 412, that of the current version.',
    schema: { type: 'string', pattern: `^${ENTITY_TAG}$` },
    example: '"Vb0Rb8jUNuf1hTtrFVGMaw"',
    sentWith: (status) => isSuccess(status) || status === 412,
  },
  'Last-Modified': {
    description: 'When the job was last changed. An entity tag is more exact.',
    schema: { type: 'string' },
    example: 'Sun, 02 Dec 2029 17:04:05 GMT',
    sentWith: (status, operation) => isSuccess(status) && hasJob(operation),
  },
  'Idempotent-Replayed': {
    description: 'true if this is the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
    sentWith: (status, { idempotencyKey }) => status === 201 && idempotencyKey === true,
  },
  'Cache-Control': {
    description:
      'How long the response may be cached: an error not at all (`no-store`), a job only by its reader and with revalidation (`private, no-cache`), a posting for a minute, reference data for an hour (`public, max-age=3600`).',
    schema: { type: 'string' },
    example: 'private, no-cache',
    sentWith: (status, { method }) =>
      status >= 400 || isRedirect(status) || (method === 'GET' && isSuccess(status)),
  },
  'Access-Control-Allow-Origin': {
    description: 'Scripts of any site may read it (CORS).',
    schema: { type: 'string', enum: ['*'] },
    example: '*',
    sentWith: (_, { access }) => access === 'public',
  },
  'Access-Control-Expose-Headers': {
    description: 'Scripts of any site may read these headers.',
    schema: { type: 'string', enum: ['*'] },
    example: '*',
    sentWith: (_, { access }) => access === 'public',
  },
  'RateLimit-Policy': {
    description: 'The rate limit: the number of requests (q) in a number of seconds (w).',
    schema: { type: 'string' },
    example: '"standard";q=600;w=60',
    sentWith: isCounted,
  },
  RateLimit: {
    description:
      'About how many requests are left (r), and the seconds (t) until all of them are available again, or when none are left, the next one.',
    schema: { type: 'string' },
    example: '"standard";r=573;t=3',
    sentWith: isCounted,
  },
  'Retry-After': {
    description: 'The number of seconds to wait before you repeat the request.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
    sentWith: (status, { idempotencyKey, access }) =>
      status === 503 ||
      status === 429 ||
      (status === 409 && idempotencyKey === true && access === 'employer'),
  },
} as const satisfies Record<string, ResponseHeader>;

/** The rows of a table of headers, by name. */
export const requestHeaderRows: [string, RequestHeader][] = Object.entries(requestHeaders);
export const responseHeaderRows: [string, ResponseHeader][] = Object.entries(responseHeaders);
