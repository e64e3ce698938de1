import type { Job, JobHeaderFields, Location, Salary } from '../domain/job.ts';
import { foldAccents } from '../domain/folded-text.ts';
import type { Item } from './database.ts';
import { keys, statusPartition } from './table.ts';

/** What q is compared with: no line of either holds a line break. */
const searchText = ({ title, referenceId }: Pick<Job, 'title' | 'referenceId'>) =>
  foldAccents(`${title}\n${referenceId ?? ''}`);

/** The item of a job: its fields and the attributes of the indexes; what is null is not stored. */
export function toItem(employerId: number, job: Job): Item {
  const item = {
    ...keys.job(employerId, job.id),
    ...job,
    statusPartition: statusPartition(employerId, job.status),
    searchText: searchText(job),
  };
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

// DynamoDB keeps no order of a map's attributes; a known order lets items be compared as text.
const locationFrom = ({ id, name, province }: Location): Location => ({ id, name, province });
const salaryFrom = ({ maxAmount, plusCommission, amount, period }: Salary): Salary => ({
  maxAmount,
  plusCommission,
  amount,
  period,
});

/** The part of a job that the list indexes hold. */
export const headerFromItem = (item: Item): JobHeaderFields => ({
  id: item['id'],
  referenceId: item['referenceId'] ?? null,
  title: item['title'],
  publishDate: item['publishDate'],
  locations: item['locations'].map(locationFrom),
  confidential: item['confidential'],
  status: item['status'],
});

export const fromItem = (item: Item): Job => ({
  ...headerFromItem(item),
  version: item['version'],
  position: item['position'],
  closeDate: item['closeDate'],
  autoRefresh: item['autoRefresh'],
  categories: item['categories'],
  positionType: item['positionType'],
  salary: item['salary'] ? salaryFrom(item['salary']) : null,
  description: item['description'],
  applicantRoutingType: item['applicantRoutingType'],
  applicationEmail: item['applicationEmail'] ?? null,
  applicationUrl: item['applicationUrl'] ?? null,
});
