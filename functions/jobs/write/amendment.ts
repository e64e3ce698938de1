import type { Caller } from '../../accounts/access.ts';
import { hasPermission, permissionMissing } from '../../accounts/domain/key-permissions.ts';
import type { Job } from '../job/job.ts';
import { amendJob, type SubmittedChanges } from '../job/job-content.ts';
import { jobRecord } from '../job/job-record.ts';
import type { JobServices } from '../services.ts';

interface ChangeRequest {
  caller: Caller;
  precondition: (current: ReturnType<typeof jobRecord>) => void;
  siteAddress: (path: string) => string;
}

/**
 * The change of a stored job by a request. A new `applicationEmail` can read all applications for its job, so the change
 * throws Refusal `permission_missing` for a key that may not do that. Also throws those of `precondition` and `amendJob`.
 */
export const amendmentOf =
  (
    { caller: { account, key }, precondition, siteAddress }: ChangeRequest,
    changes: SubmittedChanges,
    { places, today, hasPassed, hasApplications }: JobServices,
  ) =>
  async (current: Job) => {
    precondition(jobRecord(current, { employer: account, siteAddress }));
    const amended = amendJob(current, changes, { today, hasPassed });
    const isReadable =
      amended.applicationEmail === current.applicationEmail || hasPermission(key, 'applications:write');
    if (!isReadable && (await hasApplications(account.id, current.id))) {
      throw permissionMissing(
        'applications:write',
        'Changing applicationEmail of a job that has applications',
      );
    }
    return places.assignLocationIds(amended);
  };
