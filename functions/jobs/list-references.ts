import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { referenceServicesFor } from './services.ts';

/** Section 3.10 of docs/interface.md. */
export const handler = authenticatedOperation(
  'listReferences',
  referenceServicesFor,
  async ({ caller: { account: employer }, query, pageAddress }, { references }) => {
    const { data, last } = await references.list(employer.id, query);
    const next = last === undefined ? null : pageAddress(last);
    return { body: { data, paging: { next } } };
  },
);
