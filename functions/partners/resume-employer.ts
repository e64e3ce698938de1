import { hasAutoRefresh, type Employer } from '../accounts/domain/employer.ts';
import { refreshQueue } from '../jobs/refresh/refresh-queue.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { webhookQueue } from '../webhooks/store/webhook-queue.ts';

/**
 * Resumes the webhooks and the auto-refresh of an employer whose suspension has ended. A repeated call completes an
 * interrupted one. `onProgress` gets the numbers of parked jobs: done, and all.
 */
export async function resumeEmployer(
  db: Database,
  employer: Employer,
  now: Date,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<{ jobsBroughtBack?: number }> {
  await webhookQueue(db).markAllDue(employer, now);
  if (!hasAutoRefresh(employer)) return {};
  return { jobsBroughtBack: await refreshQueue(db).bringBack(employer.id, onProgress) };
}
