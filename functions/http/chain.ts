import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { BATCH_MAX_BYTES, BATCH_MAX_DEPTH, INT32_MAX } from '../../schemas/limits.ts';
import type { ProblemCode } from '../../schemas/problems.ts';
import { operations, type KeyedAccess, type Operation, type OperationId } from '../../schemas/operations.ts';
import type { SentIdempotency } from '../idempotency/domain/idempotency-key.ts';
import { Refusal } from '../platform/errors.ts';
import type { Submission } from '../validation/submission.ts';
import { addressOf, pageAddressOf, siteAddressOf } from './addresses.ts';
import { bytesBody } from './bytes-body.ts';
import { requireConditions, type Conditions } from './conditional.ts';
import { entityTagOf } from './entity-tag.ts';
import type { ChainServices, Handler, Incoming, Middleware, SentFile } from './incoming.ts';
import { lambdaHandler, type EventWith, type ServicesFor } from './lambda-handler.ts';
import { acceptsJson, ignoredBody } from './media-type.ts';
import { methodOverride, type Overrides } from './method-override.ts';
import { operationResponse } from './operation-response.ts';
import type { OperationResult } from './operation-result.ts';
import { errorsToProblems } from './problem-response.ts';
import { requestLog } from './request-log.ts';
import { validate } from './validate.ts';
import { bodyReadingOf, schemasOf } from './validators.ts';

type Row<Id extends OperationId> = (typeof operations)[Id];

/** Returns what was found, or throws Refusal with the `missing` code of the operation. */
type Found = <Value>(value: Value | undefined | false) => Value;

/** What tells who sends a request. */
type Sender = Pick<Incoming, 'headers' | 'requestContext'>;

/**
 * Checks the conditions of the request against the body that a GET would return now, if there is one.
 * Throws Refusal `precondition_failed`.
 */
type Precondition = (current?: unknown) => void;

/** A member of a request, for operations whose row has `Cell`. */
type With<Id extends OperationId, Cell, Member> = Row<Id> extends Cell ? Member : never;

/** The value of a schema in the row of an operation; never without one. */
type ValueOf<Id extends OperationId, Name extends 'query' | 'body'> =
  Row<Id> extends Record<Name, infer Schema extends JSONSchema> ? FromSchema<Schema> : never;

/** What there can be of a request, by what the row of its operation lists. */
interface Members<Id extends OperationId, C> {
  caller: With<Id, { access: KeyedAccess }, C>;
  id: With<Id, { path: `${string}{id}${string}` }, Row<Id> extends { id: 'text' } ? string : number>;
  found: With<Id, { missing: ProblemCode }, Found>;
  query: ValueOf<Id, 'query'>;
  /** The absolute URL of a page of the list. */
  pageAddress: With<Id, { query: JSONSchema }, (page: number | string) => string>;
  submission: With<Id, { body: JSONSchema }, Submission<ValueOf<Id, 'body'>>>;
  file: With<Id, { bytes: object }, SentFile>;
  precondition: With<Id, { method: 'PUT' | 'DELETE' }, Precondition>;
  idempotency: With<Id, { idempotencyKey: true }, SentIdempotency | undefined>;
  /** Whether the client accepts JSON by name: then it is not redirected. */
  acceptsJson: With<Id, { redirects: true }, boolean>;
  sender: With<Id, { fromCandidates: true }, Sender>;
  /** The absolute URL of the path of an operation. */
  address: (path: string) => string;
  /** The absolute URL of a path from the root of this service, such as that of a public page. */
  siteAddress: (path: string) => string;
}

/** The part of a request that an operation sees: only what its row in the table of operations lists. */
type RequestOf<Id extends OperationId, C> = {
  [Name in keyof Members<Id, C> as [Members<Id, C>[Name]] extends [never] ? never : Name]: Members<
    Id,
    C
  >[Name];
};

/** What an operation does with a request: it reads like the operation's section of docs/interface.md. */
export type Run<Id extends OperationId, Services, C = never> = (
  request: RequestOf<Id, C>,
  services: Services,
) => Promise<OperationResult> | OperationResult;

const foundFor =
  ({ missing }: Operation): Found =>
  (value) => {
    if (value !== undefined && value !== false) return value;
    throw new Refusal(missing ?? 'internal_error');
  };

const idText = /^[1-9]\d{0,9}$/;

