import { authenticatedOperation } from './authenticated-operation.ts';
import { employerRecord } from './domain/profile.ts';
import { profileServicesFor } from './services.ts';

/** Interface 15.1. */
export const handler = authenticatedOperation(
  'getEmployer',
  profileServicesFor,
  async (request, { profiles }) => ({
    body: employerRecord(await profiles.get(request.caller.account.id), request),
  }),
);
