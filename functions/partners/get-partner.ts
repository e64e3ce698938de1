import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { partnerRecord } from '../accounts/domain/profile.ts';
import { partnerServicesFor } from './services.ts';

/** Guide: many-employers 1. */
export const handler = authenticatedOperation(
  'getPartner',
  partnerServicesFor,
  async ({ caller: { account: partner } }, { accounts, profiles }) => ({
    body: partnerRecord(partner, await accounts.count(partner.id), await profiles.get(partner.id)),
  }),
);
