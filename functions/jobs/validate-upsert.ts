import { validationHandler } from './validation-handler.ts';
import { validationServicesFor } from './services.ts';

/** Guide: nightly-sync 7, like PUT /jobs. */
export const handler = validationHandler(
  { id: 'validateUpsert', carried: 'upsertJob' },
  validationServicesFor,
);
