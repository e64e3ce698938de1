import type { Answer, NotModified } from './answer.ts';
import type { operations } from './openapi-types.ts';
import type { routes } from './routes.ts';

export type OperationId = keyof typeof routes;

/** What every call may be given. */
export interface CallOptions {
  /** Ends the call, also while it waits to try again; it then throws the signal's reason, as fetch does. */
  signal?: AbortSignal | undefined;
  /** POST only: names the call, so that the service carries it out once. The client makes one if there is none. */
  idempotencyKey?: string | undefined;
  /** The `etag` of the version that may be changed; when it is not the current one, nothing is. */
  ifMatch?: string | undefined;
  /** `handling=strict` refuses the request where it would otherwise be carried out with a warning. */
  prefer?: string | undefined;
}

interface Conditional {
  /** The `etag` that is known already; when it is the current one, the answer is 304 without a body. */
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

/** What an operation is called with: its path parameters by name, its query, its body, and the options. */
export type CallOf<Id extends OperationId> = PathOf<Id> & QueryOf<Id> & BodyOf<Id> & CallOptions;

interface Json<Body> {
  content: { 'application/json': Body };
}

// 201 before 200: the other answers of a POST belong to the operations that X-HTTP-Method-Override can mean.
type AnswerBodyOf<Id extends OperationId> = operations[Id]['responses'] extends { 201: Json<infer Body> }
  ? Body
  : operations[Id]['responses'] extends { 200: Json<infer Body> }
    ? Body
    : undefined;

type Plain<Id extends OperationId> =
  object extends CallOf<Id>
    ? (call?: CallOf<Id>) => Promise<Answer<AnswerBodyOf<Id>>>
    : (call: CallOf<Id>) => Promise<Answer<AnswerBodyOf<Id>>>;

/** The method of an operation; a GET that knows a version may be answered that it is the current one. */
export type MethodOf<Id extends OperationId> = (typeof routes)[Id][0] extends 'GET'
  ? Plain<Id> & ((call: CallOf<Id> & Conditional) => Promise<Answer<AnswerBodyOf<Id>> | NotModified>)
  : Plain<Id>;

/** Any call, as the code that sends it sees it; beside these it holds the parameters of its path. */
export interface AnyCall extends CallOptions, Partial<Conditional> {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}
