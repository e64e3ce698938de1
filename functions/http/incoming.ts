import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ApiKey } from '../domain/api-key.ts';
import type { Employer } from '../domain/employer.ts';
import type { Submission } from '../domain/submission.ts';

/** What the chain itself needs of the services. */
export interface ChainServices {
  apiKeys: { get: (hash: string) => Promise<{ employer: Employer; key: ApiKey } | undefined> };
  usage: () => { calls: number; readUnits: number; writeUnits: number };
  now: () => Date;
}

/** A request on its way through the chain: the event of API Gateway (payload 2.0) and what the chain found out. */
export interface Incoming extends Omit<APIGatewayProxyEventV2, 'body'> {
  /** The text of the body at first, what it holds after parsing. */
  body?: unknown;
  services: ChainServices;
  employer?: Employer;
  query?: unknown;
  submission?: Submission;
}

export type Outgoing = APIGatewayProxyStructuredResultV2;

/** A Lambda handler of an operation. */
export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<Outgoing>;

export type ChainRequest = Request<Incoming, Outgoing>;

/** A middleware of the chain. */
export interface Middleware {
  before?: (request: ChainRequest) => Promise<Outgoing | void> | Outgoing | void;
  after?: (request: ChainRequest) => void;
  onError?: (request: ChainRequest) => void;
}
