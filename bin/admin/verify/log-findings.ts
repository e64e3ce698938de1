import { keys } from '../../../functions/platform/dynamodb/table.ts';
import type { NewEvent } from '../../../functions/events/domain/same-event.ts';
import { now } from '../../../functions/platform/clock.ts';
import type { Finding } from './findings.ts';
import { textOf, type EmployerReading, type JobWrite } from './reading.ts';

/** For how long a change may be on its way to the log, in milliseconds. */
const ON_ITS_WAY = 60_000;

const eventsOf = ({ log }: EmployerReading) => log.flatMap(({ events }) => events);

/** That the numbers grow by one, from page to page and up to the head, and end where each says. */
function* numberFindings({ employerId: employer, log }: EmployerReading): Generator<Finding> {
  let before: number | undefined;
  for (const { last, events, isHead } of log) {
    const key = isHead ? keys.newestEvents(employer) : keys.eventPage(employer, last);
    for (const { id } of events) {
      const expected = before === undefined ? id : before + 1;
      if (id !== expected) yield { kind: 'event-number', employer, key, expected, found: id };
      before = id;
    }
    if (before !== undefined && before > last)
      yield { kind: 'event-number', employer, key, expected: last, found: before };
    // In a restored table, the numbers go on after a higher one than that of the last event.
    if (events.length > 0) before = last;
  }
}

/** That the history of a job has every event about it that is in a page. */
function* historyFindings({ employerId: employer, log, history }: EmployerReading): Generator<Finding> {
  for (const { events, isHead } of log) {
    if (isHead) continue;
    for (const event of events) {
      const { job } = event.data;
      const key = keys.jobEvent(employer, job.id, event.id);
      if (!history.has(textOf(key)))
        yield { kind: 'event-history', employer, job: job.id, key, expected: event, found: null };
    }
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
function* changeFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer, lastWrites } = reading;
  const events = eventsOf(reading);
  const logged = new Map<number, number>();
  for (const { data } of events) {
    if (data.application === undefined && data.version !== undefined) logged.set(data.job.id, data.version);
  }
  const [oldest] = events;
  const begin = oldest === undefined ? Infinity : Date.parse(oldest.timestamp);
  const end = now().getTime() - ON_ITS_WAY;
  for (const [job, written] of lastWrites) {
    const { version, at } = written;
    const found = logged.get(job) ?? null;
    if (at <= begin || at > end || (found ?? 0) >= version) continue;
    const expected = lostEvent(job, written);
    yield { kind: 'event-missing', employer, job, key: keys.job(employer, job), expected, found };
  }
}

/** What is wrong with the log of events. */
export function* logFindings(reading: EmployerReading): Generator<Finding> {
  yield* numberFindings(reading);
  yield* historyFindings(reading);
  yield* changeFindings(reading);
}