function idOf({ id }: Operation, { pathParameters }: Incoming, found: Found): number | string | undefined {
  const text = pathParameters?.['id'];
  if (text === undefined || id === 'text') return text;
  return found(idText.test(text) && Number(text) <= INT32_MAX && Number(text));
}

/** The middlewares of an operation that needs an API key, which `accounts` hands in. */
export interface AuthMiddlewares {
  /** Add headers to every response, also to an error. */
  headers: Middleware[];
  /** Authenticate and limit a request before its body is read. */
  checks: Middleware[];
}

/** Throws Error if the row of an operation does not say who may call it, or its handler does not check that. */
function authOf(id: OperationId, auth: AuthMiddlewares | undefined): AuthMiddlewares {
  const { access }: Partial<Operation> = operations[id];
  if (access === undefined) throw new Error(`The row of ${id} does not say who may call it.`);
  if (access !== 'public' && !auth) throw new Error(`The handler of ${id} does not authenticate.`);
  return auth ?? { headers: [], checks: [] };
}

/** A GET needs no body, so any body is ignored. */
function bodyReaders(id: OperationId): Middleware[] {
  const { bytes, envelope, method }: Operation = operations[id];
  if (bytes) return [bytesBody(bytes)];
  const reading = bodyReadingOf(id);
  if (reading) {
    const limits =
      envelope === undefined ? undefined : { maxBytes: BATCH_MAX_BYTES, maxDepth: BATCH_MAX_DEPTH };
    return [reading.jsonBody(limits)];
  }
  return method === 'GET' ? [] : [ignoredBody()];
}

/** What an operation returned, and the conditions of its request, if they were read. */
type Performed = OperationResult & { conditions?: Conditions };

/** An operation without the chain around it: it reads an event by the operation's row, and runs what that asks for. */
export function runOnEvent<Id extends OperationId, Services, C = never>(id: Id, run: Run<Id, Services, C>) {
  const operation: Operation = operations[id];
  const found = foundFor(operation);
  const read = validate(id);
  const schemas = schemasOf(id);
  return async (event: Incoming, services: Services): Promise<Performed> => {
    const { query, submission, idempotency, conditions, warnings } = read(event);
    const request: Record<keyof Members<Id, C>, unknown> = {
      caller: event.caller,
      query,
      submission,
      file: event.file,
      idempotency,
      precondition: (current?: unknown) =>
        requireConditions(
          conditions,
          current === undefined ? undefined : entityTagOf(JSON.stringify(current)),
        ),
      acceptsJson: acceptsJson(event),
      sender: event,
      id: idOf(operation, event, found),
      found,
      address: (path: string) => addressOf(event, path),
      siteAddress: (path: string) => siteAddressOf(event, path),
      pageAddress: pageAddressOf(event, { ...operation, ...schemas }),
    };
    // The row decided what was read of the event, and what of it `run` can use.
    return { warnings, conditions, ...(await run(request as RequestOf<Id, C>, services)) };
  };
}

/** The parts of a chain that some operations have. */
interface ChainOptions {
  overrides?: Overrides;
  /** Read the body; none where the operation does that itself. */
  readers?: Middleware[];
  auth?: AuthMiddlewares;
}

/** The Lambda handler that every request of an operation enters: the chain, with `perform` at its end. */
export function chainHandler<Services extends ChainServices>(
  id: OperationId,
  servicesFor: ServicesFor<Services>,
  perform: (event: EventWith<Services>) => Promise<Performed>,
  { overrides = {}, readers = bodyReaders(id), auth }: ChainOptions = {},
): Handler {
  const operation: Operation = operations[id];
  const { headers, checks } = authOf(id, auth);
  const chain: Middleware[] = [
    requestLog(id),
    ...headers,
    errorsToProblems(),
    methodOverride(id, overrides),
    ...checks,
    ...readers,
  ];
  const serve = async (event: EventWith<Services>) => {
    const result = await perform(event);
    event.result = result;
    return operationResponse(operation, result);
  };
  return lambdaHandler(servicesFor, serve, chain);
}

/** The Lambda handler of an operation: the chain, and then `run`, which never catches: errors become responses in one place. */
export function operationHandler<Id extends OperationId, Services extends ChainServices, C = never>(
  id: Id,
  servicesFor: ServicesFor<Services>,
  run: Run<Id, Services, C>,
  options: ChainOptions = {},
): Handler {
  const perform = runOnEvent(id, run);
  return chainHandler<Services>(id, servicesFor, (event) => perform(event, event.services), options);
}
