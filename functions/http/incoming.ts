import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Language } from '../../schemas/languages.ts';
import type { RequestSchemas } from '../../schemas/operation-schemas.ts';
import { BASE_PATH, type Operation } from '../../schemas/operations.ts';
import type { ProblemCode } from '../../schemas/problems.ts';
import { setting } from '../platform/config.ts';
import type { Warning } from '../validation/submission.ts';
import { preferredLanguage } from '../platform/page-language.ts';
import type { Page } from './public-page-result.ts';

interface Usage {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/** The result of an operation. The default status is the one in the operation's row. */
export interface OperationResult {
  status?: number;
  /** The id of the job that the operation is about. */
  id?: number;
  /** The number of created jobs, for the log. */
  created?: number;
  /** Unexpected errors of operations in a batch, for the log. */
  faults?: readonly unknown[];
  headers?: Record<string, string>;
  warnings?: readonly Warning[];
  body?: unknown;
  /** The body as JSON text, if the operation has serialized the body. */
  text?: string;
  /** When the content of the body last changed, in seconds since 1970; null when unknown. */
  modifiedAt?: number | null;
}

/** The services that the chain needs. */
export interface ChainServices {
  usage: () => Usage;
  /** Like `usage`, plus the cost that does not count against the key's limit; for the log. */
  loggedUsage?: () => Usage;
  now: () => Date;
}

/** Returns the page that shows a problem, by the code and the error; undefined for the general problem page. */
export type PageOfProblem = (code: ProblemCode, error: unknown) => Page | undefined;

/** The sender of a request with an API key, reduced to what the log and the operation use; `accounts` adds members. */
export interface Caller {
  account: { id: number };
}

/** A request body that is a file. */
export interface SentFile {
  bytes: Buffer;
  /** One of the types that the operation accepts. */
  mediaType: string;
}

/** A request in the chain: the event of API Gateway (payload 2.0), and the members that each step of the chain adds. */
export interface Incoming extends Omit<APIGatewayProxyEventV2, 'body'> {
  /** The text of the body, or its value after parsing. */
  body?: unknown;
  services: ChainServices;
  /** Set by authentication; absent for public operations. */
  caller?: Caller;
  /** Set after a body that is a file was read. */
  file?: SentFile;
  /** Set by the operation, for the log; absent after a failure. */
  result?: OperationResult;
  /** Returns the HTML page that shows a problem; absent where problems are not shown in a form. */
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

/** An event of which only the headers are read. */
export type EventHeaders = Pick<APIGatewayProxyEventV2, 'headers'>;

/** An event of which only the address is read. */
export type EventAddress = Pick<Incoming, 'rawPath' | 'requestContext'>;

/** A request header by its lower-case name, as in payload format 2.0. */
export const header = (event: EventHeaders, name: string): string | undefined =>
  event.headers?.[name] ?? undefined;

/** Whether a client states a preference. Its first value counts (RFC 7240, section 2). */
export function prefers(event: EventHeaders, preference: 'handling' | 'return', value: string): boolean {
  const pattern = new RegExp(String.raw`(?:^|,)\s*${preference}\s*=\s*"?([^",;\s]*)"?\s*(?:[,;]|$)`, 'i');
  return pattern.exec(header(event, 'prefer') ?? '')?.[1]?.toLowerCase() === value;
}

/** The client's preferred language of the pages. */
export const acceptedLanguage = (event: EventHeaders): Language | undefined =>
  preferredLanguage(header(event, 'accept-language') ?? '');

/** The stage at the start of the path, on API Gateway's own domain; empty for `$default` and on a custom domain. */
export const stageOf = ({ rawPath, requestContext: { stage } }: EventAddress): string =>
  rawPath.startsWith(`/${stage}${BASE_PATH}/`) ? `/${stage}` : '';

// Checked when a function starts: with an invalid value the function fails before it serves a request.
setting('BASE_URL');

/**
 * The absolute URL of a path of this service: with the configured base or the API's own domain, for a public page with
 * the address of the site if it has one. It ignores client headers, which could name any host (guide: first-job 11).
 */
export function siteAddressOf(event: EventAddress, path: string): string {
  const site = path.startsWith(`${BASE_PATH}/`) ? undefined : setting('SITE_URL');
  return `${site ?? setting('BASE_URL') ?? `https://${event.requestContext.domainName}${stageOf(event)}`}${path}`;
}

/** The absolute URL of the path of an operation. */
export const addressOf = (event: EventAddress, path: string): string =>
  siteAddressOf(event, `${BASE_PATH}${path}`);

/**
 * The URL of another page of a list: the current query parameters with another page, or with another cursor where a
 * list has no numbered pages (guide: paging 1).
 */
export function pageAddressOf(
  event: Incoming,
  { path, query }: Pick<Operation, 'path'> & RequestSchemas,
  page: number | string,
): string {
  const { properties = {} } = (query ?? {}) as { properties?: object };
  const names = typeof page === 'string' ? ['before', 'after'] : ['page', 'before', 'after'];
  const parameter = names.find((name) => name in properties) ?? '';
  const inUse = [...new URLSearchParams(event.rawQueryString)].filter(
    ([name, value]) => Object.hasOwn(properties, name) && name !== parameter && value !== '',
  );
  const filled = path.replace('{id}', event.pathParameters?.['id'] ?? '');
  const parameters = new URLSearchParams([...inUse, [parameter, String(page)]]);
  return addressOf(event, `${filled}?${parameters.toString()}`);
}
