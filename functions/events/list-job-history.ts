import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { toClientEvent } from './domain/logged-event.ts';
import { historyServicesFor } from './services.ts';

/** Guide: follow-changes 9. */
export const handler = authenticatedOperation(
  'listJobHistory',
  historyServicesFor,
  async ({ caller: { account }, id, query, found, pageAddress }, { log, jobs }) => {
    const { events, before } = await log.history(account.id, id, query);
    // A page with events proves that the job existed.
    const [latest] =
      events.length > 0 || query.before === undefined
        ? events
        : (await log.history(account.id, id, { limit: 1 })).events;
    // The events of a deleted job stay; a job that is older than the log has no events.
    if (latest === undefined) found(await jobs.get(account.id, id));
    const next = before === null ? null : pageAddress(before);
    const data = events.map((event) => toClientEvent(event, account));
    return { body: { data, paging: { next, more: next !== null } } };
  },
);
