import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { idText, INT32_MAX } from '../../schemas/limits.ts';
import type { ProblemCode } from '../../schemas/problems.ts';
import {
  BASE_PATH,
  operations,
  type KeyedAccess,
  type Operation,
  type OperationId,
} from '../../schemas/operations.ts';
import type { operationSchemas } from '../../schemas/operation-schemas.ts';
import type { SentIdempotency } from '../idempotency/idempotency.ts';
import { Refusal } from '../platform/errors.ts';
import type { Submission } from '../validation/submission.ts';
import {
  addressOf,
  pageAddressOf,
  siteAddressOf,
  header,
  type ChainServices,
  type Handler,
  type Incoming,
  type Middleware,
  type SentFile,
  type OperationResult,
} from './incoming.ts';
import { bytesBody, acceptsJson, ignoredBody } from './request-body.ts';
import { requireConditions, entityTagOf, operationResponse } from './operation-response.ts';
import { cors } from './cors.ts';
import { lambdaHandler, type EventWith, type ServicesFor, requestLog } from './lambda-handler.ts';
import { errorsToProblems } from './problem-response.ts';
import { allowedMethods, methodNotAllowed } from './routes.ts';
import { schemaValidation, type ValidatedEvent } from './validate.ts';
import { bodyReadingOf, schemasOf } from './validators.ts';

type Row<Id extends OperationId> = (typeof operations)[Id] & (typeof operationSchemas)[Id];

/** Returns the value, or throws Refusal with the operation's `missing` code when there is none. */
type OrNotFound = <Value>(value: Value | undefined | false) => Value;

/** The parts of a request that identify its sender. */
type Sender = Pick<Incoming, 'headers' | 'requestContext'>;

/**
 * Compares the conditions of the request with the body that a GET would return now, if there is one. Throws Refusal
 * `precondition_failed`.
 */
type Precondition = (current?: unknown) => void;

/** A member of a request, if the row of its operation has `Cell`. */
type IfRow<Id extends OperationId, Cell, Member> = Row<Id> extends Cell ? Member : never;

/** The type that a schema in an operation's row describes; `never` without a schema. */
type ValueOf<Id extends OperationId, Name extends 'query' | 'body'> =
  Row<Id> extends Record<Name, infer Schema extends JSONSchema> ? FromSchema<Schema> : never;

/** All members that a request can have. The operation's row determines which of them a request has. */
interface RequestFields<Id extends OperationId, C> {
  caller: IfRow<Id, { access: KeyedAccess }, C>;
  id: IfRow<Id, { path: `${string}{id}${string}` }, Row<Id> extends { id: 'text' } ? string : number>;
  found: IfRow<Id, { missing: ProblemCode }, OrNotFound>;
  query: ValueOf<Id, 'query'>;
  /** The absolute URL of another page of the list. */
  pageAddress: IfRow<Id, { query: JSONSchema }, (page: number | string) => string>;
  submission: IfRow<Id, { body: JSONSchema }, Submission<ValueOf<Id, 'body'>>>;
  file: IfRow<Id, { bytes: object }, SentFile>;
  precondition: IfRow<Id, { method: 'PUT' | 'DELETE' }, Precondition>;
  idempotency: IfRow<Id, { idempotencyKey: true }, SentIdempotency | undefined>;
  /** Whether the client accepts JSON explicitly. Other clients are redirected. */
  acceptsJson: IfRow<Id, { redirects: true }, boolean>;
  sender: IfRow<Id, { fromCandidates: true }, Sender>;
  /** The absolute URL of the path of an operation. */
  address: (path: string) => string;
  /** The absolute URL of a path outside the API, such as that of a public page. */
  siteAddress: (path: string) => string;
}

/** The members of a request that the operation's row lists. */
type RequestOf<Id extends OperationId, C> = {
  [
    Name in keyof RequestFields<Id, C> as [RequestFields<Id, C>[Name]] extends [never] ? never : Name
  ]: RequestFields<Id, C>[Name];
};

/** The implementation of an operation. */
export type Run<Id extends OperationId, Services, C = never> = (
  request: RequestOf<Id, C>,
  services: Services,
) => Promise<OperationResult> | OperationResult;

const orNotFound =
  ({ missing }: Operation): OrNotFound =>
  (value) => {
    if (value !== undefined && value !== false) return value;
    throw new Refusal(missing ?? 'internal_error');
  };

function idOf(
  { id }: Operation,
  { pathParameters }: Incoming,
  found: OrNotFound,
): number | string | undefined {
  const text = pathParameters?.['id'];
  if (text === undefined || id === 'text') return text;
  return found(idText.test(text) && Number(text) <= INT32_MAX && Number(text));
}

/** The middlewares of an operation that needs an API key; `accounts` provides them. */
export interface AuthMiddlewares {
  /** Middlewares that add headers to every response, including errors. */
  headers: Middleware[];
  /** Middlewares that authenticate and rate-limit a request before its body is read. */
  checks: Middleware[];
}

/** Throws Error when an operation's row names no access, or the handler does not check that access. */
function authMiddlewaresOf(id: OperationId, auth: AuthMiddlewares | undefined): AuthMiddlewares {
  const { access }: Partial<Operation> = operations[id];
  if (access === undefined) throw new Error(`The row of ${id} does not say who may call it.`);
  if (access !== 'public' && !auth) throw new Error(`The handler of ${id} does not authenticate.`);
  return auth ?? { headers: [], checks: [] };
}

