import { validationHandler } from './validation-handler.ts';
import { validationServicesFor } from './services.ts';

/** Interface 3.9, like PUT /jobs. */
export const handler = validationHandler(
  { id: 'validateUpsert', carried: 'upsertJob' },
  validationServicesFor,
);
