import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { referenceServicesFor } from './services.ts';

/** Guide: nightly-sync 8. */
export const handler = authenticatedOperation(
  'listReferences',
  referenceServicesFor,
  async ({ caller: { account }, query, pageAddress }, { references }) => {
    const { data, last } = await references.list(account.id, query);
    const next = last === undefined ? null : pageAddress(last);
    return { body: { data, paging: { next } } };
  },
);
