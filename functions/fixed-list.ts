import type { OperationId } from '../schemas/operations.ts';
import { Refusal } from './domain/refusal.ts';
import { endpoint, type Answer } from './endpoint.ts';

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

/** The handler of a list of the reference data that never changes (notes, "Reference data"). */
export const fixedList = (id: ListId, entries: readonly Entry[]) =>
  endpoint(id, (): Answer => ({ body: { data: entries } }));

/** The handler of one entry of such a list. Refuses with `entry_not_found`. */
export const fixedEntry = (id: EntryId, entries: readonly Entry[]) =>
  endpoint(id, (request): Answer => {
    const entry = entries.find((each) => each.id === request.id);
    if (!entry) throw new Refusal('entry_not_found');
    return { body: entry };
  });
