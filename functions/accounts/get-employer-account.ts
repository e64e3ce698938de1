import { operationHandler } from '../http/chain.ts';
import { employerAccount } from './domain/employer-account.ts';
import { accountServicesFor } from './services.ts';

/** Interface 16.3. */
export const handler = operationHandler(
  'getEmployerAccount',
  accountServicesFor,
  async ({ partner, id, found }, { accounts }) => ({
    body: employerAccount(found(await accounts.get(partner.id, id))),
  }),
);
