import { operationHandler } from '../http/chain.ts';
import { profileServicesFor } from './services.ts';
import { handler as updateEmployer } from './update-employer.ts';

/** Interface 5.6: POST on the profile only serves the method override; without one it is rejected before this handler. */
export const handler = operationHandler('overrideEmployerMethod', profileServicesFor, () => ({}), {
  PUT: updateEmployer,
});
