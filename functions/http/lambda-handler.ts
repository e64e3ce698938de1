import middy from '@middy/core';
import type { Context, APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { StoreUnavailable, Refusal } from '../platform/errors.ts';
import type { OperationId } from '../../schemas/operations.ts';
import type { PublicPageId } from '../../schemas/public-pages.ts';
import { setting } from '../platform/config.ts';
import { describe, metered, writeLine } from '../platform/log.ts';
import type { Request } from '@middy/core';
import type { ProblemCode } from '../../schemas/problems.ts';
import type { Warning } from '../validation/submission.ts';
import type { Page } from './public-page-result.ts';

interface Usage {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/** The result of an operation. The default status is the one in the operation's row. */
export interface OperationResult {
  status?: number;
  /** The id of the job that the operation is about. */
  id?: number;
  /** The number of created jobs, for the log. */
  created?: number;
  /** Unexpected errors of operations in a batch, for the log. */
  faults?: readonly unknown[];
  headers?: Record<string, string>;
  warnings?: readonly Warning[];
  body?: unknown;
  /** The body as JSON text, if the operation has serialized the body. */
  text?: string;
  /** When the content of the body last changed, in seconds since 1970; null when unknown. */
  modifiedAt?: number | null;
}

/** The services that the chain needs. */
export interface ChainServices {
  usage: () => Usage;
  /** Like `usage`, plus the cost that does not count against the key's limit; for the log. */
  loggedUsage?: () => Usage;
  now: () => Date;
}

/** Returns the page that shows a problem, by the code and the error; undefined for the general problem page. */
export type PageOfProblem = (code: ProblemCode, error: unknown) => Page | undefined;

/** The sender of a request with an API key, reduced to what the log and the operation use; `accounts` adds members. */
export interface Caller {
  account: { id: number };
}

/** A request body that is a file. */
export interface SentFile {
  bytes: Buffer;
  /** One of the types that the operation accepts. */
  mediaType: string;
}

/** A request in the chain: the event of API Gateway (payload 2.0), and the members that each step of the chain adds. */
export interface Incoming extends Omit<APIGatewayProxyEventV2, 'body'> {
  /** The text of the body, or its value after parsing. */
  body?: unknown;
  services: ChainServices;
  /** Set by authentication; absent for public operations. */
  caller?: Caller;
  /** Set after a body that is a file was read. */
  file?: SentFile;
  /** Set by the operation, for the log; absent after a failure. */
  result?: OperationResult;
  /** Returns the HTML page that shows a problem; absent where problems are not shown in a form. */
  pageOfProblem?: PageOfProblem;
}

export type Outgoing = APIGatewayProxyStructuredResultV2;

/** A Lambda handler of an operation. */
export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<Outgoing>;

export type ChainRequest = Request<Incoming, Outgoing>;

/** A middleware of the chain. */
export interface Middleware {
  before?: (request: ChainRequest) => Promise<Outgoing | void> | Outgoing | void;
  after?: (request: ChainRequest) => Promise<void> | void;
  onError?: (request: ChainRequest) => Promise<void> | void;
}

/** An event of which only the headers are read. */
export type EventHeaders = Pick<APIGatewayProxyEventV2, 'headers'>;

/** An event of which only the address is read. */
export type EventAddress = Pick<Incoming, 'rawPath' | 'requestContext'>;

/** A request header by its lower-case name, as in payload format 2.0. */
export const header = (event: EventHeaders, name: string): string | undefined =>
  event.headers?.[name] ?? undefined;

const metrics = ['readUnits', 'writeUnits'];

/** The problem code of a refused request. A redirect to a moved posting does not count as a refusal. */
const refusalOf = (error: unknown, status = 0) =>
  error instanceof Refusal && status >= 400 ? { code: error.code, refused: 1 } : undefined;

/** The ranks of the log levels: INFO for served requests, WARN for refused ones, ERROR for failed ones. */
const ranks = { INFO: 0, WARN: 1, ERROR: 2 } as const;

/** The maximum number of failed batch operations that a log line describes. */
const MAX_FAULTS = 5;

/** Logs one line of JSON per request, without the key and the body, if its level reaches LOG_LEVEL. */
export function requestLog(operation: OperationId | PublicPageId): Middleware {
  const started = new WeakMap<ChainRequest, number>();
  const log = (request: ChainRequest) => {
    const { event, response, error } = request;
    const status = response?.statusCode;
    const isFailure = (status ?? 500) >= 500;
    const { faults = [], created = 0 } = event.result ?? {};
    const refusal = isFailure ? undefined : refusalOf(error, status);
    const served = refusal ? 'WARN' : 'INFO';
    const level = isFailure || faults.length > 0 ? 'ERROR' : served;
    if (ranks[level] < setting('LOG_LEVEL')) return;
    writeLine({
      level,
      requestId: event.requestContext.requestId,
      operation,
      employerId: event.caller?.account.id,
      status,
      milliseconds: Math.round(performance.now() - (started.get(request) ?? performance.now())),
      ...(event.services.loggedUsage ?? event.services.usage)(),
      ...(created > 0 && { created }),
      ...refusal,
      ...metered(
        created > 0 ? [...metrics, 'created'] : metrics,
        event.services.now(),
        refusal && { code: ['refused'] },
      ),
      // Only unexpected errors are logged with their cause; a refusal is an ordinary response.
      ...(isFailure && { error: describe(error) }),
      ...(faults.length > 0 && { failed: faults.length, errors: faults.slice(0, MAX_FAULTS).map(describe) }),
    });
  };
  return {
    before: (request) => {
      started.set(request, performance.now());
    },
    after: log,
    onError: log,
  };
}

/** Creates the services for one request. */
export type ServicesFor<Services> = (context: Pick<Context, 'getRemainingTimeInMillis'>) => Services;

/** An event of the chain with the services of its function. */
export type EventWith<Services> = Incoming & { services: Services };

/** The function timed out, and its work may still take effect. */
function throwTimeout(): never {
  throw new StoreUnavailable('unknown', 'The time of the function is over.');
}

/** The Lambda handler that serves a request through a chain of middlewares. */
export function lambdaHandler<Services extends ChainServices>(
  servicesFor: ServicesFor<Services>,
  serve: (event: EventWith<Services>) => Promise<Outgoing>,
  chain: Middleware[],
): Handler {
  const handler = middy(serve, { timeoutEarlyResponse: throwTimeout }).use(chain);
  // nodejs24.x assumes that a handler with three parameters uses a callback, and refuses it.
  return (event, context) => handler({ ...event, services: servicesFor(context) }, context);
}
