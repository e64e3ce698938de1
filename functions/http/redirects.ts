import { setting } from '../platform/config.ts';
import { Moved } from '../platform/errors.ts';
import { siteAddressOf } from './addresses.ts';
import type { Incoming, Middleware, Outgoing } from './incoming.ts';
import { provenAddressHeader } from './client-address.ts';

/** The redirect for a moved resource: to the same path and query with the new id; undefined for every other error. */
export function redirectAfterMove(error: unknown, event: Incoming): Outgoing | undefined {
  if (!(error instanceof Moved)) return undefined;
  const { method } = event.requestContext.http;
  const path = event.routeKey.replace(/^\S+ /, '').replace(/\{\w+\}/, () => error.id);
  const query = event.rawQueryString && `?${event.rawQueryString}`;
  return {
    // 308 preserves the method and the body, so that a submitted form is not lost.
    statusCode: method === 'GET' || method === 'HEAD' ? 301 : 308,
    // Not cached: the new address becomes invalid when the job becomes confidential again.
    headers: { location: siteAddressOf(event, `${path}${query}`), 'cache-control': 'no-store' },
  };
}

/** Redirects requests to the site's own address, unless they came through its CDN (interface 11). */
export const redirectToSite = (): Middleware => ({
  before: ({ event }) => {
    if (setting('SITE_URL') === undefined || provenAddressHeader(event) !== undefined) return;
    const [parameter = ''] = Object.values(event.pathParameters ?? {});
    throw new Moved(encodeURIComponent(parameter));
  },
});
