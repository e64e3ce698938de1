import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { employerAccount } from '../accounts/domain/employer.ts';
import { accountServicesFor } from './services.ts';

/** Section 16.3 of docs/interface.md. */
export const handler = authenticatedOperation(
  'getEmployerAccount',
  accountServicesFor,
  async ({ caller: { account: partner }, id, found }, { accounts }) => ({
    body: employerAccount(found(await accounts.get(partner.id, id))),
  }),
);
