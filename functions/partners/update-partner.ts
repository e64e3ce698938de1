import { requireValid } from '../validation/submission.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { type EmployerProfile, partnerRecord } from '../accounts/domain/profile.ts';
import { partnerServicesFor } from './services.ts';

/** Changes only the fields sent (guide: many-employers 1). */
export const handler = authenticatedOperation(
  'updatePartner',
  partnerServicesFor,
  async ({ caller: { account: partner, author }, submission, precondition }, { accounts, profiles, now }) => {
    requireValid(submission);
    const employers = await accounts.count(partner.id);
    const { contactEmail } = submission.fields;
    const amend = (current: EmployerProfile) => {
      precondition(partnerRecord(partner, employers, current));
      return contactEmail === undefined ? current : { ...current, contactEmail };
    };
    const updated = await profiles.update(partner.id, amend, writtenBy(author, now()));
    return { body: partnerRecord(partner, employers, updated) };
  },
);
