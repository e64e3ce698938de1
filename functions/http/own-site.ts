import { Refusal } from '../platform/errors.ts';
import { siteAddressOf } from './addresses.ts';
import { header } from './headers.ts';
import type { Incoming } from './incoming.ts';

/** What Sec-Fetch-Site says of a page of the same origin, and of what no page sent. */
const ownSites = new Set(['same-origin', 'none']);

/** Whether an origin is the one that the request went to. `null` is that of a page that hides its own. */
function isOwnOrigin(origin: string, event: Incoming): boolean {
  const host = URL.parse(origin)?.host;
  const own = [new URL(siteAddressOf(event, '/')).host, header(event, 'host')];
  return host !== undefined && own.includes(host);
}

/**
 * Refuses a form that a page of another site had a browser send, as far as the browser says so; a program that is no
 * browser says nothing. Throws Refusal `cross_site_request`.
 */
export function requireOwnSite(event: Incoming): void {
  const site = header(event, 'sec-fetch-site');
  const origin = header(event, 'origin');
  const isOwn = site === undefined ? origin === undefined || isOwnOrigin(origin, event) : ownSites.has(site);
  if (!isOwn) throw new Refusal('cross_site_request');
}
