import type { BatchOperationName } from '../../../schemas/batch-envelope.ts';

/** An operation of a batch, and its job. */
export interface BatchTarget {
  operation: BatchOperationName;
  id?: number | undefined;
  referenceId?: string | undefined;
}

/**
 * Groups the indexes of operations into chains: those that name the same job are in one chain, in the order of the
 * batch.
 */
export function chainByJob(names: readonly (readonly string[])[]): number[][] {
  const chains = new Set<number[]>();
  const chainOf = new Map<string, number[]>();
  for (const [place, own] of names.entries()) {
    const joined = new Set(own.flatMap((name) => [chainOf.get(name) ?? []]));
    for (const chain of joined) chains.delete(chain);
    const chain = [...[...joined].flat().toSorted((one, other) => one - other), place];
    chains.add(chain);
    for (const member of chain) for (const name of names[member] ?? []) chainOf.set(name, chain);
  }
  return [...chains];
}
