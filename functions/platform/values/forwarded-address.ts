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
