import { operationHandler } from '../http/chain.ts';
import { requireValid } from '../platform/values/submission.ts';
import { partnerRecord } from './domain/partner-record.ts';
import { partnerServicesFor } from './services.ts';

/** Interface 16.1: only the fields sent are changed. */
export const handler = operationHandler(
  'updatePartner',
  partnerServicesFor,
  async ({ partner, submission, precondition }, { accounts, profiles }) => {
    requireValid(submission);
    const employers = await accounts.count(partner.id);
    const { contactEmail } = submission.fields;
    const updated = await profiles.update(partner.id, (current) => {
      precondition(partnerRecord(partner, employers, current));
      return contactEmail === undefined ? current : { ...current, contactEmail };
    });
    return { body: partnerRecord(partner, employers, updated) };
  },
);
