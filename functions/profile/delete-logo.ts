import { operationHandler } from '../http/chain.ts';
import { employerRecord } from './domain/employer-record.ts';
import { logoServicesFor } from './services.ts';

/** Interface 15.3: deleting a logo that is not there does nothing. */
export const handler = operationHandler('deleteLogo', logoServicesFor, async (request, { logos }) => {
  const { employer, precondition } = request;
  await logos.remove(employer.id, (current) => precondition(employerRecord(current, request)));
  return {};
});
