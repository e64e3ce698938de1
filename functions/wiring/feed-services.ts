import { feedReader } from '../feeds/feed-reader.ts';
import { filesFor } from './file-access.ts';
import { publicAccess } from './public-access.ts';
import type { RequestTime } from './table-access.ts';

/** The services of the files for search engines and job aggregators. */
export function feedServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { ...access, feeds: feedReader(filesFor(db)) };
}
