import { validationHandler } from './validation-handler.ts';
import { handler as validateUpsert } from './validate-upsert.ts';
import { validationServicesFor } from './services.ts';

/** Interface 3.9, like POST /jobs. */
export const handler = validationHandler({ id: 'validateJob', carried: 'createJob' }, validationServicesFor, {
  PUT: validateUpsert,
});
