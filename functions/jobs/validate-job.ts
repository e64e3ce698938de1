import { validationHandler } from './validation-handler.ts';
import { handler as validateUpsert } from './validate-upsert.ts';
import { validationServicesFor } from './services.ts';

/** Guide: nightly-sync 7, like POST /jobs. */
export const handler = validationHandler({ id: 'validateJob', carried: 'createJob' }, validationServicesFor, {
  PUT: validateUpsert,
});
