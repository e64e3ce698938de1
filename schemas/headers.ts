import type { JSONSchema } from 'json-schema-to-ts';
import type { Operation } from './operations.ts';

/** One row of a table of headers. */
interface HeaderRow {
  description: string;
  schema: JSONSchema;
  example: string | number;
}

interface RequestHeader extends HeaderRow {
  /** The operations that read it. */
  readBy: (operation: Operation) => boolean;
}

interface ResponseHeader extends HeaderRow {
  /** The answers that may have it. */
  sentWith: (status: number, operation: Operation) => boolean;
}

const takesBody = ({ body, overrideOnly }: Operation) => body !== undefined || overrideOnly === true;

/** What clients may send beside API-Key and Content-Type. */
export const requestHeaders = {
  Prefer: {
    description:
      'handling=strict refuses the request (400) where it would otherwise be carried out with a Job-Warning (RFC 7240).',
    schema: { type: 'string' },
    example: 'handling=strict',
    readBy: takesBody,
  },
  'X-HTTP-Method-Override': {
    description:
      'The method that is meant, for clients that can only POST. Everything else is that of the method meant: body, answer, problems.',
    schema: { type: 'string', enum: ['PUT', 'DELETE'] },
    example: 'PUT',
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
  'Job-Warning': {
    description:
      'What did not fail the request but is worth knowing: a list of Structured Fields (RFC 9651), each a code with the pointer of its field. Codes: field_unknown, markup_removed (with what was removed), auto_refresh_without_effect.',
    schema: { type: 'string' },
    example: 'field_unknown; pointer="/careerLevels"',
    sentWith: (status, operation) => status < 300 && status !== 204 && takesBody(operation),
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
  'Cache-Control': {
    description: 'A problem is not to be kept: the next request may succeed.',
    schema: { type: 'string' },
    example: 'no-store',
    sentWith: (status) => status >= 400 && status !== 429,
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is repeated.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
    sentWith: (status) => status === 503,
  },
} as const satisfies Record<string, ResponseHeader>;

/** The rows of a table of headers, by name. */
export const requestHeaderRows: [string, RequestHeader][] = Object.entries(requestHeaders);
export const responseHeaderRows: [string, ResponseHeader][] = Object.entries(responseHeaders);
