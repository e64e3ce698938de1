import type { Answer, NotModified } from './answer.ts';
import type { operations } from './openapi-types.ts';
import type { routes } from './routes.ts';

export type OperationId = keyof typeof routes;

/** The options of every call. */
export interface CallOptions {
  /** Cancels the call, even while it waits to retry. The call then throws the signal's reason, as fetch does. */
  signal?: AbortSignal | undefined;
  /** POST only: identifies the call, so that the service carries it out once. By default the client generates one. */
  idempotencyKey?: string | undefined;
  /** The `etag` of the version to change. If it is no longer the current one, nothing is changed. */
  ifMatch?: string | undefined;
  /** With `handling=strict` a warning becomes an error. */
  prefer?: string | undefined;
}

interface Conditional {
  /** The `etag` you already have. If it is the current one, the response is 304 without a body. */
  ifNoneMatch: string;
}

type Parameters<Id extends OperationId> = operations[Id]['parameters'];

type PathOf<Id extends OperationId> = Parameters<Id> extends { path: infer Path } ? Path : unknown;

// The document's "no query" is an optional never, which reads as undefined in some configurations of TypeScript.
type QueryOf<Id extends OperationId> = [NonNullable<Parameters<Id>['query']>] extends [never]
  ? unknown
  : { query?: NonNullable<Parameters<Id>['query']> };

type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? { body: Body }
  : unknown;

/** The argument of an operation: its path parameters by name, its query, its body, and the options. */
export type CallOf<Id extends OperationId> = PathOf<Id> & QueryOf<Id> & BodyOf<Id> & CallOptions;

interface Json<Body> {
  content: { 'application/json': Body };
}

// 201 before 200: the other responses of a POST belong to the operations that X-HTTP-Method-Override can select.
type AnswerBodyOf<Id extends OperationId> = operations[Id]['responses'] extends { 201: Json<infer Body> }
  ? Body
  : operations[Id]['responses'] extends { 200: Json<infer Body> }
    ? Body
    : undefined;

type Plain<Id extends OperationId> =
  object extends CallOf<Id>
    ? (call?: CallOf<Id>) => Promise<Answer<AnswerBodyOf<Id>>>
    : (call: CallOf<Id>) => Promise<Answer<AnswerBodyOf<Id>>>;

/** The method of an operation. A GET with `ifNoneMatch` may return that nothing has changed. */
export type MethodOf<Id extends OperationId> = (typeof routes)[Id][0] extends 'GET'
  ? Plain<Id> & ((call: CallOf<Id> & Conditional) => Promise<Answer<AnswerBodyOf<Id>> | NotModified>)
  : Plain<Id>;

/** Any call, for the code that sends it. It also has the path parameters. */
export interface AnyCall extends CallOptions, Partial<Conditional> {
  query?: Record<string, string | number | readonly string[] | undefined>;
  body?: unknown;
}
