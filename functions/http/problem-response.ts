import { problems, problemType, type ProblemCode } from '../../schemas/problems.ts';
import { Moved, Refusal, StoreUnavailable } from '../platform/errors.ts';
import {
  addressOf,
  siteAddressOf,
  type EventAddress,
  type Incoming,
  type Middleware,
  type Outgoing,
} from './incoming.ts';

/** The number of seconds over which `Retry-After` spreads the retries of clients. */
const SPREAD_SECONDS = 5;

/** Seconds for Retry-After: `least`, plus up to four at random, so that clients do not all return at the same time. */
export const retryAfterSeconds = (least: number): number =>
  least + Math.floor(Math.random() * SPREAD_SECONDS);

interface ProblemDetails {
  /** The explanation of the error for people. */
  detail: string;
  requestId: string;
  /** Additional members of the problem document. */
  members?: object | undefined;
  headers?: Record<string, string> | undefined;
}

/** A response with problem details (RFC 9457), the format of every error. */
export function problemResponse(
  code: ProblemCode,
  { detail, requestId, members, headers }: ProblemDetails,
): Outgoing {
  const { status, title } = problems[code];
  const type = problemType(code);
  return {
    statusCode: status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ type, title, status, detail, message: detail, code, ...members, requestId }),
  };
}

const unavailable = {
  'not-applied': 'The service is busy. Nothing was changed. Try again.',
  unknown:
    'The service could not confirm in time whether the change was made. It is safe to repeat PUT, DELETE, or POST with an Idempotency-Key.',
} as const;

interface ProblemFacts {
  code: ProblemCode;
  detail: string;
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** The facts of a failed request, for a problem document or a page. */
export function problemFacts(error: unknown, event: EventAddress): ProblemFacts {
  if (error instanceof StoreUnavailable) {
    const { outcome } = error;
    return {
      code: 'service_unavailable',
      detail: unavailable[outcome],
      members: { outcome },
      headers: { 'retry-after': String(retryAfterSeconds(1)) },
    };
  }
  if (!(error instanceof Refusal))
    return { code: 'internal_error', detail: 'The service failed because of an internal error.' };
  const { code, message: detail } = error;
  const { allow, errors, etag, extensions, resources = {}, retryAfter } = error.members;
  return {
    code,
    detail,
    members: {
      ...(errors && { errors }),
      ...extensions,
      ...Object.fromEntries(
        Object.entries(resources).map(([name, { id, path }]) => [name, { id, href: addressOf(event, path) }]),
      ),
    },
    headers: {
      ...(allow && { allow: allow.join(', ') }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(etag && { etag }),
      ...(code === 'api_key_invalid' && { 'www-authenticate': 'ApiKey' }),
    },
  };
}

/** The problem document of a failed request (guide: errors). */
export function errorResponse(error: unknown, event: EventAddress): Outgoing {
  const { code, ...particulars } = problemFacts(error, event);
  return problemResponse(code, { ...particulars, requestId: event.requestContext.requestId });
}

/** The redirect for a moved resource: to the same path and query with the new id; undefined for every other error. */
export function redirectAfterMove(error: unknown, event: Incoming): Outgoing | undefined {
  if (!(error instanceof Moved)) return undefined;
  const { method } = event.requestContext.http;
  const path = event.routeKey.replace(/^\S+ /, '').replace(/\{\w+\}/, () => error.id);
  const query = event.rawQueryString && `?${event.rawQueryString}`;
  return {
    // 308 preserves the method and the body, so that a submitted form is not lost.
    statusCode: method === 'GET' || method === 'HEAD' ? 301 : 308,
    // Not cached: the new address becomes invalid when the job becomes confidential again.
    headers: { location: siteAddressOf(event, `${path}${query}`), 'cache-control': 'no-store' },
  };
}

/** Converts all errors of an operation to responses. */
export const errorsToProblems = (): Middleware => ({
  onError: (request) => {
    const { error, event } = request;
    request.response = redirectAfterMove(error, event) ?? errorResponse(error, event);
  },
});
