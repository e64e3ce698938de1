import { subjectOf, type LoggedEvent, type NewEvent } from '../../../functions/events/domain/logged-event.ts';
import { expiringItem, nextEventId } from '../../../functions/events/store/event-items.ts';
import { logBuilder, REPAIRED } from '../../../functions/events/store/log-builder.ts';
import { now } from '../../../functions/platform/time/clock.ts';
import { setting } from '../../../functions/platform/config.ts';
import { eventKeys } from '../../../functions/events/keys.ts';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import type { Finding, Repair } from './findings.ts';
import type { EmployerReading, JobWrite } from './reading.ts';

/** How long a change may take to reach the log, in milliseconds. */
const LOG_DELAY_MILLIS = 60_000;

/** The items that the histories of jobs must have: one for each event in a page. */
export function* expectedHistory({ employerId, pages }: EmployerReading) {
  for (const event of pages) {
    const item = { ...eventKeys.jobEvent(employerId, subjectOf(event), event.id), events: [event] };
    yield { kind: 'history', item, repair: rewriteHistory };
  }
}

/** Finds event ids that do not increase by one, except for the gaps that restores leave. */
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

/** The event for the last change of a job whose details are lost. */
const reconstructEvent = (id: number, { version, at, isDeletion, referenceId }: JobWrite): NewEvent => ({
  type: isDeletion ? 'job.deleted' : version === 1 ? 'job.created' : 'job.updated',
  timestamp: new Date(at).toISOString(),
  data: {
    job: { id, referenceId },
    version,
    ...(!isDeletion && version > 1 && { changes: {} }),
    by: { type: 'operator' },
  },
});

/** Finds jobs whose last change is missing in the log, unless it may still arrive or is older than the log. */
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
  const end = now().getTime() - LOG_DELAY_MILLIS;
  for (const [job, written] of lastWrites) {
    const { version, at } = written;
    const loggedVersion = logged.get(job) ?? null;
    if (at <= begin || at > end || (loggedVersion ?? 0) >= version) continue;
    const event = reconstructEvent(job, written);
    yield {
      kind: 'event',
      employer,
      key: jobKeys.job(employer, job),
      expected: { event },
      found: { version: loggedVersion },
      repair: appendEvent,
    };
  }
}

/** A function, because a command gets the setting of a stage only when it connects. */
const retentionSeconds = () => setting('EVENT_RETENTION_DAYS') * 24 * 60 * 60;

const appendEvent: Repair = async (db, { employer = 0, expected }) => {
  const { event } = expected as { event: NewEvent };
  const change = { employerId: employer, source: 'j', sequenceNumber: REPAIRED, event } as const;
  return (await logBuilder(db, retentionSeconds()).add(employer, [change])) > 0;
};

const rewriteHistory: Repair = async (_, { key, expected }) => [
  { Put: { Item: expiringItem(key, (expected as { events: LoggedEvent[] }).events, retentionSeconds()) } },
];
