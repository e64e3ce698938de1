import { Moved } from '../platform/values/moved.ts';
import { setting } from '../platform/config.ts';
import type { Middleware } from './incoming.ts';
import { provenAddressHeader } from './trusted-proxy.ts';

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
