import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';

/** Returns the first employer, and its API key only if it was just created, because the key cannot be shown again. */
export async function firstEmployer(
  db: Database,
  now: Date,
): Promise<{ employerId: number; apiKey?: string }> {
  const employers = employerStore(db);
  const [first] = await employers.list();
  if (first) return { employerId: first.id };
  const { employer, apiKey } = await employers.create({ name: 'Demo Employer', plan: 'unlimited' }, now);
  return { employerId: employer.id, apiKey };
}
