import { prefixes } from '../../functions/store/table.ts';
import { answerOnWire, dynamoProxy } from '../setup/dynamo-proxy.ts';

interface Call {
  IndexName?: string;
  Key?: { PK?: { S?: string } };
  TransactItems?: Record<string, unknown>[];
}

/** What the writes of a transaction are authorised as. */
const authorisedAs: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const isOfApiKey = ({ Key }: Call) => Key?.PK?.S?.startsWith(prefixes.apiKey) ?? false;

/** The permissions that a call takes, as `action on table, items of API keys or index`. */
function permissionsFor(action: string, call: Call): string[] {
  const { IndexName, TransactItems } = call;
  if (action !== 'TransactWriteItems')
    return [`${action} on ${IndexName ?? (isOfApiKey(call) ? 'apiKeys' : 'table')}`];
  return (TransactItems ?? [])
    .flatMap(Object.keys)
    .map((write) => `${authorisedAs[write] ?? write} on table`);
}

/** A DynamoDB endpoint before the one at `engine`, which tells what each call takes. */
export const recordingEndpoint = (engine: string, record: (permission: string) => void) =>
  dynamoProxy(engine, async ({ operation, body, pass, response }) => {
    for (const permission of permissionsFor(operation, JSON.parse(body) as Call)) record(permission);
    answerOnWire(response, await pass());
  });
