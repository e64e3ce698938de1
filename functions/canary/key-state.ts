import { isUsable, type KeyText } from '../employers/domain/api-key.ts';
import { apiKeyAccess } from '../employers/store/api-keys.ts';
import { now } from '../platform/clock.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { canaryKey } from './canary-key.ts';

/** The key of the canary, and whether it was made and can be used, or its employer was suspended. */
export async function keyState(
  db: Database,
): Promise<{ text: KeyText; state: 'missing' | 'stopped' | 'usable' }> {
  const text = canaryKey(await signingKey(db));
  const found = await apiKeyAccess(db).get(text.hash);
  if (!found) return { text, state: 'missing' };
  const canBeUsed = isUsable(found.key, now()) && found.employer.suspendedAt === null;
  return { text, state: canBeUsed ? 'usable' : 'stopped' };
}
