import type { Employer } from '../domain/employer.ts';
import { hashOfApiKey, isUsable, type ApiKey } from '../domain/api-key.ts';
import { Refusal } from '../domain/refusal.ts';
import { header } from './headers.ts';
import type { ChainServices, Middleware } from './incoming.ts';

/** How long a container trusts a key that it has read, in milliseconds: a revocation works within this time. */
const TRUST_MILLIS = 60_000;

/** The most keys that a container remembers. */
const REMEMBERED_KEYS = 1_000;

interface Remembered {
  employer: Employer;
  key: ApiKey;
  until: number;
}

const remembered = new Map<string, Remembered>();

function remember(hash: string, entry: Remembered): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= REMEMBERED_KEYS && oldest !== undefined) remembered.delete(oldest);
  remembered.set(hash, entry);
}

async function employerOf(
  apiKey: string | undefined,
  { apiKeys, now }: ChainServices,
): Promise<Employer | undefined> {
  const hash = apiKey === undefined ? undefined : hashOfApiKey(apiKey);
  if (hash === undefined) return undefined;
  // From before the read: a revocation may come while it is under way.
  const asked = now();
  const trusted = remembered.get(hash);
  const fresh = trusted && trusted.until > asked.getTime();
  if (!fresh) remembered.delete(hash);
  const found = fresh ? trusted : await apiKeys.get(hash);
  if (!found || !isUsable(found.key, now())) return undefined;
  if (!fresh) remember(hash, { ...found, until: asked.getTime() + TRUST_MILLIS });
  return found.employer;
}

/** The keys of operations that ask for none. */
export const noApiKeys: ChainServices['apiKeys'] = { get: async () => undefined };

/** The employer whose API-Key accompanies the request (specification 5). Refuses with `api_key_invalid`. */
export const authenticate = (): Middleware => ({
  before: async ({ event }) => {
    const employer = await employerOf(header(event, 'api-key'), event.services);
    if (!employer) throw new Refusal('api_key_invalid', 'Send a valid key in the API-Key header.');
    event.employer = employer;
  },
});
