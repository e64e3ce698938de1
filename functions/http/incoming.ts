import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ProblemCode } from '../../schemas/problems.ts';
import type { ApiKey } from '../accounts/domain/api-key.ts';
import type { Employer } from '../accounts/domain/employer.ts';
import type { RateLimit } from '../accounts/domain/rate-limit.ts';
import type { Author } from '../platform/dynamodb/last-write.ts';
import type { RateLimitStatus } from '../accounts/domain/allowance.ts';
import type { OperationResult } from './operation-result.ts';
import type { Page } from './public-page-result.ts';

interface Usage {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/** The services that the chain itself needs. */
export interface ChainServices {
  apiKeys: {
    get: (hash: string) => Promise<{ employer: Employer; key: ApiKey; author: Author } | undefined>;
    /** An employer of a partner. */
    employerOf: (partnerId: number, employerId: number) => Promise<Employer | undefined>;
    /** Records that the key is in use. */
    markUsed: (hash: string, now: Date) => Promise<void>;
    /**
     * Takes at least `least` requests out of the bucket of the key, or none; all of them in any case if they are owed.
     * Times are milliseconds since 1970.
     */
    lease: (
      hash: string,
      bucket: { limit: RateLimit; fullAt: number; now: number; least: number; areOwed: boolean },
    ) => Promise<{ requests: number; fullAt: number }>;
  };
  usage: () => Usage;
  /** As `usage`, with what does not count against the key, for the log. */
  logged?: () => Usage;
  now: () => Date;
}

/** The page on which a problem is shown, by its code and the error that it comes from; undefined if it has no own page. */
export type PageOfProblem = (code: ProblemCode, error: unknown) => Page | undefined;

/** Who sends a request, as its API key says, and for whom, as the Employer-Id of a partner says. */
export interface Caller {
  /** For whom: the employer, or the partner itself. */
  employer: Employer;
  /** Who writes, for the event log. */
  author: Author;
  /** What the rate limit counts requests by: the account of the key, for a partner's with its employer. */
  bucket: string;
  /** When the key ends, in ISO 8601; null for never. */
  keyExpiresAt: string | null;
  /** The pending write that records the use of the key, if this request does. */
  marking?: Promise<void>;
}

/** What the rate limit of a key says of a request, and as how many requests it counts so far. */
interface Counted {
  status: RateLimitStatus;
  requests: number;
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
  /** After the rate limit, where it is on and its bucket could be read. */
  counted?: Counted;
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
