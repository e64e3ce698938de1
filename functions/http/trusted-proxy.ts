import { createHash, timingSafeEqual } from 'node:crypto';
import { setting } from '../platform/config.ts';
import { header } from './headers.ts';
import type { Incoming } from './incoming.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** What stands before the SHA-256 of a secret if the setting has the secret itself. */
const AS_IT_IS = 'secret:';

const hashOf = (proof: string) =>
  proof.startsWith(AS_IT_IS) ? sha256(proof.slice(AS_IT_IS.length)) : Buffer.from(proof, 'hex');

/**
 * The header in which the proxy before the service names the address of the client, in lower case; undefined unless the
 * request proves by the secret of the proxy that it came through it.
 */
export function provenAddressHeader(event: Pick<Incoming, 'headers'>): string | undefined {
  const [addressHeader = '', proofHeader = '', ...proofs] = setting('TRUSTED_PROXY')?.split(' ') ?? [];
  const sent = sha256(header(event, proofHeader.toLowerCase()) ?? '');
  return proofs.some((proof) => timingSafeEqual(hashOf(proof), sent))
    ? addressHeader.toLowerCase()
    : undefined;
}
