import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { subjectOf, toClientEvent, type LoggedEvent } from '../../functions/events/domain/logged-event.ts';
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

/** Lists the events of an employer or of one of its jobs, oldest first, with the cursor of the next page. */
export async function listEvents({ open }: Connection, { employer, after, jobId, now }: EventQuery) {
  const log = eventLog(open(), () => now);
  const events: LoggedEvent[] = [];
  let page = { last: after, more: true };
  try {
    while (page.more && events.length + PAGE_SIZE <= MAX_EVENTS) {
      open();
      const next = await log.after(employer.id, { after: page.last, limit: PAGE_SIZE });
      events.push(...next.events.filter((event) => jobId === undefined || subjectOf(event) === jobId));
      page = next;
    }
    return {
      events: events.map((event) => toClientEvent(event, employer)),
      next: page.more ? page.last : null,
    };
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
