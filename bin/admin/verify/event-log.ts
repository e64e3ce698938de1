import { subjectOf, type LoggedEvent, type NewEvent } from '../../../functions/events/domain/logged-event.ts';
import { expiringItem, nextEventId } from '../../../functions/events/store/event-items.ts';
import { logBuilder } from '../../../functions/events/store/log-builder.ts';
import { now } from '../../../functions/platform/time/clock.ts';
import { setting } from '../../../functions/platform/config.ts';
import { eventKeys } from '../../../functions/events/keys.ts';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import type { Finding, Repair } from './findings.ts';
import type { EmployerReading, JobWrite } from './reading.ts';

/** For how long a change may be on its way to the log, in milliseconds. */
const ON_ITS_WAY = 60_000;

/** What the histories of jobs have to have: every event that is in a page. */
export function* wantedHistory({ employerId, pages }: EmployerReading) {
  for (const event of pages) {
    const item = { ...eventKeys.jobEvent(employerId, subjectOf(event), event.id), events: [event] };
    yield { kind: 'history', item, repair: rewriteHistory };
  }
}

/** That the numbers of events grow by one, but for the gaps of restores. */
export function* numberFaults({
  employerId: employer,
  pages,
  head,
  gaps,
}: EmployerReading): Generator<Finding> {
  const key = eventKeys.newestEvents(employer);
  let next: number | undefined;
  for (const { id } of [...pages, ...head]) {
    if (next !== undefined && id !== next) {
      yield { kind: 'event log', employer, key, expected: `event ${next}`, found: { id } };
    }
    next = nextEventId(id, gaps);
  }
}

/** What the log has to say of the last change of a job where its details are lost. */
const lostEvent = (id: number, { version, at, isDeletion, referenceId }: JobWrite): NewEvent => ({
  type: isDeletion ? 'job.deleted' : version === 1 ? 'job.created' : 'job.updated',
  timestamp: new Date(at).toISOString(),
  data: {
    job: { id, referenceId },
    version,
    ...(!isDeletion && version > 1 && { changes: {} }),
    by: { type: 'operator' },
  },
});

/** That the log has the last change of every job, unless it may still come, or was before what is kept of the log. */
export function* lostEvents({
  employerId: employer,
  pages,
  head,
  lastWrites,
}: EmployerReading): Generator<Finding> {
  const events = [...pages, ...head];
  const logged = new Map<number, number>();
  for (const { data } of events) {
    if (data.job && data.application === undefined && data.version !== undefined)
      logged.set(data.job.id, data.version);
  }
  const [oldest] = events;
  const begin = oldest === undefined ? Infinity : Date.parse(oldest.timestamp);
  const end = now().getTime() - ON_ITS_WAY;
  for (const [job, written] of lastWrites) {
    const { version, at } = written;
    const found = logged.get(job) ?? null;
    if (at <= begin || at > end || (found ?? 0) >= version) continue;
    const event = lostEvent(job, written);
    yield {
      kind: 'event',
      employer,
      key: jobKeys.job(employer, job),
      expected: { event },
      found: { version: found },
      repair: appendEvent,
    };
  }
}

/** Asked when it is needed: the setting of a stage is known once the command is connected. */
const keptSeconds = () => setting('EVENT_RETENTION_DAYS') * 24 * 60 * 60;

/** Appends what the log lacks. */
const appendEvent: Repair = async (db, { employer = 0, expected }) => {
  const { event } = expected as { event: NewEvent };
  // As a record that comes late: the log itself says whether it has it by now.
  const change = { employerId: employer, source: 'j', sequenceNumber: '0', event } as const;
  return (await logBuilder(db, keptSeconds()).add(employer, [change])) > 0;
};

const rewriteHistory: Repair = async (_, { key, expected }) => [
  { Put: { Item: expiringItem(key, (expected as { events: LoggedEvent[] }).events, keptSeconds()) } },
];
