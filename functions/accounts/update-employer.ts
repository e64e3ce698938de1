import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from './authenticated-operation.ts';
import {
  employerRecord,
  type EmployerProfile,
  brokenProfileRules,
  parseProfileChanges,
} from './domain/profile.ts';
import { requireValid } from '../validation/submission.ts';
import { profileServicesFor } from './services.ts';

/** Changes only the fields sent (guide: public-pages 10). */
export const handler = authenticatedOperation(
  'updateEmployer',
  profileServicesFor,
  async (request, { profiles, now }) => {
    const { account, author } = request.caller;
    const { submission, precondition } = request;
    const { fields, warnings } = await parseProfileChanges(submission);
    const amend = (current: EmployerProfile) => {
      precondition(employerRecord(current, request));
      const amended = { ...current, ...fields };
      requireValid(submission, brokenProfileRules(amended));
      return amended;
    };
    const updated = await profiles.update(account.id, amend, writtenBy(author, now()));
    return { body: employerRecord(updated, request), warnings };
  },
);
