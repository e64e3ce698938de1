import type { ApiKey, KeyText } from '../../functions/accounts/domain/api-key.ts';
import { canaryKey, createCanaryEmployer } from '../../functions/canary/canary-account.ts';
import { smokeTest, type SmokeReport } from '../../functions/canary/smoke-test.ts';
import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import type { Database } from '../../functions/platform/dynamodb/database.ts';
import type { Connection } from './connection.ts';

/** Resumes the canary's employer and reinstates its key; creates both before the first run. */
async function reinstateCanary(
  db: Database,
  text: KeyText,
  now: Date,
): Promise<{ employer: Employer; key: ApiKey }> {
  const [employers, apiKeys] = [employerStore(db), apiKeyStore(db)];
  const apiKey = await apiKeys.get(text.hash);
  if (!apiKey) return createCanaryEmployer(db, text, now);
  const key = await apiKeys.reinstate(text.hash);
  const employer = await employers.resume(apiKey.employer.id);
  return { employer: employer ?? apiKey.employer, key };
}

/**
 * Restarts the canary and immediately runs it against the service, if its URL is available. Its key stays secret.
 */
export async function startCanary(
  { open, service }: Connection,
  now: Date,
): Promise<{ employer: Employer; key: ApiKey; run?: SmokeReport }> {
  const db = open();
  const text = await canaryKey(db, now);
  const canary = await reinstateCanary(db, text, now);
  if (service === undefined) return canary;
  // A separate referenceId, because the scheduled canary may run at the same time.
  const run = await smokeTest({ url: service, apiKey: text.apiKey, referenceId: 'canary start' });
  return { ...canary, run };
}
