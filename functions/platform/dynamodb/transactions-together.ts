import { setImmediate as immediately } from 'node:timers/promises';
import { DynamoDBServiceException, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { Client, Metered } from './database.ts';
import { transaction, transactionCommand, type Transact } from './transaction.ts';

/** The most items of one transaction that DynamoDB takes. */
const MAX_ITEMS = 100;

/** What DynamoDB applies nothing of, for the sake of one write or of the size of all. After other errors it may have. */
const refusals = new Set(['TransactionCanceledException', 'ValidationException']);

/** What came of the attempt to apply transactions as one. */
type Shared = Metered | 'refused';

/** Several transactions that are sent as one. */
interface Group {
  items: TransactWriteItem[];
  /** Resolves when nothing is added any more, to what sends them. */
  closed: Promise<(client: Client) => Promise<Shared>>;
}

/**
 * Sends items as one transaction, each time with the same token, until it is certain whether they were applied. Whoever
 * calls it while it is under way, or after that, gets the same outcome and pays nothing.
 */
function sendingOnce(items: TransactWriteItem[]): (client: Client) => Promise<Shared> {
  const command = transactionCommand(items);
  let certain: Shared | undefined;
  let underWay: Promise<Shared> | undefined;

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
      underWay = undefined;
    }
  }

  return async (client) => {
    if (certain) return certain;
    if (underWay) return (await underWay) === 'refused' ? 'refused' : {};
    underWay = attempt(client);
    return underWay;
  };
}

/**
 * Applies transactions that are begun at the same time as one, which costs a fraction of the work. If DynamoDB refuses
 * that one, each is sent on its own, so none fails for the sake of another. Each has a database of its own, which knows
 * whether a write that may or may not have been applied is its own.
 */
export function transactionsTogether(): Transact {
  let open: Group | undefined;

  function join(items: TransactWriteItem[]): Group {
    if (open && open.items.length + items.length <= MAX_ITEMS) {
      open.items.push(...items);
      return open;
    }
    const all = [...items];
    const closed = immediately().then(() => {
      if (open === group) open = undefined;
      return sendingOnce(all);
    });
    const group: Group = { items: all, closed };
    open = group;
    return group;
  }

  return async (db, writes) => {
    const { items, naming } = transaction(db, writes);
    const group = join(items);
    const send = await group.closed;
    const own = transactionCommand(items);
    let isRefused = group.items.length === items.length;
    await db.sendWrite(async (client) => {
      const shared = isRefused ? 'refused' : await send(client);
      isRefused = shared === 'refused';
      return shared === 'refused' ? client.send(own).catch(naming) : shared;
    });
  };
}
