import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from './authenticated-operation.ts';
import { employerRecord } from './domain/profile.ts';
import { requireLogo } from './domain/logo-file.ts';
import { handler as deleteLogo } from './delete-logo.ts';
import { logoServicesFor } from './services.ts';

/** Stores the bytes unchanged (guide: public-pages 11). */
export const handler = authenticatedOperation(
  'setLogo',
  logoServicesFor,
  async (request, { logos, now }) => {
    const { account, author } = request.caller;
    const { file, precondition } = request;
    const owner = { employerId: account.id, by: writtenBy(author, now()) };
    const profile = await logos.set(owner, requireLogo(file), (current) =>
      precondition(employerRecord(current, request)),
    );
    return { body: employerRecord(profile, request) };
  },
  { DELETE: deleteLogo },
);
