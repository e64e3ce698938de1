import { feedReader } from '../feeds/feed-reader.ts';
import { noApiKeys } from '../http/authenticate.ts';
import { now } from './clock.ts';
import { filesFor } from './file-access.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

/** The services of the files for search engines and job aggregators. */
export function feedServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return { apiKeys: noApiKeys, usage: db.usage, now, feeds: feedReader(filesFor(db)) };
}
