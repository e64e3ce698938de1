import { apiKeyOf, type KeyText } from '../employers/domain/api-key.ts';
import { derivedKey } from '../platform/values/signature.ts';

/** The API key of the canary, derived from the secret of the service, so that it is never stored in clear text. */
export const canaryKey = (secret: Uint8Array): KeyText => apiKeyOf(derivedKey(secret, 'canary key'));
