import type { ApiKey, KeyText } from '../employers/domain/api-key.ts';
import type { Employer } from '../employers/domain/employer.ts';
import { employerStore } from '../employers/store/employers.ts';
import type { Database } from '../platform/dynamodb/database.ts';

/** Creates the employer of the canary, with the key that the canary derives. */
export async function createCanaryEmployer(
  db: Database,
  text: KeyText,
  now: Date,
): Promise<{ employer: Employer; key: ApiKey }> {
  const wanted = { name: 'Canary', plan: 'standard' } as const;
  const { employer, key } = await employerStore(db).create(wanted, now, { label: 'canary', text });
  return { employer, key };
}
