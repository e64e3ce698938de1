import { referenceInBody, type BatchItem } from './batch-items.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { jobKeys } from '../keys.ts';

const nameOf = ({ PK, SK }: Key) => `${PK} ${SK}`;

/** The prefetched items of one operation, and the job that it concerns. */
interface Prefetched {
  /** Wraps `db`: the first read of a prefetched item comes from memory. */
  wrap: (db: Database) => Database;
  creates: boolean;
  /** The id and referenceId of the operation's job, if the job exists, and the referenceId that the operation sets. */
  names: string[];
}

/** Reads the items with these keys together, and returns a function that looks one up. */
async function readAll(db: Database, keys: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const items = keys.length === 0 ? [] : await db.batchGet(keys, { ConsistentRead: true });
  const byName = new Map(items.map((item) => [nameOf(item as Key), item]));
  return (key) => byName.get(nameOf(key));
}

/**
 * Prefetches the items that the operations of a batch read first: the references that they name, and the jobs. A
 * decision on a prefetched item is a decision on a state of the table during the batch, and every write states the
 * version that it expects.
 */
export async function prefetchJobs(
  db: Database,
  employerId: number,
  items: readonly BatchItem[],
): Promise<Prefetched[]> {
  const targets = items.map(({ sent }) => {
    const { operation } = sent;
    const referenceId = operation === 'delete' ? sent.referenceId : referenceInBody(sent);
    const isNamed = referenceId !== undefined && (operation === 'upsert' || operation === 'delete');
    return {
      operation,
      referenceId,
      /** The reference by which the operation names its job. */
      own: isNamed ? jobKeys.reference(employerId, referenceId) : undefined,
      id: operation === 'update' || operation === 'delete' ? (sent.id as number | undefined) : undefined,
    };
  });
  const reference = await readAll(
    db,
    targets.flatMap(({ own }) => own ?? []),
  );
  const located = targets.map((target) => {
    const id = target.own ? (reference(target.own)?.['jobId'] as number | undefined) : target.id;
    return { ...target, id, key: id === undefined ? undefined : jobKeys.job(employerId, id) };
  });
  const job = await readAll(
    db,
    located.flatMap(({ key }) => key ?? []),
  );
  return located.map(({ operation, referenceId, own, id, key }) => {
    const prefetched = new Map<string, Item | undefined>();
    if (own) prefetched.set(nameOf(own), reference(own));
    if (key) prefetched.set(nameOf(key), job(key));
    const current = key && (job(key)?.['referenceId'] as string | null | undefined);
    return {
      wrap: (single) => withPrefetched(prefetched, single),
      creates: operation === 'create' || (operation === 'upsert' && key === undefined),
      names: [
        ...(id === undefined ? [] : [`id ${id}`]),
        ...[referenceId, current].flatMap((name) => (name ? [`referenceId ${name}`] : [])),
      ],
    };
  });
}

const withPrefetched = (prefetched: Map<string, Item | undefined>, db: Database): Database => ({
  ...db,
  get: async (input) => {
    const name = nameOf(input.Key as Key);
    if (!prefetched.has(name)) return db.get(input);
    const item = prefetched.get(name);
    // Only the first read comes from memory, because a second read must see changes.
    prefetched.delete(name);
    return item;
  },
});

/**
 * Groups the indexes of operations into chains: those that name the same job are in one chain, in the order of the
 * batch.
 */
export function chainByJob(names: readonly (readonly string[])[]): number[][] {
  const chains = new Set<number[]>();
  const chainOf = new Map<string, number[]>();
  for (const [index, itemNames] of names.entries()) {
    const joined = new Set(itemNames.flatMap((name) => [chainOf.get(name) ?? []]));
    for (const chain of joined) chains.delete(chain);
    const chain = [...[...joined].flat().toSorted((one, other) => one - other), index];
    chains.add(chain);
    for (const member of chain) for (const name of names[member] ?? []) chainOf.set(name, chain);
  }
  return [...chains];
}
