import type { BatchTarget } from './batch-chains.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { jobKeys } from '../keys.ts';

const nameOf = ({ PK, SK }: Key) => `${PK} ${SK}`;

/** The table as one operation sees it, whether the operation is going to create a job, and what it concerns. */
interface ReadAhead {
  /** `db`, except that the first read of an item that was read ahead takes it from memory. */
  over: (db: Database) => Database;
  creates: boolean;
  /** Its job by id and by referenceId, as far as there is one, and the referenceId that it gives. */
  names: string[];
}

/** Reads the items with these keys together: a function that tells each of them, or that there is none. */
async function readTogether(db: Database, wanted: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const items = wanted.length === 0 ? [] : await db.batchGet(wanted, { ConsistentRead: true });
  const byName = new Map(items.map((item) => [nameOf(item as Key), item]));
  return (key) => byName.get(nameOf(key));
}

/**
 * Reads what the operations of a batch are going to read first: the references that they name, and the jobs. Whatever an
 * operation decides on what was read ahead is decided on a state that the table had while the batch was running, and
 * every write states the version that it expects.
 */
export async function prefetchJobs(
  db: Database,
  employerId: number,
  targets: readonly BatchTarget[],
): Promise<ReadAhead[]> {
  const referenceOf = ({ operation, referenceId }: BatchTarget): Key | undefined =>
    referenceId !== undefined && (operation === 'upsert' || operation === 'delete')
      ? jobKeys.reference(employerId, referenceId)
      : undefined;
  const reference = await readTogether(
    db,
    targets.flatMap((target) => referenceOf(target) ?? []),
  );
  const named = targets.map((target) => {
    const own = referenceOf(target);
    const id = own ? (reference(own)?.['jobId'] as number | undefined) : target.id;
    return { target, own, id, key: id === undefined ? undefined : jobKeys.job(employerId, id) };
  });
  const job = await readTogether(
    db,
    named.flatMap(({ key }) => key ?? []),
  );
  return named.map(({ target: { operation, referenceId }, own, id, key }) => {
    const ahead = new Map<string, Item | undefined>();
    if (own) ahead.set(nameOf(own), reference(own));
    if (key) ahead.set(nameOf(key), job(key));
    const current = key && (job(key)?.['referenceId'] as string | null | undefined);
    return {
      over: (alone) => takingFrom(ahead, alone),
      creates: operation === 'create' || (operation === 'upsert' && key === undefined),
      names: [
        ...(id === undefined ? [] : [`id ${id}`]),
        ...[referenceId, current].flatMap((name) => (name ? [`referenceId ${name}`] : [])),
      ],
    };
  });
}

const takingFrom = (ahead: Map<string, Item | undefined>, db: Database): Database => ({
  ...db,
  get: async (input) => {
    const name = nameOf(input.Key as Key);
    if (!ahead.has(name)) return db.get(input);
    const item = ahead.get(name);
    // A second read is there to see what has changed.
    ahead.delete(name);
    return item;
  },
});
