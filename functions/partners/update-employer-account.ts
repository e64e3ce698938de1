import { operationHandler } from '../http/chain.ts';
import { requireValid } from '../platform/values/submission.ts';
import { amendedAccount, employerAccount, warningsOn } from './domain/employer-account.ts';
import { accountChangesFor } from './services.ts';

/** Interface 16.3: only the fields sent are changed. */
export const handler = operationHandler(
  'updateEmployerAccount',
  accountChangesFor,
  async ({ partner, id, submission, found, precondition }, { accounts, goOn, now }) => {
    requireValid(submission);
    const { suspended } = submission.fields;
    const updated = await accounts.update(partner.id, id, (current) => {
      precondition(employerAccount(current));
      requireValid(submission, [], warningsOn(current, submission.fields));
      return amendedAccount(current, submission.fields, now());
    });
    const employer = found(updated);
    // Also when it is not suspended, so that a repeated request completes what was interrupted.
    if (suspended === false) await goOn(employer);
    const warnings = [...submission.warnings, ...warningsOn(employer, submission.fields)];
    return { body: employerAccount(employer), warnings };
  },
);
