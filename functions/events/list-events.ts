import { refuseViolations } from '../validation/submission.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { toClientEvent } from './domain/logged-event.ts';
import { eventServicesFor } from './services.ts';

/** After a restore, the log may end before a client's cursor, which would skip the next events. */
const beyond = (latest: number) =>
  ({
    parameter: 'after',
    code: 'too_large',
    message: `after must be at most ${latest}, the id of your newest event.`,
  }) as const;

/** Guide: follow-changes 7 and 8. */
export const handler = authenticatedOperation(
  'listEvents',
  eventServicesFor,
  async ({ caller: { account }, query, pageAddress }, { log }) => {
    const { events, last, more, latest } = await log.after(account.id, query);
    if (query.after > latest) refuseViolations([beyond(latest)]);
    const data = events.map((event) => toClientEvent(event, account));
    return { body: { data, paging: { next: pageAddress(last), more, latest } } };
  },
);
