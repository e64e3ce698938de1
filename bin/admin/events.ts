import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { toClientEvent, type LoggedEvent } from '../../functions/events/domain/logged-event.ts';
import { eventLog } from '../../functions/events/store/event-log.ts';
import { Refusal } from '../../functions/platform/errors.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failures.ts';

/** The maximum number of printed events. */
const MAX_EVENTS = 1_000;

const PAGE_SIZE = 100;

interface EventQuery {
  employer: Employer;
  /** Lists the events after this event id. */
  after: number;
  /** Limits the list to one job and its applications; undefined for all jobs. */
  jobId: number | undefined;
  now: Date;
}

type Log = ReturnType<typeof eventLog>;

/** The events of an employer, oldest first, and the cursor of the next page; null on the last page. */
async function eventsAfter(
  log: Log,
  { employer, after }: EventQuery,
): Promise<[LoggedEvent[], number | null]> {
  const events: LoggedEvent[] = [];
  for (let last = after; ;) {
    const page = await log.after(employer.id, { after: last, limit: PAGE_SIZE });
    events.push(...page.events);
    if (!page.more) return [events, null];
    ({ last } = page);
    if (events.length >= MAX_EVENTS) return [events, last];
  }
}

/**
 * The events of one job, like `eventsAfter`. The log reads a job's history from the newest event back, so this reads
 * all of it and keeps the oldest AT_MOST events.
 */
async function historyAfter(
  log: Log,
  { employer, after, jobId = 0 }: EventQuery,
): Promise<[LoggedEvent[], number | null]> {
  let oldest: LoggedEvent[] = [];
  let hasMore = false;
  let before: number | null | undefined;
  while (before !== null && (before ?? Infinity) > after) {
    const page = await log.history(employer.id, jobId, { limit: PAGE_SIZE, ...(before && { before }) });
    const newestFirst = [...oldest, ...page.events.filter(({ id }) => id > after)];
    hasMore ||= newestFirst.length > MAX_EVENTS;
    oldest = newestFirst.slice(-MAX_EVENTS);
    ({ before } = page);
  }
  return [oldest.toReversed(), hasMore ? (oldest[0]?.id ?? null) : null];
}

/** Lists the events of an employer or of one of its jobs, oldest first, with the cursor of the next page. */
export async function listEvents({ open }: Connection, query: EventQuery) {
  const log = eventLog(open(), () => query.now);
  const list = query.jobId === undefined ? eventsAfter : historyAfter;
  try {
    const [events, next] = await list(log, query);
    return { events: events.map((event) => toClientEvent(event, query.employer)), next };
  } catch (error) {
    throw error instanceof Refusal ? new Failure(error.message) : error;
  }
}

export const eventLine = ({ id, timestamp, type, data }: LoggedEvent) => {
  const { job, key, webhook, application, changes, fields, failure, by } = data;
  return {
    id,
    timestamp,
    type,
    job: job?.id ?? null,
    referenceId: job?.referenceId ?? null,
    by: [by?.type, by?.id, by?.label ?? by?.name].filter(Boolean).join(' '),
    what:
      failure?.code ?? application?.state ?? key?.id ?? webhook?.id ?? fields ?? Object.keys(changes ?? {}),
  };
};
