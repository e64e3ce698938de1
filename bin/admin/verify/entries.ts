import { isDeepStrictEqual } from 'node:util';
import type { Application } from '../../../functions/applications/application/application.ts';
import { answersByteLength } from '../../../functions/applications/intake/answers.ts';
import { failedStates } from '../../../functions/applications/application/mail-states.ts';
import {
  fromApplicationItem,
  mailQueueAttributes,
} from '../../../functions/applications/application/application-store.ts';
import type { SearchRow } from '../../../functions/jobs/search/search-rows.ts';
import type { Job } from '../../../functions/jobs/job/job.ts';
import { fromItem, toItem } from '../../../functions/jobs/job/job-item.ts';
import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import { attributes } from '../../../functions/platform/dynamodb/table.ts';
import { ApplicationState, type ApplicationState as State } from '../../../schemas/application.ts';
import { JobStatus } from '../../../schemas/job.ts';

/** The attributes derived from the key and fields of an item, as stored and as expected. */
export interface DerivedAttributes {
  /** Undefined if they are equal, because all items of an employer must fit into memory. */
  difference: { found: Item; expected: Item } | undefined;
}

const differenceOf = (found: Item, expected: Item): DerivedAttributes['difference'] =>
  isDeepStrictEqual(found, expected) ? undefined : { found, expected };

type JobField = 'id' | 'version' | 'status' | 'publishDate' | 'referenceId' | 'publicName';

/** The part of a job that the verification keeps. */
export interface JobEntry extends DerivedAttributes, Pick<Job, JobField> {
  position: unknown;
  searchRow: SearchRow;
}

type ApplicationField =
  'jobId' | 'version' | 'state' | 'stage' | 'reference' | 'candidateHash' | 'receivedAt' | 'timeToLive';

/** The part of an application that the verification keeps. */
export interface ApplicationEntry extends DerivedAttributes, Pick<Application, ApplicationField> {
  answerBytes: number;
  hasQueuedConfirmation: boolean;
}

/** Selects attributes of an item; missing ones become null. */
export const pick = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.map((name) => [name, item[name] ?? null]));

const refreshNames = [attributes.refreshPartition, attributes.refreshOrder];
const { statusPartition, searchText, changed, reference } = attributes;
const jobNames = ['id', statusPartition, searchText, changed, reference, ...refreshNames];

/** Whether auto-refresh has parked the job outside its index, which it may do regardless of the job's fields. */
const isParked = (item: Item) => refreshNames.every((name) => item[name] === undefined);

/** Undefined for an unreadable job: any error is a finding, which must not stop the verification. */
export function jobEntry(employerId: number, id: number, item: Item): JobEntry | undefined {
  try {
    const job = { ...fromItem(item), id };
    const { version, status, publishDate, referenceId, publicName, position } = job;
    const isReadable = JobStatus.enum.includes(status) && typeof job.title === 'string';
    if (!isReadable || !Number.isSafeInteger(version)) return undefined;
    const expected = pick(toItem(employerId, job), jobNames);
    const entryFields = { ...pick(item, jobNames), ...(isParked(item) && pick(expected, refreshNames)) };
    const searchRow = { id, position, changedAt: job.changedAt, text: item[searchText] ?? null };
    const fields = { id, version, status, publishDate, referenceId, publicName };
    return { ...fields, position, difference: differenceOf(entryFields, expected), searchRow };
  } catch {
    return undefined;
  }
}

export const applicationStates: readonly State[] = ApplicationState.enum;

const mailNames = [attributes.mailPartition, attributes.mailOrder];
/** Version 1.2.0 listed held and undelivered applications in this partition; nothing reads it. */
const FORMER_PARTITION = 'WAITING';
const applicationNames = ['employerId', 'number', ...mailNames, 'failure'];

const canBeRead = ({ state, jobId, version, queuedAt, timeToLive, ...texts }: Application) =>
  applicationStates.includes(state) &&
  [jobId, version, timeToLive].every(Number.isSafeInteger) &&
  !Number.isNaN(Date.parse(queuedAt)) &&
  [texts.name, texts.email, texts.mailTo, texts.candidateHash, texts.receivedAt].every(
    (text) => typeof text === 'string',
  );

/** The due time of an item's mail; undefined if it has none. */
export function dueTime(item: Item): string | undefined {
  const [due = ''] = String(item[attributes.mailOrder]).split('#');
  return Number.isNaN(Date.parse(due)) ? undefined : due;
}

/** Undefined for an unreadable application. */
export function applicationEntry(
  employerId: number,
  number: number,
  item: Item,
): ApplicationEntry | undefined {
  const application = { ...fromApplicationItem(item), employerId, number };
  if (!canBeRead(application)) return undefined;
  const { jobId, version, state, stage, candidateHash, receivedAt, queuedAt, timeToLive } = application;
  const isDue = state === 'queued' || state === 'sending';
  const follows = {
    employerId,
    number,
    ...(isDue && mailQueueAttributes(application, dueTime(item) ?? queuedAt)),
    // Applications that failed before failures were stored have no `failure`.
    ...(failedStates.includes(state) && { failure: application.failure }),
  };
  const entryFields = {
    ...pick(item, applicationNames),
    ...(item[attributes.mailPartition] === FORMER_PARTITION && pick({}, mailNames)),
  };
  return {
    jobId,
    version,
    state,
    stage,
    reference: application.reference,
    candidateHash,
    receivedAt,
    timeToLive,
    answerBytes: answersByteLength(application.answers),
    difference: differenceOf(entryFields, pick(follows, applicationNames)),
    hasQueuedConfirmation: application.confirmation === 'queued',
  };
}
