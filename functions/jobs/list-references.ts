import { operationHandler } from '../http/chain.ts';
import { referenceServicesFor } from './services.ts';

/** Interface 3.10. */
export const handler = operationHandler(
  'listReferences',
  referenceServicesFor,
  async ({ employer, query, pageAddress }, { references }) => {
    const { data, last } = await references.list(employer.id, query);
    const next = last === undefined ? null : pageAddress(last);
    return { body: { data, paging: { next } } };
  },
);
