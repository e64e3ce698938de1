import { requireValid } from '../validation/submission.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { type EmployerProfile, partnerRecord } from '../accounts/domain/profile.ts';
import { partnerServicesFor } from './services.ts';

/** Changes only the fields sent (guide: many-employers 1). */
export const handler = authenticatedOperation(
  'updatePartner',
  partnerServicesFor,
  async ({ caller: { account, author }, submission, precondition }, { accounts, profiles, now }) => {
    requireValid(submission);
    const employers = await accounts.count(account.id);
    const { contactEmail } = submission.fields;
    const amend = (current: EmployerProfile) => {
      precondition(partnerRecord(account, employers, current));
      return contactEmail === undefined ? current : { ...current, contactEmail };
    };
    const updated = await profiles.update(account.id, amend, writtenBy(author, now()));
    return { body: partnerRecord(account, employers, updated) };
  },
);
