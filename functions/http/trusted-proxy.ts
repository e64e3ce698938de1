import { createHash, timingSafeEqual } from 'node:crypto';
import { setting } from '../platform/config.ts';
import { header, type Incoming } from './incoming.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The prefix under which a setting in plain text is compared with SHA-256 hashes. */
const PLAIN_PREFIX = 'secret:';

const hashOf = (proof: string) =>
  proof.startsWith(PLAIN_PREFIX) ? sha256(proof.slice(PLAIN_PREFIX.length)) : Buffer.from(proof, 'hex');

/**
 * The lower-case name of the header in which the proxy names the client's address; undefined unless the proxy's secret
 * proves that the request came through it.
 */
export function provenAddressHeader(event: Pick<Incoming, 'headers'>): string | undefined {
  const [addressHeader = '', proofHeader = '', ...proofs] = setting('TRUSTED_PROXY')?.split(' ') ?? [];
  const sent = sha256(header(event, proofHeader.toLowerCase()) ?? '');
  return proofs.some((proof) => timingSafeEqual(hashOf(proof), sent))
    ? addressHeader.toLowerCase()
    : undefined;
}
