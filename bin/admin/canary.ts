import type { ApiKey } from '../../functions/employers/domain/api-key.ts';
import { createCanaryEmployer } from '../../functions/canary/canary-employer.ts';
import { canaryKey } from '../../functions/canary/canary-key.ts';
import type { Employer } from '../../functions/employers/domain/employer.ts';
import { apiKeyStore } from '../../functions/employers/store/api-keys.ts';
import { employerStore } from '../../functions/employers/store/employers.ts';
import { signingKey } from '../../functions/platform/dynamodb/signing-key.ts';
import type { Connection } from './connection.ts';

/**
 * Ends the suspension of the canary's employer and the revocation of its key; creates both if no run has done so yet.
 * Nobody sees the key.
 */
export async function startCanary(
  { open }: Connection,
  now: Date,
): Promise<{ employer: Employer; key: ApiKey }> {
  const db = open();
  const [employers, apiKeys] = [employerStore(db), apiKeyStore(db)];
  const text = canaryKey(await signingKey(db));
  const found = await apiKeys.get(text.hash);
  if (!found) return createCanaryEmployer(db, text, now);
  const key = await apiKeys.reinstate(text.hash);
  const employer = await employers.resume(found.employer.id);
  return { employer: employer ?? found.employer, key };
}
