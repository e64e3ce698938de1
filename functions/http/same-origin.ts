import { Refusal } from '../platform/errors.ts';
import { siteAddressOf } from './addresses.ts';
import { header, type Incoming } from './incoming.ts';

/** The values of Sec-Fetch-Site for a page of the same origin, and for a request that no page sent. */
const ownSites = new Set(['same-origin', 'none']);

/** Whether an origin is that of the request's own URL. `null` is the origin of a page that hides its own. */
function isSameOrigin(origin: string, event: Incoming): boolean {
  const host = URL.parse(origin)?.host;
  const own = [new URL(siteAddressOf(event, '/')).host, header(event, 'host')];
  return host !== undefined && own.includes(host);
}

/**
 * Refuses a form that a browser sends from a page of another site. A client that is no browser sends no such header and
 * passes. Throws Refusal `cross_site_request`.
 */
export function requireSameOrigin(event: Incoming): void {
  const site = header(event, 'sec-fetch-site');
  const origin = header(event, 'origin');
  const isOwn = site === undefined ? origin === undefined || isSameOrigin(origin, event) : ownSites.has(site);
  if (!isOwn) throw new Refusal('cross_site_request');
}
