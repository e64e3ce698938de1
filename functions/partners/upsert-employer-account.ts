import { requireValid } from '../validation/submission.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import {
  applyAccountUpdate,
  employerAccount,
  createAccount,
  testWarnings,
} from '../accounts/domain/employer.ts';
import { accountServicesFor } from './services.ts';

/** Updates the employer with this referenceId, or creates an employer (guide: many-employers 2). */
export const handler = authenticatedOperation(
  'upsertEmployerAccount',
  accountServicesFor,
  async ({ caller: { account, author }, submission, precondition, address }, { accounts, now }) => {
    requireValid(submission);
    const { referenceId = '', name } = submission.fields;
    const { employer, isNew } = await accounts.upsert(account.id, referenceId, {
      by: writtenBy(author, now()),
      newFields: () => (precondition(), createAccount(submission.fields)),
      amend: (current) => {
        precondition(employerAccount(current));
        requireValid(submission, [], () => testWarnings(current, submission.fields));
        return applyAccountUpdate(current, { name }, now());
      },
    });
    const location = address(`/employers/${employer.id}`);
    const headers = { 'content-location': location, ...(isNew && { location }) };
    const warnings = [...submission.warnings, ...testWarnings(employer, submission.fields)];
    return { body: employerAccount(employer), headers, warnings, ...(isNew && { status: 201 }) };
  },
);
