import { handler as deleteJob } from './delete-job.ts';
import { operationHandler } from '../http/chain.ts';
import { writeServicesFor } from './services.ts';
import { handler as updateJob } from './update-job.ts';

/** Interface 5.6: POST on a job only serves the method override; without one it is rejected before this handler. */
export const handler = operationHandler('overrideJobMethod', writeServicesFor, () => ({}), {
  PUT: updateJob,
  DELETE: deleteJob,
});
