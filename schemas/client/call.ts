import type { operations } from './openapi-types.ts';
import type { OperationId, Route } from './resources.ts';

export type { OperationId };

/** The options of every call. */
export interface CallOptions {
  /** Cancels the call, even while it waits to retry. The call then throws the signal's reason, as fetch does. */
  signal?: AbortSignal | undefined;
  /** With `handling=strict` a warning becomes an error. */
  prefer?: string | undefined;
}

/** The options of a GET. */
export interface ReadOptions extends CallOptions {
  /** The `etag` you already have. If it is the current one, the result is undefined. */
  ifNoneMatch?: string | undefined;
}

/** The options of a change. */
export interface ChangeOptions extends CallOptions {
  /** The `etag` of the version to change. If it is no longer the current one, the service changes no data. */
  ifMatch?: string | undefined;
}

/** The options of a change by referenceId. */
export interface UpsertOptions extends ChangeOptions {
  /** `*` creates the job, and never updates one. */
  ifNoneMatch?: '*' | undefined;
}

/** The options of a POST that creates something. */
export interface CreateOptions extends CallOptions {
  /** Identifies the call, so that the service carries it out once. By default the client generates one. */
  idempotencyKey?: string | undefined;
}

type Parameters<Id extends OperationId> = operations[Id]['parameters'];

/** The type of the `{id}` in the path; never if there is none. */
export type IdOf<Id extends OperationId> =
  Parameters<Id> extends { path: { id: infer Value } } ? Value : never;

/** The query; never if there is none. The document's "no query" is undefined in some TypeScript configurations. */
export type QueryOf<Id extends OperationId> = NonNullable<Parameters<Id>['query']>;

/** The body to send; never if there is none. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** A file to send, byte for byte: a Node Buffer, or a browser's File. */
export type FileBody = Uint8Array | ArrayBuffer | Blob;

/** The media types of the file to send; never if the body is not a file. */
export type MediaTypeOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: infer Content };
}
  ? Content extends { 'application/json': unknown }
    ? never
    : keyof Content
  : never;

interface Json<Body> {
  content: { 'application/json': Body };
}

/**
 * The body of a successful response; undefined if there is none. 201 before 200: the other responses of a POST belong
 * to the operations that X-HTTP-Method-Override can select.
 */
export type AnswerBodyOf<Id extends OperationId> = operations[Id]['responses'] extends {
  201: Json<infer Body>;
}
  ? Body
  : operations[Id]['responses'] extends { 200: Json<infer Body> }
    ? Body
    : undefined;

/** The options of any call, for the code that sends the request. */
export interface AnyCall extends ChangeOptions, CreateOptions {
  /** The maximum number of attempts, if it differs from the client's. */
  attempts?: number | undefined;
  ifNoneMatch?: string | undefined;
  id?: unknown;
  query?: Record<string, string | number | readonly string[] | undefined> | undefined;
  body?: unknown;
  file?: FileBody | undefined;
  mediaType?: string | undefined;
}

/** Sends an operation. Returns the body of the response with `lastResponse`; undefined without a body. */
export type Call = (route: Route, call: AnyCall) => Promise<unknown>;
