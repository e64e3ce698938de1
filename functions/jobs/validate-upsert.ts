import { validationHandler } from './validation-handler.ts';
import { validationServicesFor } from './services.ts';

/** Interface 3.9, as PUT /jobs would. */
export const handler = validationHandler(
  { id: 'validateUpsert', carried: 'upsertJob' },
  validationServicesFor,
);
