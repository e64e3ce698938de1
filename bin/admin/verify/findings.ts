import { isDeepStrictEqual } from 'node:util';
import type { Database, Item, Write, Key } from '../../../functions/platform/dynamodb/database.ts';

/** A difference between a stored item and its expected state. */
export interface Finding {
  /** The kind of the item (see docs/data-model.md). */
  kind: string;
  /** Undefined for items that belong to no employer. */
  employer?: number | undefined;
  key: Key;
  /**
   * The expected attributes; null for an item or attribute that must not exist. A text describes a value that only the
   * owner or a backup can provide.
   */
  expected: Item | string | null;
  found: Item | null;
  /** The item from which the expected attributes are derived, with its version when it was compared, if it has one. */
  source?: { key: Key; version: number | undefined } | undefined;
  /** The repair, if it takes more than putting or deleting the expected item. Not printed. */
  repair?: Repair;
}

/** Returns the writes that repair an item, or whether it has already repaired the item itself. */
export type Repair = (db: Database, finding: Finding) => Promise<Write[] | boolean>;

/** Whether --repair can repair a finding, because the correct value can be computed. */
export const isRepairable = ({ expected }: Finding): boolean => typeof expected !== 'string';

/**
 * The findings that two consecutive readings share, so that traffic cannot have caused them. A number that is too low
 * needs no confirmation: it is read after the numbers in use.
 */
export function confirmedFindings(first: readonly Finding[], second: readonly Finding[]): Finding[] {
  const textOf = ({ kind, key }: Finding) => `${kind} ${key.PK} ${key.SK}`;
  const isSame = (one: Finding, other: Finding) => isDeepStrictEqual(toPrinted(one), toPrinted(other));
  const firstByKey = Map.groupBy(first, textOf);
  return second.filter((finding) =>
    firstByKey.get(textOf(finding))?.some((other) => other.kind === 'number' || isSame(other, finding)),
  );
}

/** The printed form of a finding, with the action of --repair. */
export const toPrinted = (finding: Finding) => ({
  ...finding,
  repair: isRepairable(finding) ? (finding.expected === null ? 'delete' : 'put') : 'none',
});
