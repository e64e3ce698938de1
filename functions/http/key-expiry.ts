import { isEndingSoon } from '../accounts/domain/api-key.ts';
import type { ChainRequest, Middleware } from './incoming.ts';

function addHeader({ event, response }: ChainRequest): void {
  const { caller, services } = event;
  if (!response || !caller?.keyExpiresAt || !isEndingSoon(caller.keyExpiresAt, services.now())) return;
  const expires = new Date(caller.keyExpiresAt).toUTCString();
  response.headers = { ...response.headers, 'api-key-expires': expires };
}

/** Adds `API-Key-Expires` to every response to a key that is about to end, errors included (interface 5.1). */
export const keyExpiry = (): Middleware => ({ after: addHeader, onError: addHeader });
