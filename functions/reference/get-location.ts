import { locationRecord } from './domain/location.ts';
import { operationHandler } from '../http/chain.ts';
import { locationServicesFor } from './services.ts';

/** Section 4.2 of docs/interface.md. */
export const handler = operationHandler(
  'getLocation',
  locationServicesFor,
  async ({ id, found }, { places }) => {
    return { body: locationRecord(found(await places.get(id))) };
  },
);
