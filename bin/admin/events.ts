import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { toClientEvent, type LoggedEvent } from '../../functions/events/domain/logged-event.ts';
import { eventLog } from '../../functions/events/store/event-log.ts';
import { Refusal } from '../../functions/platform/errors.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failures.ts';

/** The maximum number of printed events. */
const AT_MOST = 1_000;

/** The page size for reading events. */
const PAGE = 100;

interface Wanted {
  employer: Employer;
  /** Lists the events after this event id. */
  after: number;
  /** Limits the list to one job and its applications; undefined for all jobs. */
  jobId: number | undefined;
  now: Date;
}

type Log = ReturnType<typeof eventLog>;

/** The events of an employer, oldest first, and the cursor of the next page; null on the last page. */
async function eventsAfter(log: Log, { employer, after }: Wanted): Promise<[LoggedEvent[], number | null]> {
  const events: LoggedEvent[] = [];
  for (let last = after; ;) {
    const page = await log.after(employer.id, { after: last, limit: PAGE });
    events.push(...page.events);
    if (!page.more) return [events, null];
    ({ last } = page);
    if (events.length >= AT_MOST) return [events, last];
  }
}

/**
 * The events of one job, like `eventsAfter`. The log reads a job's history from the newest event back, so this reads
 * all of it and keeps the oldest AT_MOST events.
 */
async function historyAfter(
  log: Log,
  { employer, after, jobId = 0 }: Wanted,
): Promise<[LoggedEvent[], number | null]> {
  let oldest: LoggedEvent[] = [];
  let hasMore = false;
  let before: number | null | undefined;
  while (before !== null && (before ?? Infinity) > after) {
    const page = await log.history(employer.id, jobId, { limit: PAGE, ...(before && { before }) });
    const newestFirst = [...oldest, ...page.events.filter(({ id }) => id > after)];
    hasMore ||= newestFirst.length > AT_MOST;
    oldest = newestFirst.slice(-AT_MOST);
    ({ before } = page);
  }
  return [oldest.toReversed(), hasMore ? (oldest[0]?.id ?? null) : null];
}

/** Lists the events of an employer or of one of its jobs, oldest first, with the cursor of the next page. */
export async function listEvents({ open }: Connection, wanted: Wanted) {
  const log = eventLog(open(), () => wanted.now);
  const list = wanted.jobId === undefined ? eventsAfter : historyAfter;
  try {
    const [events, next] = await list(log, wanted);
    return { events: events.map((event) => toClientEvent(event, wanted.employer)), next };
  } catch (error) {
    throw error instanceof Refusal ? new Failure(error.message) : error;
  }
}

/** An event as a row of a table. */
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
