import { randomUUID } from 'node:crypto';
import type { Database, Item } from '../../functions/platform/dynamodb/database.ts';
import { tableKeys } from '../../functions/platform/dynamodb/table.ts';

/** What the operator did that no employer's log can tell. Times are in ISO 8601. */
interface OperatorEvent {
  /** When it began. */
  at: string;
  type: 'employer.created' | 'partner.created' | 'employer.deleted' | 'secret.rotated';
  by: { type: 'operator'; name: string };
  /** The id of the employer, or of the partner. */
  employer?: number;
  /** The number of a secret of the service, and from when on it signs. */
  secret?: number;
  signsFrom?: string;
  /** What there was. */
  held?: object;
  /** When it was done; not there while it is not. */
  finishedAt?: string;
}

/** The item of a new event of the operator, with the name of who did it. */
export const operatorItem = (name: string, event: Omit<OperatorEvent, 'by'>): Item => ({
  ...tableKeys.operatorEvent(event.at, randomUUID()),
  ...event,
  by: { type: 'operator', name },
});

/** The items of the operator's log, oldest first. */
const itemsOf = (db: Database): Promise<Item[]> =>
  db.query({
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': tableKeys.operatorEvent('', '').PK },
    ConsistentRead: true,
  });

function eventOf(item: Item): OperatorEvent {
  const { PK: _, SK: __, ...event } = item;
  return event as OperatorEvent;
}

/** The log of what the operator did. */
export const operatorLog = (db: Database) => ({
  list: async (): Promise<OperatorEvent[]> => (await itemsOf(db)).map(eventOf),

  /** The item that says that an employer was deleted, or is being. */
  deletionOf: async (employerId: number): Promise<Item | undefined> =>
    (await itemsOf(db)).find(({ type, employer }) => type === 'employer.deleted' && employer === employerId),

  /** Makes another table have the same log. */
  copyTo: async (other: Database): Promise<void> => {
    for (const Item of await itemsOf(db)) await other.put({ Item });
  },
});
