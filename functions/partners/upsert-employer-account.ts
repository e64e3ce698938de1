import { operationHandler } from '../http/chain.ts';
import { requireValid } from '../platform/values/submission.ts';
import { amendedAccount, employerAccount, nameOfNew } from './domain/employer-account.ts';
import { accountServicesFor } from './services.ts';

/** Interface 16.2: updates the employer with this referenceId, or creates it. */
export const handler = operationHandler(
  'upsertEmployerAccount',
  accountServicesFor,
  async ({ partner, submission, precondition, address }, { accounts, now }) => {
    requireValid(submission);
    const { referenceId = '', name } = submission.fields;
    const { employer, isNew } = await accounts.upsert(partner.id, referenceId, {
      now: now(),
      nameOfNew: () => {
        precondition();
        return nameOfNew(name);
      },
      amend: (current) => {
        precondition(employerAccount(current));
        return amendedAccount(current, { name }, now());
      },
    });
    const location = address(`/employers/${employer.id}`);
    const headers = { 'content-location': location, ...(isNew && { location }) };
    return { body: employerAccount(employer), headers, ...(isNew && { status: 201 }) };
  },
);
