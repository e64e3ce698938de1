import { isDeepStrictEqual } from 'node:util';
import type { Database, Item, Write, Key } from '../../../functions/platform/dynamodb/database.ts';

/** Something that is not as it has to be. */
export interface Finding {
  /** What the item is (see docs/data-model.md). */
  kind: string;
  /** Undefined for what belongs to no employer. */
  employer?: number | undefined;
  key: Key;
  /** The attributes that it has to have; null for no item, or attribute. A text where only its owner or a backup can say. */
  expected: Item | string | null;
  found: Item | null;
  /** What it follows from, as it was compared: an item with a version, if there is one. */
  source?: { key: Key; version: number | undefined } | undefined;
  /** The repair, when it takes more than to put or delete the expected item. Not printed. */
  repair?: Repair;
}

/** The writes that put an item right, or whether it has done so by itself. */
export type Repair = (db: Database, finding: Finding) => Promise<Write[] | boolean>;

/** Whether --repair can correct a finding: not when the correct item cannot be computed. */
export const isRepairable = ({ expected }: Finding): boolean => typeof expected !== 'string';

/**
 * The findings that two consecutive readings share, so that traffic cannot have caused them. A number that is too low is
 * certain by itself: it is read after what is in use.
 */
export function agreed(first: readonly Finding[], second: readonly Finding[]): Finding[] {
  const textOf = ({ kind, key }: Finding) => `${kind} ${key.PK} ${key.SK}`;
  const isSame = (one: Finding, other: Finding) => isDeepStrictEqual(described(one), described(other));
  const known = Map.groupBy(first, textOf);
  return second.filter((finding) =>
    known.get(textOf(finding))?.some((other) => other.kind === 'number' || isSame(other, finding)),
  );
}

/** A finding as printed: with what --repair does about it. */
export const described = (finding: Finding) => ({
  ...finding,
  repair: isRepairable(finding) ? (finding.expected === null ? 'delete' : 'put') : 'none',
});
