import { hasAutoRefresh, type Employer } from '../accounts/domain/employer.ts';
import { refreshQueue } from '../jobs/refresh/refresh-queue.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { webhookQueue } from '../webhooks/store/webhook-queue.ts';

/**
 * Resumes the webhooks and the auto-refresh of an employer whose suspension has ended. A repeated call completes an
 * interrupted one.
 */
export async function resumeEmployer(db: Database, employer: Employer, now: Date): Promise<void> {
  await webhookQueue(db).markAllDue(employer, now);
  if (hasAutoRefresh(employer)) await refreshQueue(db).bringBack(employer.id, () => undefined);
}