/** The steps that read the body, if the operation has one. A GET ignores a body. */
function bodyReaders(id: OperationId): Middleware[] {
  const { bytes, bodyLimits, method }: Operation = operations[id];
  if (bytes) return [bytesBody(bytes)];
  const reading = bodyReadingOf(id);
  if (reading) return [reading.jsonBody(bodyLimits)];
  return method === 'GET' ? [] : [ignoredBody()];
}

/** The version of a record. One with `updatedAt`, a job, is sent with Last-Modified. */
function versionOf(current: object) {
  const { updatedAt } = current as { updatedAt?: string | null };
  return {
    etag: entityTagOf(JSON.stringify(current)),
    modifiedAt: updatedAt ? Date.parse(updatedAt) / 1_000 : null,
  };
}

/** Runs an operation on a validated request: passes the members that the operation's row lists to `run`. */
export function runOnEvent<Id extends OperationId, Services, C = never>(id: Id, run: Run<Id, Services, C>) {
  const operation: Operation = operations[id];
  const target = orNotFound(operation);
  const schemas = schemasOf(id);
  return async (event: ValidatedEvent, services: Services): Promise<OperationResult> => {
    const { query, submission, idempotency, conditions, warnings } = event.parsed;
    const request: Record<keyof RequestFields<Id, C>, unknown> = {
      caller: event.caller,
      query,
      submission,
      file: event.file,
      idempotency,
      precondition: (current?: object) => requireConditions(conditions, () => current && versionOf(current)),
      acceptsJson: operation.redirects && acceptsJson(event),
      sender: event,
      id: idOf(operation, event, target),
      found: target,
      address: (path: string) => addressOf(event, path),
      siteAddress: (path: string) => siteAddressOf(event, path),
      pageAddress: (page: number | string) => pageAddressOf(event, { ...operation, ...schemas }, page),
    };
    // The row determined which members were read, and which of them the type of `run` allows. The result's warnings
    // replace those of the submission, because they include them.
    return { warnings, ...(await run(request as RequestOf<Id, C>, services)) };
  };
}

/** The handlers of the methods of a path that a POST may select with X-HTTP-Method-Override. */
export type Overrides = Readonly<Partial<Record<'PUT' | 'DELETE', Handler>>>;

/**
 * Passes a POST with X-HTTP-Method-Override to the handler of the intended method before the rest of the chain, so that
 * authentication, validation, limits and logs are those of that operation (guide: errors 12). Refuses with
 * `method_override_invalid`, or with `method_not_allowed` when the path does not have the method, or when POST needs an
 * override and there is none.
 */
const methodOverride = (id: OperationId, overrides: Overrides): Middleware => ({
  before: ({ event, context }) => {
    if (event.requestContext.http.method !== 'POST') return undefined;
    const override = header(event, 'x-http-method-override')?.trim().toUpperCase();
    const { method, path: template } = operations[id];
    const path = `${BASE_PATH}${template}`;
    if (override === undefined) {
      if (method === 'POST') return undefined;
      throw new Refusal('method_not_allowed', 'POST on this path needs the header X-HTTP-Method-Override.', {
        allow: allowedMethods(path),
      });
    }
    if (override !== 'PUT' && override !== 'DELETE') {
      throw new Refusal('method_override_invalid', 'X-HTTP-Method-Override must be PUT or DELETE.');
    }
    if (override === method) return undefined;
    const handler = overrides[override];
    if (!handler) throw methodNotAllowed(override, path);
    return handler(event as APIGatewayProxyEventV2, context);
  },
});

/** The optional parts of a chain. */
interface ChainOptions {
  overrides?: Overrides;
  /** The middlewares that read the body; by default as the operation's row says. */
  readers?: Middleware[];
  auth?: AuthMiddlewares;
}

/** The Lambda handler of an operation: the chain of middlewares around `perform`. */
export function chainHandler<Services extends ChainServices>(
  id: OperationId,
  servicesFor: ServicesFor<Services>,
  perform: (event: ValidatedEvent<EventWith<Services>>) => Promise<OperationResult>,
  { overrides = {}, readers = bodyReaders(id), auth }: ChainOptions = {},
): Handler {
  const operation: Operation = operations[id];
  const { headers, checks } = authMiddlewaresOf(id, auth);
  // Middy calls error handlers in reverse order: the error becomes a response, then gets headers and is logged.
  const chain: Middleware[] = [
    requestLog(id),
    cors(operation),
    ...headers,
    errorsToProblems(),
    ...(operation.method === 'GET' ? [] : [methodOverride(id, overrides)]),
    ...checks,
    ...readers,
    schemaValidation(id),
  ];
  const serve = async (event: EventWith<Services>) => {
    const validated = event as ValidatedEvent<typeof event>;
    event.result = await perform(validated);
    return operationResponse(operation, event.result, validated.parsed.conditions);
  };
  return lambdaHandler(servicesFor, serve, chain);
}

/**
 * The Lambda handler of an operation: the chain around `run`. `run` never catches: `errorsToProblems` converts all
 * errors.
 */
export function operationHandler<Id extends OperationId, Services extends ChainServices, C = never>(
  id: Id,
  servicesFor: ServicesFor<Services>,
  run: Run<Id, Services, C>,
  options: ChainOptions = {},
): Handler {
  const perform = runOnEvent(id, run);
  return chainHandler<Services>(id, servicesFor, (event) => perform(event, event.services), options);
}
