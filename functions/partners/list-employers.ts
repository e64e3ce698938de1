import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { employerAccount } from '../accounts/domain/employer.ts';
import { lastEventIds } from '../events/store/event-log.ts';
import { accountServicesFor } from './services.ts';

/** Guide: many-employers 3. */
export const handler = authenticatedOperation(
  'listEmployers',
  accountServicesFor,
  async ({ caller: { account }, query, pageAddress }, { accounts, db }) => {
    const { referenceId } = query;
    const { data, next } =
      referenceId === undefined
        ? await accounts.list(account.id, query)
        : { data: [(await accounts.findByReference(account.id, referenceId)) ?? []].flat(), next: undefined };
    const newest = await lastEventIds(db)(data.map(({ id }) => id));
    return {
      body: {
        data: data.map((each) => ({ ...employerAccount(each), lastEvent: newest.get(each.id) ?? 0 })),
        paging: { next: next === undefined ? null : pageAddress(next) },
      },
    };
  },
);
