import { requireValid } from '../validation/submission.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { applyAccountUpdate, employerAccount, testWarnings } from '../accounts/domain/employer.ts';
import { resumeEmployer } from './resume-employer.ts';
import { accountServicesFor } from './services.ts';

/** Changes only the fields sent (guide: many-employers 3). */
export const handler = authenticatedOperation(
  'updateEmployerAccount',
  accountServicesFor,
  async ({ caller: { account, author }, id, submission, found, precondition }, { accounts, db, now }) => {
    requireValid(submission);
    const { suspended } = submission.fields;
    const change = { partnerId: account.id, id, by: writtenBy(author, now()) };
    const updated = await accounts.update(change, (current) => {
      precondition(employerAccount(current));
      requireValid(submission, [], () => testWarnings(current, submission.fields));
      return applyAccountUpdate(current, submission.fields, now());
    });
    const employer = found(updated);
    // Done even when the employer was not suspended, so that a repeated request completes an interrupted request.
    if (suspended === false && employer.suspendedAt === null) await resumeEmployer(db, employer, now());
    const warnings = [...submission.warnings, ...testWarnings(employer, submission.fields)];
    return { body: employerAccount(employer), warnings };
  },
);
