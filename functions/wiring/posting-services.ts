import { hasPassed, type CalendarDate } from '../domain/calendar.ts';
import { openPosting } from '../domain/posting.ts';
import { noApiKeys } from '../http/authenticate.ts';
import { postingStore } from '../store/postings.ts';
import { endOfDay, now, today } from './clock.ts';
import { setting } from './config.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

const isPast = (date: CalendarDate) => hasPassed(date, now(), today);

const currency = setting('CURRENCY');

/** The services of everything that shows postings to candidates. */
export function postingServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  const { find } = postingStore(db);
  return {
    apiKeys: noApiKeys,
    usage: db.usage,
    now,
    /** The open posting with a public id. Throws as `openPosting` does. */
    openPosting: async (publicId: string) => openPosting(await find(publicId), publicId, isPast),
    currency,
    endOfDay,
  };
}
