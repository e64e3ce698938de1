import { locationRecord, searchPlaces } from './domain/location.ts';
import { operationHandler } from '../http/chain.ts';
import { paging } from '../http/operation-response.ts';
import { locationServicesFor } from './services.ts';

/** Guide: job-content 7. */
export const handler = operationHandler(
  'listLocations',
  locationServicesFor,
  async ({ query, pageAddress }, { places }) => {
    const { q = '', types, page, pageSize } = query;
    const locations = searchPlaces(await places.list(), q)
      .map(locationRecord)
      .filter(({ type }) => types === undefined || types.includes(type));
    return {
      body: {
        data: locations.slice((page - 1) * pageSize, page * pageSize),
        paging: paging(query, locations.length, pageAddress),
      },
    };
  },
);
