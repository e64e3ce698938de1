import { performers } from './batch-jobs.ts';
import { validationEndpoint } from './http/validation-endpoint.ts';
import { validationServicesFor } from './wiring/validation-services.ts';

/** Interface 3.9, as PUT /jobs would. */
export const handler = validationEndpoint(
  { id: 'validateUpsert', carried: 'upsertJob' },
  validationServicesFor,
  performers,
);
