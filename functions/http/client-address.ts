import { header } from './headers.ts';
import type { Incoming } from './incoming.ts';
import { provenAddressHeader } from './trusted-proxy.ts';
import { isIP } from 'node:net';

/** An IPv4 address or an IPv6 address in brackets, each with or without a port. */
const withPort = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

/** The address in a text that may end in a port; undefined if there is none. */
function addressIn(text: string): string | undefined {
  const [, inBrackets, plain] = withPort.exec(text) ?? [];
  const address = inBrackets ?? plain ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The address that the proxy at the other end of a connection has added to X-Forwarded-For: the last one. Those before
 * it are what the client sent. API Gateway adds the address of the connection behind it.
 */
export function forwardedAddress(value: string, connection: string): string | undefined {
  const hops = value.split(',').map((hop) => addressIn(hop.trim()));
  return hops.at(hops.at(-1) === connection ? -2 : -1);
}

/** The address in CloudFront-Viewer-Address, which always ends in a port, also behind an IPv6 address without brackets. */
export const viewerAddress = (value: string): string | undefined => addressIn(value.replace(/:\d{1,5}$/, ''));

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
