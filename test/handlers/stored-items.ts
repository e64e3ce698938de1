import {
  toApplicationItem,
  mailQueueAttributes,
} from '../../functions/applications/application/application-store.ts';
import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { issueKey } from '../../functions/accounts/store/api-keys.ts';
import { employerAttributes } from '../../functions/accounts/store/employer-item.ts';
import type { Job } from '../../functions/jobs/job/job.ts';
import { createJobFrom } from '../../functions/jobs/write/job-creation.ts';
import { toItem } from '../../functions/jobs/job/job-item.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { writtenBy } from '../../functions/platform/dynamodb/last-write.ts';
import { jobContent } from '../setup/jobs-in-table.ts';
import { aStoredApplication } from '../setup/an-application.ts';

const author = { type: 'key' } as const;

const acme: Employer = { id: 1, name: 'Acme Inc.', plan: 'standard', suspendedAt: null };

/** The account item of an employer. */
export const anEmployerItem = (employer = acme): Item => ({
  ...accountKeys.employer(employer.id),
  ...employerAttributes(employer),
  version: 1,
});

/** A new API key of an employer in clear text, and the items that authenticate the key. */
export function aKey(): { apiKey: string; items: Item[] } {
  const { apiKey, writes } = issueKey(acme, { label: null, expiresAt: null, now: new Date() });
  return { apiKey, items: [writes[0]?.Put?.Item ?? {}, anEmployerItem()] };
}

/** Job 7 of an employer, a baker in Vancouver, with some fields replaced. */
export function aJobItem(fields: Partial<Job> = {}, employer = acme): Item {
  const publication = { id: 7, position: 8, publishDate: '2030-01-01' };
  const job = createJobFrom(jobContent, publication, writtenBy(author, new Date('2030-01-01T12:00:00Z')));
  return toItem(employer.id, { ...job, ...fields });
}

/** The first application of an employer, for job 7, whose mail is due. */
export function anApplicationItem({ id: employerId } = acme): Item {
  const receivedAt = new Date(Date.now() - 60_000).toISOString();
  const application = aStoredApplication({ employerId, number: 1, receivedAt });
  return { ...toApplicationItem(application), ...mailQueueAttributes(application, receivedAt) };
}
