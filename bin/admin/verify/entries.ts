import type { Application } from '../../../functions/applications/domain/application.ts';
import { failedStates } from '../../../functions/applications/domain/mail-event.ts';
import { applicationFrom, mailAttributes } from '../../../functions/applications/store/application-item.ts';
import { confirmationEntry } from '../../../functions/applications/store/confirmation-queue.ts';
import type { SearchRow } from '../../../functions/jobs/domain/search-rows.ts';
import type { Job } from '../../../functions/jobs/domain/job.ts';
import { fromItem, toItem } from '../../../functions/jobs/store/job-item.ts';
import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import { attributes, indexes, type IndexName } from '../../../functions/platform/dynamodb/table.ts';
import { ApplicationState as stateSchema, type ApplicationState } from '../../../schemas/application.ts';
import { JobStatus as statusSchema, type JobStatus } from '../../../schemas/job.ts';

/** What verification keeps of a job or an application, so that it can hold all those of an employer. */
interface Entry {
  version: number;
  /** The attributes that follow from its key and its fields: as stored, and as they have to be. */
  found: Item;
  expected: Item;
}

type JobField = 'id' | 'status' | 'publishDate' | 'referenceId' | 'confidential' | 'publicName';

export interface JobEntry extends Entry, Pick<Job, JobField> {
  position: unknown;
  /** Its expected row in each index as text; empty when it has none. */
  rows: ByIndex<string>;
  /** What searches read of it. */
  searchRow: SearchRow;
}

export interface ApplicationEntry extends Entry, Pick<Application, 'jobId' | 'state' | 'timeToLive'> {
  /** What has its confirmation in the queue, if that is due. */
  confirmation: Item | undefined;
}

export const jobStatuses: readonly JobStatus[] = statusSchema.enum;
export const applicationStates: readonly ApplicationState[] = stateSchema.enum;

/** The indexes that hold every job, or every one with a referenceId. */
export const verifiedIndexes = [
  'byPublishDate',
  'byStatus',
  'byChange',
  'byReferenceId',
] as const satisfies IndexName[];

export type VerifiedIndex = (typeof verifiedIndexes)[number];

export type ByIndex<Value> = Record<VerifiedIndex, Value>;

export const byIndex = <Value>(valueOf: (index: VerifiedIndex) => Value) =>
  Object.fromEntries(verifiedIndexes.map((index) => [index, valueOf(index)])) as ByIndex<Value>;

/** Some attributes of an item; null for those that it does not have. */
export const picked = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.map((name) => [name, item[name] ?? null]));

/** DynamoDB returns the attributes of a map in no particular order. */
const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The row of an item in an index as text; empty when it has none. */
export function rowText(index: VerifiedIndex, item: Item): string {
  const { partition, sort, projects } = indexes[index];
  if (item[partition] === undefined || item[sort] === undefined) return '';
  return JSON.stringify(
    ['PK', partition, sort, ...projects].map((name) => item[name]),
    sorted,
  );
}

const refreshNames = [attributes.refreshPartition, attributes.refreshOrder];
const { statusPartition, searchText, changed, reference } = attributes;
const jobNames = ['id', statusPartition, searchText, changed, reference, ...refreshNames];

/** Auto-refresh may have parked the job outside its index, whatever the job's fields say. */
const isParked = (item: Item) => refreshNames.every((name) => item[name] === undefined);

/** Undefined for a job that cannot be read, for whatever reason: a finding, which must not stop the verification. */
export function jobEntry(employerId: number, id: number, item: Item): JobEntry | undefined {
  try {
    const job = { ...fromItem(item), id };
    const { title, version, status, publishDate, referenceId, confidential, publicName, position } = job;
    if (!jobStatuses.includes(status) || typeof title !== 'string' || typeof version !== 'number') {
      return undefined;
    }
    const fields = { id, version, status, publishDate, referenceId, confidential, publicName, position };
    const expected = picked(toItem(employerId, job), jobNames);
    const found = { ...picked(item, jobNames), ...(isParked(item) && picked(expected, refreshNames)) };
    const searchRow = { id, position, changedAt: job.changedAt, text: item[searchText] ?? null };
    return { ...fields, found, expected, rows: byIndex((index) => rowText(index, item)), searchRow };
  } catch {
    return undefined;
  }
}

const mailNames = [attributes.mailPartition, attributes.mailOrder];
const applicationNames = ['employerId', 'number', ...mailNames, 'failure'];

const isReadable = ({ state, jobId, version, queuedAt, timeToLive, ...texts }: Application) =>
  applicationStates.includes(state) &&
  [jobId, version, timeToLive].every(Number.isSafeInteger) &&
  !Number.isNaN(Date.parse(queuedAt)) &&
  [texts.name, texts.email, texts.mailTo, texts.receivedAt].every((text) => typeof text === 'string');

/** The place in the queue of mail: when its mail is due, any time is right; without one, that of queueing. */
function mailPlace(item: Item, application: Application): Item {
  if (application.state !== 'queued' && application.state !== 'sending') return {};
  const [due = ''] = String(item[attributes.mailOrder]).split('#');
  return mailAttributes(application, Number.isNaN(Date.parse(due)) ? application.queuedAt : due);
}

/** Those that failed before there were failures have none. */
const failureOf = ({ state, failure }: Application): Item =>
  failedStates.includes(state) ? { failure } : {};

/** Undefined for an application that cannot be read. */
export function applicationEntry(
  employerId: number,
  number: number,
  item: Item,
): ApplicationEntry | undefined {
  const application = { ...applicationFrom(item), employerId, number };
  if (!isReadable(application)) return undefined;
  const { jobId, version, state, timeToLive } = application;
  const follows = { employerId, number, ...mailPlace(item, application), ...failureOf(application) };
  const [found, expected] = [picked(item, applicationNames), picked(follows, applicationNames)];
  const { PK: _, SK: __, ...entry } = confirmationEntry(application);
  const confirmation = application.confirmation === 'queued' ? entry : undefined;
  return { jobId, version, state, timeToLive, found, expected, confirmation };
}
