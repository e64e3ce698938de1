import type { Application } from '../../../functions/applications/domain/application.ts';
import { failedStates } from '../../../functions/applications/domain/mail-event.ts';
import { applicationFrom, mailAttributes } from '../../../functions/applications/store/application-item.ts';
import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import {
  applicationOf,
  attributes,
  keys,
  timeToLive,
  type Key,
} from '../../../functions/platform/dynamodb/table.ts';
import { ApplicationState as stateSchema, type ApplicationState } from '../../../schemas/application.ts';

/** What verification compares of an application. */
interface ApplicationEntry {
  jobId: number;
  version: number;
  state: ApplicationState;
  timeToLive: number;
  /** What its key says, its place in the queue of mail, and its failure: as stored, and as they follow from key and state. */
  found: Item;
  expected: Item;
}

/** A candidate's last application for a job. */
interface CandidateEntry {
  key: Key;
  number: unknown;
}

/** Everything about the applications of one employer that has not expired. */
export interface ApplicationsReading {
  /** The applications by their numbers. */
  entries: Map<number, ApplicationEntry>;
  /** The keys of applications that cannot be read, by number; nothing that belongs to them is compared. */
  unreadable: Map<number, Key>;
  /** The times to live of the pointers from jobs to applications, by sort key. */
  pointers: Map<string, unknown>;
  candidates: CandidateEntry[];
  /** Undefined where no number was given yet. */
  lastNumber: unknown;
}

export const noApplications = (): ApplicationsReading => ({
  entries: new Map(),
  unreadable: new Map(),
  pointers: new Map(),
  candidates: [],
  lastNumber: undefined,
});

const states: readonly ApplicationState[] = stateSchema.enum;

const comparedNames = ['employerId', 'number', attributes.mailPartition, attributes.mailOrder, 'failure'];

const picked = (item: Item) => Object.fromEntries(comparedNames.map((name) => [name, item[name] ?? null]));

const isReadable = ({ state, jobId, version, queuedAt, timeToLive: end, ...texts }: Application) =>
  states.includes(state) &&
  [jobId, version, end].every(Number.isSafeInteger) &&
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
function entryOf(employerId: number, number: number, item: Item): ApplicationEntry | undefined {
  const application = { ...applicationFrom(item), employerId, number };
  if (!isReadable(application)) return undefined;
  const { jobId, version, state, timeToLive: end } = application;
  const expected = picked({ employerId, number, ...mailPlace(item, application), ...failureOf(application) });
  return { jobId, version, state, timeToLive: end, found: picked(item), expected };
}

type Reader = (reading: ApplicationsReading, key: Key, item: Item) => void;

/** The word with which the sort key of a kind of item begins. */
const wordOf = ({ SK }: Key) => SK.split('#')[0] ?? '';

/** What each kind of item adds to a reading, by the word with which its sort key begins. */
const readers: Record<string, Reader> = {
  [wordOf(keys.jobApplication(0, 0, 0))]: ({ pointers }, { SK }, item) =>
    void pointers.set(SK, item[timeToLive]),
  [wordOf(keys.candidate(0, 0, ''))]: ({ candidates }, key, item) =>
    void candidates.push({ key, number: item['number'] }),
  [wordOf(keys.applicationNumbers(0))]: (reading, _, item) => void (reading.lastNumber = item['number']),
};

/** The key of an application is its number. */
const readApplication: Reader = ({ entries, unreadable }, key, item) => {
  const { employerId, number } = applicationOf(key);
  // Other kinds of items are not compared.
  if (!Number.isSafeInteger(number)) return;
  const entry = entryOf(employerId, number, item);
  if (entry) entries.set(number, entry);
  else unreadable.set(number, key);
};

/** Adds an item to a reading, unless it has expired at a time, in seconds since 1970. */
export function addItem(reading: ApplicationsReading, item: Item, seconds: number): void {
  if (item[timeToLive] <= seconds) return;
  const key = { PK: item['PK'], SK: item['SK'] };
  const read = readers[wordOf(key)] ?? readApplication;
  read(reading, key, item);
}
