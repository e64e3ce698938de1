import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { partnerRecord } from '../accounts/domain/profile.ts';
import { partnerServicesFor } from './services.ts';

/** Guide: many-employers 1. */
export const handler = authenticatedOperation(
  'getPartner',
  partnerServicesFor,
  async ({ caller: { account } }, { accounts, profiles }) => ({
    body: partnerRecord(account, await accounts.count(account.id), await profiles.get(account.id)),
  }),
);
