import { randomUUID } from 'node:crypto';
import type { Database, Item } from '../../functions/platform/dynamodb/database.ts';
import { tableKeys } from '../../functions/platform/keys.ts';

/** An action of the operator that no employer's log contains. Times are in ISO 8601. */
interface OperatorEvent {
  /** When the action began. */
  at: string;
  type: 'employer.created' | 'partner.created' | 'employer.deleted' | 'secret.rotated';
  by: { type: 'operator'; name: string };
  /** The id of the employer, or of the partner. */
  employer?: number;
  /** The number of a new secret of the service; `signsFrom` is the time from which it signs. */
  secret?: number;
  signsFrom?: string;
  /** The counts of deleted items and files. */
  held?: object;
  /** When the action ended; missing while the action is unfinished. */
  finishedAt?: string;
}

/** The item of a new event, with the operator's name. */
export const operatorItem = (name: string, event: Omit<OperatorEvent, 'by'>): Item => ({
  ...tableKeys.operatorEvent(event.at, randomUUID()),
  ...event,
  by: { type: 'operator', name },
});

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

export const operatorLog = (db: Database) => ({
  list: async (): Promise<OperatorEvent[]> => (await itemsOf(db)).map(eventOf),

  /** The item that records the deletion of an employer, finished or not. */
  deletionOf: async (employerId: number): Promise<Item | undefined> =>
    (await itemsOf(db)).find(({ type, employer }) => type === 'employer.deleted' && employer === employerId),
});
