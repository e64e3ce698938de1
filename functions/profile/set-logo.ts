import { operationHandler } from '../http/chain.ts';
import { employerRecord } from './domain/employer-record.ts';
import { requireLogo } from './domain/logo-file.ts';
import { handler as deleteLogo } from './delete-logo.ts';
import { logoServicesFor } from './services.ts';

/** Interface 15.3: the bytes are kept as they were sent. */
export const handler = operationHandler(
  'setLogo',
  logoServicesFor,
  async (request, { logos }) => {
    const { employer, file, precondition } = request;
    const profile = await logos.set(employer.id, requireLogo(file), (current) =>
      precondition(employerRecord(current, request)),
    );
    return { body: employerRecord(profile, request) };
  },
  { DELETE: deleteLogo },
);
