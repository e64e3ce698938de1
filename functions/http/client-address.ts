import { header, type EventHeaders, type Incoming } from './incoming.ts';
import { isIP } from 'node:net';
import { hash, timingSafeEqual } from 'node:crypto';
import { setting } from '../platform/config.ts';

const sha256 = (text: string) => hash('sha256', text, 'buffer');

/** The prefix under which a setting in plain text is compared with SHA-256 hashes. */
const PLAIN_PREFIX = 'secret:';

const hashOf = (proof: string) =>
  proof.startsWith(PLAIN_PREFIX) ? sha256(proof.slice(PLAIN_PREFIX.length)) : Buffer.from(proof, 'hex');

/**
 * The lower-case name of the header in which the proxy names the client's address; undefined unless the proxy's secret
 * proves that the request came through it.
 */
export function provenAddressHeader(event: EventHeaders): string | undefined {
  const [addressHeader = '', proofHeader = '', ...proofs] = setting('TRUSTED_PROXY')?.split(' ') ?? [];
  const proofHash = sha256(header(event, proofHeader.toLowerCase()) ?? '');
  return proofs.some((proof) => timingSafeEqual(hashOf(proof), proofHash))
    ? addressHeader.toLowerCase()
    : undefined;
}

/** An IPv4 address or an IPv6 address in brackets, each with or without a port. */
const withPort = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

/** Parses an address that may end in a port; undefined when it is invalid. */
function addressIn(text: string): string | undefined {
  const [, inBrackets, plain] = withPort.exec(text) ?? [];
  const address = inBrackets ?? plain ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The last address in X-Forwarded-For, which the proxy of this connection added. The client may have sent those before
 * it. API Gateway adds the address of the connection behind it.
 */
export function forwardedAddress(value: string, connection: string): string | undefined {
  const hops = value.split(',').map((hop) => addressIn(hop.trim()));
  return hops.at(hops.at(-1) === connection ? -2 : -1);
}

/** Parses CloudFront-Viewer-Address, which always ends in a port, even after an IPv6 address without brackets. */
export const viewerAddress = (value: string): string | undefined => addressIn(value.replace(/:\d{1,5}$/, ''));

/** The address of a client. */
export interface ClientAddress {
  address: string;
  /** Whether an authenticated proxy named the address. */
  isNamedByProxy: boolean;
}

/** The parser of each header that can name the client's address. It returns undefined without an address. */
const readers: Record<string, (value: string, connection: string) => string | undefined> = {
  'x-forwarded-for': forwardedAddress,
  'cloudfront-viewer-address': viewerAddress,
};

/** The address that a proxy names, if its secret proves that the request came through it. */
function addressByProxy(event: Pick<Incoming, 'headers' | 'requestContext'>): string | undefined {
  const name = provenAddressHeader(event) ?? '';
  return readers[name]?.(header(event, name) ?? '', event.requestContext.http.sourceIp);
}

/**
 * The address of a client: that of the connection, unless a proxy is configured. Anybody can send a header with another
 * address, so it counts only with the proxy's proof.
 */
export function clientAddressOf(event: Pick<Incoming, 'headers' | 'requestContext'>): ClientAddress {
  const proxied = addressByProxy(event);
  return { address: proxied ?? event.requestContext.http.sourceIp, isNamedByProxy: proxied !== undefined };
}
