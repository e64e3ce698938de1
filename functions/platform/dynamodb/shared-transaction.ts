import { setImmediate as immediately } from 'node:timers/promises';
import { DynamoDBServiceException, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { Client, Metered } from './database.ts';
import { transaction, transactionCommand, type Transact } from './writes.ts';

/** The maximum number of writes in one transaction. */
const MAX_ITEMS = 100;

/**
 * The errors after which DynamoDB applied no write, because it refused one or the total size. After other errors it may
 * have applied them.
 */
const refusals = new Set(['TransactionCanceledException', 'ValidationException']);

/** The result of an attempt to apply several transactions as one. */
type Shared = Metered | 'refused';

/** Several transactions that are sent as one. */
interface Group {
  items: TransactWriteItem[];
  /** Resolves when the group is complete, to the function that sends it. */
  closed: Promise<(client: Client) => Promise<Shared>>;
}

/**
 * Sends writes as one transaction, always with the same token, until it is certain whether they were applied.
 * Concurrent and later callers get the same result at no cost.
 */
function sendOnce(items: TransactWriteItem[]): (client: Client) => Promise<Shared> {
  const command = transactionCommand(items);
  let certain: Shared | undefined;
  let inFlight: Promise<Shared> | undefined;

  async function attempt(client: Client): Promise<Shared> {
    try {
      const output = await client.send(command);
      certain = {};
      return output;
    } catch (error) {
      if (!(error instanceof DynamoDBServiceException) || !refusals.has(error.name)) throw error;
      certain = 'refused';
      return certain;
    } finally {
      inFlight = undefined;
    }
  }

  return async (client) => {
    if (certain) return certain;
    if (inFlight) return (await inFlight) === 'refused' ? 'refused' : {};
    inFlight = attempt(client);
    return inFlight;
  };
}

/**
 * Applies transactions that begin at the same time as one, which costs a fraction of the work. If DynamoDB refuses it,
 * each is sent on its own, so none fails because of another. Each has its own database, which tracks whether its write
 * is unresolved.
 */
export function sharedTransaction(): Transact {
  let openGroup: Group | undefined;

  function join(items: TransactWriteItem[]): Group {
    if (openGroup && openGroup.items.length + items.length <= MAX_ITEMS) {
      openGroup.items.push(...items);
      return openGroup;
    }
    const all = [...items];
    const closed = immediately().then(() => {
      if (openGroup === group) openGroup = undefined;
      return sendOnce(all);
    });
    const group: Group = { items: all, closed };
    openGroup = group;
    return group;
  }

  return async (db, writes) => {
    const { items, naming } = transaction(db, writes);
    const group = join(items);
    const send = await group.closed;
    const command = transactionCommand(items);
    let isRefused = group.items.length === items.length;
    await db.sendWrite(async (client) => {
      const shared = isRefused ? 'refused' : await send(client);
      isRefused = shared === 'refused';
      return shared === 'refused' ? client.send(command).catch(naming) : shared;
    });
  };
}
