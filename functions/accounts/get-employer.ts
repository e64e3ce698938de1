import { authenticatedOperation } from './authenticated-operation.ts';
import { employerRecord } from './domain/profile.ts';
import { profileServicesFor } from './services.ts';

/** Guide: public-pages 10. */
export const handler = authenticatedOperation(
  'getEmployer',
  profileServicesFor,
  async (request, { profiles }) => ({
    body: employerRecord(await profiles.get(request.caller.account.id), request),
  }),
);
