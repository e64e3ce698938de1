import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ProblemCode } from '../../schemas/problems.ts';
import type { ApiKey } from '../employers/domain/api-key.ts';
import type { Employer } from '../employers/domain/employer.ts';
import type { RateLimit } from '../employers/domain/rate-limit.ts';
import type { Author } from '../platform/values/last-write.ts';
import type { Submission, Warning } from '../platform/values/submission.ts';
import type { Idempotency } from '../platform/values/idempotency.ts';
import type { RateLimitStatus } from '../employers/domain/allowance.ts';
import type { Conditions } from './conditional.ts';
import type { Page } from './page.ts';
import type { SentFile } from './sent-file.ts';

interface Usage {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/** The services that the chain itself needs. */
export interface ChainServices {
  apiKeys: {
    get: (hash: string) => Promise<{ employer: Employer; key: ApiKey; author: Author } | undefined>;
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
  /** The same with what does not count against the key, for the log. */
  logged?: () => Usage;
  now: () => Date;
}

/** The page on which a problem is shown, by its code and the error that it comes from; undefined if it has no own page. */
export type PageOfProblem = (code: ProblemCode, error: unknown) => Page | undefined;

/** What authentication and the rate limit know of a request with an API key. */
interface WithKey {
  employer: Employer;
  /** Who writes, for the event log. */
  author: Author;
  /** The SHA-256 of the API key. */
  keyHash: string;
  /** The pending write that records the use of the key. */
  marking: Promise<void>;
  /** What is left of the rate limit of the key. */
  rateLimit: RateLimitStatus;
  /** How many requests of the key this one counts as so far. */
  counted: number;
}

/** What is read of a request before its operation begins, of each what the operation takes. */
interface WhatWasSent {
  query: unknown;
  conditions: Conditions;
  idempotency: Idempotency | undefined;
  submission: Submission;
  file: SentFile;
}

/** What an operation leaves for the response and the log. */
interface WhatWasDone {
  /** How many jobs it created: for the log. */
  created: number | undefined;
  /** What operations of a batch ended with that is no response of its own: for the log. */
  faults: readonly unknown[];
  /** The page on which a problem is shown, where that is not a page of its own. */
  pageOfProblem: PageOfProblem;
  /** The warnings of a request without a submission. */
  warnings: Warning[];
}

/** A request in the chain: the event of API Gateway (payload 2.0), and what each step of the chain adds to it. */
export interface Incoming
  extends Omit<APIGatewayProxyEventV2, 'body'>, Partial<WithKey>, Partial<WhatWasSent>, Partial<WhatWasDone> {
  /** The text of the body, or its value after parsing. */
  body?: unknown;
  services: ChainServices;
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
