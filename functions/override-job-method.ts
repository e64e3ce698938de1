import { handler as deleteJob } from './delete-job.ts';
import { endpoint } from './http/chain.ts';
import { writeServicesFor } from './wiring/services.ts';
import { handler as updateJob } from './update-job.ts';

/** Interface 5.6: the method override is all that POST on a job is for; the chain refuses it without one. */
export const handler = endpoint('overrideJobMethod', writeServicesFor, () => ({}), {
  PUT: updateJob,
  DELETE: deleteJob,
});
