import { signatureOf } from '../../platform/crypto/signature.ts';

/** What a secret belongs to. A webhook gets another one with each generation. */
interface SecretOf {
  employerId: number;
  id: number;
  generation: number;
}

/** The secret of a webhook, as Standard Webhooks writes it. It follows from one of the service, so it is stored nowhere. */
export function webhookSecret(service: Uint8Array, { employerId, id, generation }: SecretOf): string {
  const bytes = signatureOf(service, 'webhook secret', JSON.stringify([employerId, id, generation]));
  return `whsec_${Buffer.from(bytes, 'base64url').toString('base64')}`;
}
