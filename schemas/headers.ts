import type { JSONSchema } from 'json-schema-to-ts';
import { JobRecord } from './job.ts';
import { IDEMPOTENCY_KEY_MAX } from './limits.ts';
import type { Operation } from './operations.ts';
import { warnings } from './violations.ts';

/** One row of a table of headers. */
interface HeaderRow {
  description: string;
  schema: JSONSchema;
}

/** Tools send the example of a parameter unasked, so an optional header has none. */
interface RequestHeader extends HeaderRow {
  /** The operations that read it. */
  readBy: (operation: Operation) => boolean;
}

interface ResponseHeader extends HeaderRow {
  example: string | number;
  /** The answers that may have it. */
  sentWith: (status: number, operation: Operation) => boolean;
}

/** A POST is about something that is not there yet. */
const isConditional = ({ method }: Operation) => method !== 'POST';

const isSuccess = (status: number) => status < 400 && status !== 204;

/** A request is refused for its method and its key before the key counts it. */
const isCounted = (status: number, { access }: Operation) =>
  access === 'employer' && ![401, 403, 405].includes(status);

/** What clients may send beside API-Key and Content-Type. */
export const requestHeaders = {
  Prefer: {
    description:
      'handling=strict refuses the request (400) where it would otherwise be carried out with a Job-Warning (RFC 7240).',
    schema: { type: 'string' },
    readBy: () => true,
  },
  'Idempotency-Key': {
    description: `A text of your own, at most ${IDEMPOTENCY_KEY_MAX} visible ASCII characters, that makes the POST safe to repeat: for 24 hours the same key with the same body gets the first answer again.`,
    schema: { type: 'string', maxLength: IDEMPOTENCY_KEY_MAX },
    readBy: ({ idempotencyKey }) => idempotencyKey === true,
  },
  'If-Match': {
    description:
      'Carries the request out only if what is there now has one of these entity tags, each as an ETag gave it; `*` is any (RFC 9110).',
    schema: { type: 'string' },
    readBy: isConditional,
  },
  'If-None-Match': {
    description:
      'On GET, 304 if you have what is there already, by its entity tag; on PUT, `*` only creates (RFC 9110).',
    schema: { type: 'string' },
    readBy: isConditional,
  },
  'X-HTTP-Method-Override': {
    description:
      'The method that is meant, for clients that can only POST. Everything else is that of the method meant: body, answer, problems.',
    schema: { type: 'string', enum: ['PUT', 'DELETE'] },
    readBy: ({ method }) => method === 'POST',
  },
} as const satisfies Record<string, RequestHeader>;

/** What answers may have beside Content-Type. */
const responseHeaders = {
  Location: {
    description: 'The address of the new job.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://jobs.example.com/api/v1.1/jobs/2041',
    sentWith: (status) => status === 201,
  },
  'Content-Location': {
    description: 'The address of the job that is answered, whose ETag is given.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://jobs.example.com/api/v1.1/jobs/2041',
    sentWith: (status, { path, method }) => isSuccess(status) && path === '/jobs' && method !== 'GET',
  },
  'Job-Warning': {
    description: `What did not fail the request but is worth knowing: a list of Structured Fields (RFC 9651), each a code with the pointer of its field or the name of its parameter and, for \`markup_removed\`, what was removed. Codes: ${Object.keys(warnings).join(', ')}.`,
    schema: { type: 'string' },
    example: 'field_unknown; pointer="/careerLevels"',
    sentWith: (status) => status < 400,
  },
  'WWW-Authenticate': {
    description:
      'The scheme that is asked for. API Gateway may rename it to x-amzn-remapped-www-authenticate.',
    schema: { type: 'string' },
    example: 'ApiKey',
    sentWith: (status) => status === 401,
  },
  Allow: {
    description: 'The methods of the path.',
    schema: { type: 'string' },
    example: 'GET, HEAD, PUT, DELETE, OPTIONS',
    sentWith: (status) => status === 405,
  },
  ETag: {
    description:
      'The strong entity tag of what is answered: it changes when and only when the body does. With 412, that of the job as it is now, if there is one.',
    schema: { type: 'string' },
    example: '"Vb0Rb8jUNuf1hTtrFVGMaw"',
    sentWith: (status) => isSuccess(status) || status === 412,
  },
  'Last-Modified': {
    description: 'When the job was last changed.',
    schema: { type: 'string' },
    example: 'Sun, 02 Dec 2029 17:04:05 GMT',
    sentWith: (status, { answer, overrideOnly }) =>
      isSuccess(status) && (answer === JobRecord || overrideOnly === true),
  },
  'Idempotent-Replayed': {
    description: 'true where the answer is the first one to the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
    sentWith: (status, { idempotencyKey }) => status === 201 && idempotencyKey === true,
  },
  'Cache-Control': {
    description:
      'How long the answer may be kept: a problem not at all, jobs only to ask whether they are still so, reference data for an hour.',
    schema: { type: 'string' },
    example: 'private, no-cache',
    sentWith: (status, { method }) => status >= 400 || (method === 'GET' && isSuccess(status)),
  },
  'RateLimit-Policy': {
    description: 'How many requests (q) the API key may make in how many seconds (w), where that is limited.',
    schema: { type: 'string' },
    example: '"standard";q=600;w=60',
    sentWith: isCounted,
  },
  RateLimit: {
    description:
      'About how many requests are left (r), and the seconds (t) until there are as many as ever, or one again.',
    schema: { type: 'string' },
    example: '"standard";r=573;t=3',
    sentWith: isCounted,
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is repeated.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
    sentWith: (status, { idempotencyKey }) =>
      status === 503 || status === 429 || (status === 409 && idempotencyKey === true),
  },
} as const satisfies Record<string, ResponseHeader>;

/** The rows of a table of headers, by name. */
export const requestHeaderRows: [string, RequestHeader][] = Object.entries(requestHeaders);
export const responseHeaderRows: [string, ResponseHeader][] = Object.entries(responseHeaders);
