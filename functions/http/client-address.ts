import { forwardedAddress, viewerAddress } from '../platform/values/forwarded-address.ts';
import { header } from './headers.ts';
import type { Incoming } from './incoming.ts';
import { provenAddressHeader } from './trusted-proxy.ts';

/** Where a request comes from. */
export interface ClientAddress {
  address: string;
  /** Whether a proxy that proved itself has named the address. */
  isNamedByProxy: boolean;
}

type Received = Pick<Incoming, 'headers' | 'requestContext'>;

/** How the address stands in each header that can name it; undefined if there is none. */
const readers: Record<string, (value: string, connection: string) => string | undefined> = {
  'x-forwarded-for': forwardedAddress,
  'cloudfront-viewer-address': viewerAddress,
};

/** The address that a proxy has named, if it proves by its secret that the request came through it. */
function addressByProxy(event: Received): string | undefined {
  const name = provenAddressHeader(event) ?? '';
  return readers[name]?.(header(event, name) ?? '', event.requestContext.http.sourceIp);
}

/**
 * The address that a request comes from: that of the connection, unless a proxy stands before the service. Anybody can
 * send the header that names another one, so it counts only with proof.
 */
export function clientAddressOf(event: Received): ClientAddress {
  const named = addressByProxy(event);
  return { address: named ?? event.requestContext.http.sourceIp, isNamedByProxy: named !== undefined };
}
