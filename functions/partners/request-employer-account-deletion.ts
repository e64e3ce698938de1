import { isMetered, metered, writeLine } from '../platform/log.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { employerAccount, requestDeletion } from '../accounts/domain/employer.ts';
import { accountServicesFor } from './services.ts';

/** Suspends an employer, and asks the operator to delete it (guide: many-employers 3). */
export const handler = authenticatedOperation(
  'requestEmployerAccountDeletion',
  accountServicesFor,
  async ({ caller: { account, author }, id, found }, { accounts, now }) => {
    const change = { partnerId: account.id, id, by: writtenBy(author, now()) };
    const employer = found(await accounts.update(change, (current) => requestDeletion(current, now())));
    if (isMetered) {
      const operation = 'requestEmployerAccountDeletion';
      writeLine({ level: 'WARN', operation, requested: 1, ...metered(['requested'], now()) });
    }
    return { body: employerAccount(employer) };
  },
);
