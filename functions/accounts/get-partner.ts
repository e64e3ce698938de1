import { authenticatedOperation } from './authenticated-operation.ts';
import { partnerRecord } from './domain/profile.ts';
import { partnerServicesFor } from './services.ts';

/** Interface 16.1. */
export const handler = authenticatedOperation(
  'getPartner',
  partnerServicesFor,
  async ({ caller: { account: partner } }, { accounts, profiles }) => ({
    body: partnerRecord(partner, await accounts.count(partner.id), await profiles.get(partner.id)),
  }),
);
