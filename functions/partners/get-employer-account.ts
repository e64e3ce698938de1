import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { employerAccount } from '../accounts/domain/employer.ts';
import { accountServicesFor } from './services.ts';

/** Guide: many-employers 3. */
export const handler = authenticatedOperation(
  'getEmployerAccount',
  accountServicesFor,
  async ({ caller: { account }, id, found }, { accounts }) => ({
    body: employerAccount(found(await accounts.get(account.id, id))),
  }),
);
