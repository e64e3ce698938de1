import { clickCounter } from './store/clicks.ts';
import { now } from '../platform/clock.ts';
import { postingServicesFor } from './posting-services.ts';
import { databaseAside, sumOf, type RequestTime } from '../platform/request-database.ts';

/** The services of the redirect to the employer's website. */
export function followServicesFor(context: RequestTime) {
  const services = postingServicesFor(context);
  const aside = databaseAside(context);
  return {
    ...services,
    clicks: clickCounter(aside, now),
    usage: () => sumOf(services.usage(), aside.usage()),
  };
}
