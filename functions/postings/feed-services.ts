import { feedReader } from './feeds/feed-reader.ts';
import { filesFor } from '../platform/files/file-access.ts';
import { publicAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services of the files for search engines and job aggregators. */
export function feedServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { ...access, feeds: feedReader(filesFor(db)) };
}
