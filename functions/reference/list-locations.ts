import { locationRecord } from './domain/location.ts';
import { searchPlaces } from './domain/search.ts';
import { operationHandler } from '../http/chain.ts';
import { paging } from '../http/paging.ts';
import { placeServicesFor } from './services.ts';

/** Interface 4.2. There is only one type of location, so `types` never excludes any. */
export const handler = operationHandler(
  'listLocations',
  placeServicesFor,
  async ({ query, pageAddress }, { places }) => {
    const { q = '', page, pageSize } = query;
    const found = searchPlaces(await places.list(), q);
    return {
      body: {
        data: found.slice((page - 1) * pageSize, page * pageSize).map(locationRecord),
        paging: paging(query, found.length, pageAddress),
      },
    };
  },
);
