import type { OperationId } from '../schemas/operations.ts';
import { Refusal } from './domain/refusal.ts';
import type { Answer } from './http/answer.ts';
import { noApiKeys } from './http/authenticate.ts';
import { endpointWith } from './http/chain.ts';

interface Entry {
  id: number;
  name: string;
}

type ListId = Extract<
  OperationId,
  `list${'PositionTypes' | 'JobCategories' | 'SalaryPeriods' | 'ApplicantRoutingTypes'}`
>;
type EntryId = Extract<
  OperationId,
  `get${'PositionType' | 'JobCategory' | 'SalaryPeriod' | 'ApplicantRoutingType'}`
>;

// No table, and so nothing of the SDK in these functions: every entry is in the bundle.
const endpoint = endpointWith(() => ({
  apiKeys: noApiKeys,
  usage: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
  now: () => new Date(),
}));

/** The handler of a list of the reference data that never changes (interface 4.1). */
export const fixedList = (id: ListId, entries: readonly Entry[]) =>
  endpoint(id, (): Answer => ({ body: { data: entries } }));

/** The handler of one entry of such a list. Refuses with `entry_not_found`. */
export const fixedEntry = (id: EntryId, entries: readonly Entry[]) =>
  endpoint(id, (request): Answer => {
    const entry = entries.find((each) => each.id === request.id);
    if (!entry) throw new Refusal('entry_not_found');
    return { body: entry };
  });
