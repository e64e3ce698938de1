import { confines } from '../../functions/platform/dynamodb/table.ts';
import { answerOnWire, dynamoProxy } from '../setup/dynamo-proxy.ts';

interface Keyed {
  PK?: { S?: string };
}

interface Single {
  Key?: Keyed;
  Item?: Keyed;
  ExpressionAttributeValues?: Record<string, { S?: string }>;
}

interface Call extends Single {
  IndexName?: string;
  RequestItems?: Record<string, { Keys: Keyed[] }>;
  TransactItems?: Record<string, Single>[];
}

/** What the writes of a transaction are authorised as. */
const authorisedAs: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The partition that a call or a write names. */
const partitionOf = ({ Key, Item, ExpressionAttributeValues = {} }: Single) =>
  Key?.PK?.S ?? Item?.PK?.S ?? ExpressionAttributeValues[':PK']?.S ?? '';

/** Where a partition is: in one of those that a function can be confined to, or anywhere in the table. */
const placeOf = (partition: string) =>
  Object.entries(confines).find(([, prefix]) => partition.startsWith(prefix))?.[0] ?? 'table';

/** The permissions that a call takes, as `action on table, confine or index`. */
function permissionsFor(action: string, call: Call): string[] {
  const { IndexName, RequestItems, TransactItems } = call;
  if (IndexName !== undefined) return [`${action} on ${IndexName}`];
  if (RequestItems) {
    const keys = Object.values(RequestItems).flatMap(({ Keys }) => Keys);
    return keys.map((Key) => `${action} on ${placeOf(partitionOf({ Key }))}`);
  }
  if (!TransactItems) return [`${action} on ${placeOf(partitionOf(call))}`];
  return TransactItems.flatMap((writes) => Object.entries(writes)).map(
    ([write, one]) => `${authorisedAs[write] ?? write} on ${placeOf(partitionOf(one))}`,
  );
}

/** A DynamoDB endpoint before the one at `engine`, which tells what each call takes. */
export const recordingEndpoint = (engine: string, record: (permission: string) => void) =>
  dynamoProxy(engine, async ({ operation, body, pass, response }) => {
    for (const permission of permissionsFor(operation, JSON.parse(body) as Call)) record(permission);
    answerOnWire(response, await pass());
  });
