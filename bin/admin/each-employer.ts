import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { forEachConcurrently } from '../../functions/platform/concurrency.ts';
import { showProgress } from './progress.ts';

/** The number of employers processed at the same time, limited by the connections of the DynamoDB client. */
const CONCURRENCY = 50;

/** Runs `work` for each employer concurrently, and shows the progress and the rate. */
export async function eachEmployer(
  employers: Iterable<Employer>,
  what: string,
  work: (employer: Employer) => Promise<unknown>,
): Promise<void> {
  const all = [...employers];
  const began = performance.now();
  let done = 0;
  await forEachConcurrently(all, CONCURRENCY, async (employer) => {
    await work(employer);
    done += 1;
    const perSecond = Math.round((done * 1_000) / (performance.now() - began));
    showProgress(done / all.length, `${what}: ${done} of ${all.length} employers, ${perSecond} a second`);
  });
}
