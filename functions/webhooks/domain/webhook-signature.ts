import { createHmac } from 'node:crypto';
import { signatureOf } from '../../platform/crypto/signature.ts';

/** The owner of a secret. A webhook gets another secret with each generation. */
interface SecretOf {
  employerId: number;
  id: number;
  generation: number;
}

/** Derives the secret of a webhook from one of the service, in the form of Standard Webhooks. It is not stored. */
export function webhookSecret(service: Uint8Array, { employerId, id, generation }: SecretOf): string {
  const bytes = signatureOf(service, 'webhook secret', JSON.stringify([employerId, id, generation]));
  return `whsec_${Buffer.from(bytes, 'base64url').toString('base64')}`;
}

/** A message to a webhook. */
export interface Message {
  /** Identical in every attempt. */
  id: string;
  /** When it is sent, in seconds since 1970. */
  timestamp: number;
  body: string;
}

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

const signatureBy = (secret: string, { id, timestamp, body }: Message): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

/** The headers that sign a message by each of these secrets (Standard Webhooks 1.0.0). */
export const signedHeaders = (message: Message, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => signatureBy(secret, message)).join(' '),
});
