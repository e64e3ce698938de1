import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ProblemCode } from '../../schemas/problems.ts';
import type { OperationResult } from './operation-result.ts';
import type { Page } from './public-page-result.ts';

interface Usage {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/** The services that the chain itself needs. */
export interface ChainServices {
  usage: () => Usage;
  /** As `usage`, with what does not count against the key, for the log. */
  logged?: () => Usage;
  now: () => Date;
}

/** The page on which a problem is shown, by its code and the error that it comes from; undefined if it has no own page. */
export type PageOfProblem = (code: ProblemCode, error: unknown) => Page | undefined;

/** The sender of a request with an API key, as the log and the operation get it; `accounts` says the rest. */
export interface Caller {
  account: { id: number };
}

/** The body of a request that is a file. */
export interface SentFile {
  bytes: Buffer;
  /** One of those that the operation takes. */
  mediaType: string;
}

/** A request in the chain: the event of API Gateway (payload 2.0), and what each step of the chain adds to it. */
export interface Incoming extends Omit<APIGatewayProxyEventV2, 'body'> {
  /** The text of the body, or its value after parsing. */
  body?: unknown;
  services: ChainServices;
  /** After authentication; absent where no key is needed. */
  caller?: Caller;
  /** Where the body is a file, once it was read. */
  file?: SentFile;
  /** After the operation, for the log; absent if it failed. */
  result?: OperationResult;
  /** The page on which a problem is shown, where that is not a page of its own. */
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
