import {
  BASE_ATTRIBUTE,
  baseFrom,
  baseOf,
  byGeneration,
  digitsOf,
  isOfStatuses,
  type StatusBase,
  type StatusMap,
} from './status-digits.ts';
import { countAttributes, numbersOf, type StatusLeaf } from './status-map.ts';

/** What a leaf gives up for a new base: its numbers of the full bands, and its present base. */
interface FoldedLeaf {
  leaf: number;
  /** The attributes, as they were read; undefined for a base that it does not have. */
  given: Readonly<Record<string, unknown>>;
}

/** The fold of a generation: a new base, and the leaves that are to name it. */
export interface Fold {
  generation: number;
  base: StatusBase;
  leaves: FoldedLeaf[];
}

/** Whether a leaf has no jobs, so that it can go: one that is not there counts as zeros. */
export const isSpent = (leaf: StatusLeaf): boolean =>
  Object.values(countAttributes).every((name) => (leaf.attributes[name] ?? 0) === 0);

const foldedLeaf = (leaf: StatusLeaf, newestBand: number): FoldedLeaf => ({
  leaf: leaf.leaf,
  given: Object.fromEntries(
    [BASE_ATTRIBUTE, ...numbersOf(leaf).flatMap(({ name, band }) => (band < newestBand ? name : []))].map(
      (name) => [name, leaf.attributes[name]],
    ),
  ),
});

const asLeaf = ({ leaf, given }: FoldedLeaf): StatusLeaf => ({ leaf, attributes: given });

/**
 * How to fold a map: in each generation with numbers of full bands, these and what is in its bases become one new base.
 * The newest band stays in the leaves, because it changes with every creation. So does a leaf with digits that mean
 * nothing, or with a base that is missing: to verify finds and repairs them.
 */
export function foldsOf({ leaves, bases }: StatusMap): Fold[] {
  const newestBand = leaves.flatMap(numbersOf).reduce((newest, { band }) => Math.max(newest, band), 0);
  return byGeneration(leaves).flatMap(([generation, ofGeneration]) => {
    const folded = ofGeneration
      .map((leaf) => foldedLeaf(leaf, newestBand))
      .filter((one) => {
        const leaf = asLeaf(one);
        const name = baseOf(leaf);
        const isEmpty = name === undefined && numbersOf(leaf).length === 0;
        const isWhole = name === undefined || bases.has(name);
        return !isEmpty && isWhole && isOfStatuses(digitsOf({ leaves: [leaf], bases }));
      });
    const parts = folded.map(asLeaf);
    if (parts.every((leaf) => numbersOf(leaf).length === 0)) return [];
    return [{ generation, base: baseFrom(digitsOf({ leaves: parts, bases })), leaves: folded }];
  });
}
