import type { Database } from '../../functions/store/database.ts';
import { employerStore } from '../../functions/store/employers.ts';

/** The first employer; its API key too when it was made just now, since nobody can see that again. */
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
