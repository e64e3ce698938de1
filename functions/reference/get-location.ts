import { locationRecord } from './domain/location.ts';
import { operationHandler } from '../http/chain.ts';
import { locationServicesFor } from './services.ts';

/** Guide: job-content 7. */
export const handler = operationHandler(
  'getLocation',
  locationServicesFor,
  async ({ id, found }, { places }) => {
    return { body: locationRecord(found(await places.get(id))) };
  },
);
