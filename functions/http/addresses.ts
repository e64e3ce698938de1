import { BASE_PATH, type Operation } from '../../schemas/operations.ts';
import { setting } from '../platform/config.ts';
import type { EventAddress, Incoming } from './incoming.ts';
import type { Paging } from '../../schemas/list.ts';

/** The stage at the start of the path, on API Gateway's own domain; empty for `$default` and on a custom domain. */
export const stageOf = ({ rawPath, requestContext: { stage } }: EventAddress): string =>
  rawPath.startsWith(`/${stage}${BASE_PATH}/`) ? `/${stage}` : '';

// Checked when a function starts: with an invalid value the function fails before it serves a request.
setting('BASE_URL');

/**
 * The absolute URL of a path of this service: with the configured base or the API's own domain, for a public page with
 * the address of the site if it has one. It ignores client headers, which could name any host (interface 1.2).
 */
export function siteAddressOf(event: EventAddress, path: string): string {
  const site = path.startsWith(`${BASE_PATH}/`) ? undefined : setting('SITE_URL');
  return `${site ?? setting('BASE_URL') ?? `https://${event.requestContext.domainName}${stageOf(event)}`}${path}`;
}

/** The absolute URL of the path of an operation. */
export const addressOf = (event: EventAddress, path: string): string =>
  siteAddressOf(event, `${BASE_PATH}${path}`);

/**
 * The URL of another page of a list: the current query parameters with another page, or with another cursor for a list
 * that has no numbered pages (interface 6.1).
 */
export function pageAddressOf(
  event: Incoming,
  { path, query }: Pick<Operation, 'path' | 'query'>,
  page: number | string,
): string {
  const { properties = {} } = (query ?? {}) as { properties?: object };
  const parameter = ['page', 'before', 'after'].find((name) => name in properties) ?? '';
  const inUse = [...new URLSearchParams(event.rawQueryString)].filter(
    ([name, value]) => Object.hasOwn(properties, name) && name !== parameter && value !== '',
  );
  const filled = path.replace('{id}', event.pathParameters?.['id'] ?? '');
  const parameters = new URLSearchParams([...inUse, [parameter, String(page)]]);
  return addressOf(event, `${filled}?${parameters.toString()}`);
}

interface PagedQuery {
  page: number;
  pageSize: number;
}

/**
 * The pagination of a list (interface 6.1): `next` has the current query parameters and the next page. Past the end,
 * `previous` is the last page with records.
 */
export function paging(
  { page, pageSize }: PagedQuery,
  total: number,
  pageAddress: (page: number) => string,
): Paging {
  const pages = Math.ceil(total / pageSize);
  const previous = Math.min(page - 1, pages);
  return {
    total,
    page,
    pages,
    pageSize,
    previous: previous >= 1 ? pageAddress(previous) : null,
    next: page < pages ? pageAddress(page + 1) : null,
  };
}
