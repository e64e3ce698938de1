import { operationHandler } from '../http/chain.ts';
import { employerRecord } from './domain/employer-record.ts';
import { profileServicesFor } from './services.ts';

/** Interface 15.1. */
export const handler = operationHandler('getEmployer', profileServicesFor, async (request, { profiles }) => ({
  body: employerRecord(await profiles.get(request.employer.id), request),
}));
