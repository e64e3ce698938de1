import middy from '@middy/core';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { INT32_MAX } from '../schemas/limits.ts';
import { operations, type Operation, type OperationId } from '../schemas/operations.ts';
import type { Employer } from './domain/employer.ts';
import { Refusal } from './domain/refusal.ts';
import { StoreUnavailable } from './domain/store-unavailable.ts';
import type { Submission } from './domain/submission.ts';
import { servicesFor, type Services } from './services.ts';
import { addressOf, pageAddressOf } from './http/addresses.ts';
import { authenticate } from './http/authenticate.ts';
import type { Handler, Incoming, Middleware, Outgoing } from './http/incoming.ts';
import { jobWarning } from './http/job-warning.ts';
import { jsonBody } from './http/json-body.ts';
import { methodOverride, type Overrides } from './http/method-override.ts';
import { problemResponse } from './http/problem-response.ts';
import { requestLog } from './http/request-log.ts';
import { validate } from './http/validate.ts';

type Row<Id extends OperationId> = (typeof operations)[Id];

/** What an operation gets to see of a request: what its row in the table of operations names, and nothing else. */
type RequestOf<Id extends OperationId> = {
  /** The absolute address of a path of this service. */
  address: (path: string) => string;
} & (Row<Id>['access'] extends 'employer' ? { employer: Employer } : unknown) &
  (Row<Id>['path'] extends `${string}{id}` ? { id: number } : unknown) &
  (Row<Id> extends { body: JSONSchema } ? { submission: Submission } : unknown) &
  (Row<Id> extends { query: infer Query extends JSONSchema }
    ? { query: FromSchema<Query>; pageAddress: (page: number) => string }
    : unknown);

/** What an operation answers; the status is that of its row unless it says another. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

type Run<Id extends OperationId> = (request: RequestOf<Id>, services: Services) => Promise<Answer> | Answer;

const idText = /^[1-9]\d{0,9}$/;

function idOf({ pathParameters }: Incoming, { missing }: Operation): number | undefined {
  if (missing === undefined) return undefined;
  const text = pathParameters?.['id'] ?? '';
  if (!idText.test(text) || Number(text) > INT32_MAX) throw new Refusal(missing);
  return Number(text);
}

/** The function's time is over, and what it was doing may take effect. */
function tooLate(): never {
  throw new StoreUnavailable('unknown', 'The time of the function is over.');
}

const outgoing = (
  { status, headers, body }: Answer,
  operation: Operation,
  { submission }: Incoming,
): Outgoing => ({
  statusCode: status ?? operation.status,
  headers: {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...jobWarning(submission?.warnings),
    ...headers,
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/**
 * The Lambda handler of an operation: the one chain that every request goes through, and `run`, which reads like the
 * operation's sentence in the specification. `run` never catches: errors become answers in one place.
 */
export function endpoint<Id extends OperationId>(id: Id, run: Run<Id>, overrides?: Overrides): Handler {
  const operation: Operation = operations[id];
  const chain: Middleware[] = [
    requestLog(id),
    problemResponse(),
    ...(overrides ? [methodOverride(id, overrides)] : []),
    ...(operation.access === 'employer' ? [authenticate()] : []),
    ...(operation.body ? [jsonBody()] : []),
    validate(id),
  ];
  const serve = async (event: Incoming & { services: Services }): Promise<Outgoing> => {
    const { employer, query, submission, services } = event;
    const request = {
      employer,
      query,
      submission,
      id: idOf(event, operation),
      address: (path: string) => addressOf(event, path),
      pageAddress: pageAddressOf(event, operation),
    };
    return outgoing(await run(request as unknown as RequestOf<Id>, services), operation, event);
  };
  const handler = middy(serve, { timeoutEarlyResponse: tooLate }).use(chain);
  // nodejs24.x takes a handler of three parameters for one with a callback, and refuses it.
  return (event, context) => handler({ ...event, services: servicesFor(context) }, context);
}
