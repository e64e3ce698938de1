import { performers } from './batch-jobs.ts';
import { validationEndpoint } from './validation-endpoint.ts';
import { validationServicesFor } from './services.ts';

/** Interface 3.9, as PUT /jobs would. */
export const handler = validationEndpoint(
  { id: 'validateUpsert', carried: 'upsertJob' },
  validationServicesFor,
  performers,
);
