import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from './authenticated-operation.ts';
import { employerRecord } from './domain/profile.ts';
import { logoServicesFor } from './services.ts';

/** Responds 204 even when there is no logo (guide: public-pages 11). */
export const handler = authenticatedOperation(
  'deleteLogo',
  logoServicesFor,
  async (request, { logos, now }) => {
    const { account, author } = request.caller;
    const { precondition } = request;
    const owner = { employerId: account.id, by: writtenBy(author, now()) };
    await logos.remove(owner, (current) => precondition(employerRecord(current, request)));
    return {};
  },
);
