import { publicPage } from '../http/public-page.ts';
import { setting } from '../platform/config.ts';
import { Refusal } from '../platform/errors.ts';
import { constantServicesFor } from '../reference/services.ts';
import { indexNowKey } from './search-engines/index-now.ts';

/** The key that authenticates notifications to search engines (indexnow.org) (guide: career-site 7 to 9). */
export const handler = publicPage('indexNowKey', constantServicesFor, ({ siteAddress }) => {
  if (!setting('SEARCH_ENGINES')?.has('indexNow')) {
    throw new Refusal('path_not_found', 'There is nothing at this path.');
  }
  return {
    text: indexNowKey(siteAddress('/')),
    type: 'text/plain; charset=utf-8',
    maxAge: 3_600,
  };
});
