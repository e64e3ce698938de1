import { prefixes } from '../../functions/store/table.ts';
import { answerOnWire, dynamoProxy } from '../setup/dynamo-proxy.ts';

interface Attributes {
  PK?: { S?: string };
}

/** The parts of a call, or of a write in a transaction, that say which items it is about. */
interface Call {
  IndexName?: string;
  Key?: Attributes;
  Item?: Attributes;
  ExpressionAttributeValues?: Record<string, { S?: string }>;
  RequestItems?: Record<string, { Keys?: Attributes[] }>;
  TransactItems?: Record<string, Call>[];
}

/** The places in `lib/permissions.ts` that are some partitions of the table. */
const placesByPrefix = { apiKeys: prefixes.apiKey, applications: prefixes.applications } as const;

/** What the writes of a transaction are authorised as. */
const authorisedAs: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The partitions that a call is about; of a query, the value that is a partition of applications. */
function partitionsOf({ Key, Item, RequestItems = {}, ExpressionAttributeValues = {} }: Call): string[] {
  const keys = Object.values(RequestItems).flatMap(({ Keys = [] }) => Keys);
  const named = [Key, Item, ...keys].flatMap((each) => each?.PK?.S ?? []);
  if (named.length > 0) return named;
  return Object.values(ExpressionAttributeValues).flatMap(({ S }) =>
    /^A#\d+$/.test(S ?? '') ? (S ?? []) : [],
  );
}

function placeOf(call: Call): string {
  const partitions = partitionsOf(call);
  const [place = 'table'] =
    Object.entries(placesByPrefix).find(
      ([, prefix]) => partitions.length > 0 && partitions.every((each) => each.startsWith(prefix)),
    ) ?? [];
  return place;
}

/** The permissions that a call takes, as `action on table, some of its items or index`. */
function permissionsFor(action: string, call: Call): string[] {
  const { IndexName, TransactItems } = call;
  if (action !== 'TransactWriteItems') return [`${action} on ${IndexName ?? placeOf(call)}`];
  return (TransactItems ?? [])
    .flatMap((write) => Object.entries(write))
    .map(([kind, write]) => `${authorisedAs[kind] ?? kind} on ${placeOf(write)}`);
}

/** A DynamoDB endpoint before the one at `engine`, which tells what each call takes. */
export const recordingEndpoint = (engine: string, record: (permission: string) => void) =>
  dynamoProxy(engine, async ({ operation, body, pass, response }) => {
    for (const permission of permissionsFor(operation, JSON.parse(body) as Call)) record(permission);
    answerOnWire(response, await pass());
  });
