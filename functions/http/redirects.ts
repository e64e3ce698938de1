import { setting } from '../platform/config.ts';
import { Moved } from '../platform/errors.ts';
import { siteAddressOf } from './addresses.ts';
import type { Incoming, Middleware, Outgoing } from './incoming.ts';
import { provenAddressHeader } from './trusted-proxy.ts';

/** The redirect to the same path and query with the present id; undefined for every other error. */
export function redirectAfterMove(error: unknown, event: Incoming): Outgoing | undefined {
  if (!(error instanceof Moved)) return undefined;
  const { method } = event.requestContext.http;
  const path = event.routeKey.replace(/^\S+ /, '').replace(/\{\w+\}/, () => error.id);
  const query = event.rawQueryString && `?${event.rawQueryString}`;
  return {
    // 308 keeps the method, so that a form that was sent is not lost.
    statusCode: method === 'GET' || method === 'HEAD' ? 301 : 308,
    // The job may become confidential again, and then the new address is none.
    headers: { location: siteAddressOf(event, `${path}${query}`), 'cache-control': 'no-store' },
  };
}

/**
 * Where the site has an address of its own, sends everybody there who has not come through the CDN that stands before it
 * (interface 11).
 */
export const redirectToSite = (): Middleware => ({
  before: ({ event }) => {
    if (setting('SITE_URL') === undefined || provenAddressHeader(event) !== undefined) return;
    const [parameter = ''] = Object.values(event.pathParameters ?? {});
    throw new Moved(encodeURIComponent(parameter));
  },
});
