import {
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type ConsumedCapacity,
  type DynamoDBClient,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import type {
  BatchGetCommandInput,
  DeleteCommandInput,
  GetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { attempts, LostRace } from './failures.ts';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** An item of the table. */
// oxlint-disable-next-line typescript/no-explicit-any -- DynamoDB has no schema; the stores' fromItem functions give one
export type Item = Record<string, any>;

/** An item in DynamoDB's JSON: each value under the name of its type. */
type Marshalled = Record<string, AttributeValue>;

/** The key of an item. */
export interface Key {
  PK: string;
  SK: string;
}

/** The members of a request, or of one write of a transaction, that hold attribute values. */
const withValues = ['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'] as const;

type MarshalledInput<Input> = {
  [Name in keyof Input]: Name extends (typeof withValues)[number] ? Marshalled : Input[Name];
};

/** Numbers of the status map have up to 37 digits: a number that a double cannot hold stays a string. */
export const parseInteger = (digits: string): number | string =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

const marshalledItem = (item: Item): Marshalled => marshall(item, { removeUndefinedValues: true });

/** Converts a request, or one write of a transaction, to DynamoDB's JSON. Omits undefined values. */
export function marshallRequest<Input extends object>(input: Input): MarshalledInput<Input> {
  const output: Item = { ...input };
  for (const name of withValues) {
    const values = output[name];
    if (values !== undefined) output[name] = marshalledItem(values);
  }
  return output as MarshalledInput<Input>;
}

/** Converts keys to DynamoDB's JSON. */
export const marshallKeys = (keys: readonly Item[]): Marshalled[] => keys.map(marshalledItem);

/** Converts an item from DynamoDB's JSON. All numbers in the table are integers. */
export const unmarshallItem = (item: Marshalled): Item => unmarshall(item, { wrapNumbers: parseInteger });

/** The time before the end of the request at which calls are aborted, in milliseconds. */
const DEADLINE_MARGIN_MILLIS = 500;

/** The maximum duration of a call, in milliseconds. */
const MAX_CALL_MILLIS = 60_000;

/** The maximum number of keys in one BatchGetItem. */
const BATCH = 100;

/** The cost of a request: calls to DynamoDB, and the capacity units that DynamoDB reports. */
export interface Usage {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

type Kind = 'read' | 'write';

/** A response of DynamoDB with its cost. */
export interface Metered {
  ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined;
}

/**
 * Sends commands. They have no options: for a call with an abort signal of its own, the SDK would assemble its
 * middleware again, which costs a tenth of a read.
 */
export type Client = Pick<DynamoDBClient, 'send'>;

interface DatabaseOptions {
  client: Client;
  tableName: string;
  /** The time the request has left, in milliseconds. */
  remainingMillis: () => number;
  /** The time limit of a call, which is then not retried; if absent, calls are retried while time is left. */
  singleCallMillis?: number;
}

/** A page of a query: its items, the number of evaluated items, and the last key when there are more items. */
interface QueryPage {
  items: Item[];
  scanned: number;
  last: Item | undefined;
}

type Untabled<Input> = Omit<Input, 'TableName'>;
type TransactWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type BatchGetOptions = Omit<NonNullable<BatchGetCommandInput['RequestItems']>[string], 'Keys'>;

/** One write of a transaction. */
export type Write = {
  [Action in keyof TransactWrite]: Omit<NonNullable<TransactWrite[Action]>, 'TableName'>;
};

/** Awaits a call. Throws a TimeoutError after a number of milliseconds, and ignores a later result. */
function withTimeLimit<Output>(millis: number, call: Promise<Output>): Promise<Output> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new DOMException('No response in time.', 'TimeoutError'));
  const timer = setTimeout(giveUp, Math.max(0, millis));
  return Promise.race([call, late]).finally(() => clearTimeout(timer));
}

/** Reads the pages of a query lazily. Each page has at most a megabyte, or the query's Limit. */
export async function* queryPages(
  { queryPage }: Pick<Database, 'queryPage'>,
  query: Untabled<QueryCommandInput>,
): AsyncGenerator<QueryPage> {
  let start: Pick<QueryCommandInput, 'ExclusiveStartKey'> | undefined = {};
  while (start) {
    const page: QueryPage = await queryPage({ ...query, ...start });
    yield page;
    start = page.last && { ExclusiveStartKey: page.last };
  }
}

/**
 * The table, for one request. Throttled, conflicting or disconnected calls are retried (`attempts`); other errors of
 * DynamoDB (a failed condition, a cancelled transaction) pass through.
 */
export function database({ client: sender, tableName, remainingMillis, singleCallMillis }: DatabaseOptions) {
  const withUsage = { ReturnConsumedCapacity: 'TOTAL' } as const;
  const table = { TableName: tableName };
  const usage: Usage = { calls: 0, readUnits: 0, writeUnits: 0 };
  /** Counts a call when it is sent. A write that joins a shared transaction sends no call of its own. */
  const client: Client = {
    send: (command: never) => {
      usage.calls += 1;
      return sender.send(command);
    },
  };
  const { callWithRetry, retry, retryUntilDefinite, hasUnresolvedWrite, markWritesResolved } = attempts(
    singleCallMillis === undefined ? remainingMillis : () => 0,
  );

  async function sent<Output extends Metered>(kind: Kind, send: () => Promise<Output>): Promise<Output> {
    const output = await callWithRetry(kind, () => {
      const millis = Math.min(
        singleCallMillis ?? MAX_CALL_MILLIS,
        remainingMillis() - DEADLINE_MARGIN_MILLIS,
      );
      return withTimeLimit(millis, send());
    });
    for (const consumed of [output.ConsumedCapacity].flat()) {
      usage[`${kind}Units`] += consumed?.CapacityUnits ?? 0;
    }
    return output;
  }

  /** Reads the first megabyte of a query. */
  async function queryPage(input: Untabled<QueryCommandInput>): Promise<QueryPage> {
    const command = new QueryCommand({ ...table, ...withUsage, ...marshallRequest(input) });
    const { Items = [], ScannedCount = 0, LastEvaluatedKey } = await sent('read', () => client.send(command));
    return {
      items: Items.map(unmarshallItem),
      scanned: ScannedCount,
      last: LastEvaluatedKey && unmarshallItem(LastEvaluatedKey),
    };
  }

  return {
    /** The cost of the request so far. */
    usage: (): Readonly<Usage> => usage,

    retry,
    retryUntilDefinite,
    hasUnresolvedWrite,
    markWritesResolved,

    get: async (input: Untabled<GetCommandInput>): Promise<Item | undefined> => {
      const command = new GetItemCommand({ ...table, ...withUsage, ...marshallRequest(input) });
      const { Item } = await sent('read', () => client.send(command));
      return Item && unmarshallItem(Item);
    },

    queryPage,

    /** Reads all items of the query, page by page, up to its Limit. */
    query: async (input: Untabled<QueryCommandInput>): Promise<Item[]> => {
      const items: Item[] = [];
      for await (const page of queryPages({ queryPage }, input)) {
        items.push(...page.items);
        if (items.length >= (input.Limit ?? Infinity)) break;
      }
      return items;
    },

    /** Reads the existing items with these keys, each once, in no particular order. */
    batchGet: async (keys: readonly Key[], read: BatchGetOptions = {}): Promise<Item[]> => {
      const items: Item[] = [];
      // DynamoDB rejects duplicate keys.
      let remaining = marshallKeys([...new Map(keys.map((key) => [`${key.PK} ${key.SK}`, key])).values()]);
      while (remaining.length > 0) {
        const Keys = remaining.slice(0, BATCH);
        const command = new BatchGetItemCommand({
          ...withUsage,
          RequestItems: { [tableName]: { ...read, Keys } },
        });
        const { Responses, UnprocessedKeys } = await sent('read', async () => {
          const output = await client.send(command);
          const processed = Keys.length - (output.UnprocessedKeys?.[tableName]?.Keys?.length ?? 0);
          if (processed === 0) throw new LostRace('DynamoDB processed none of the keys.');
          return output;
        });
        items.push(...(Responses?.[tableName] ?? []).map(unmarshallItem));
        remaining = [...(UnprocessedKeys?.[tableName]?.Keys ?? []), ...remaining.slice(BATCH)];
      }
      return items;
    },

    put: async (input: Untabled<PutCommandInput>): Promise<void> => {
      const command = new PutItemCommand({ ...table, ...withUsage, ...marshallRequest(input) });
      await sent('write', () => client.send(command));
    },

    delete: async (input: Untabled<DeleteCommandInput>): Promise<void> => {
      const command = new DeleteItemCommand({ ...table, ...withUsage, ...marshallRequest(input) });
      await sent('write', () => client.send(command));
    },

    /** Returns the attributes that ReturnValues asks for. */
    update: async (input: Untabled<UpdateCommandInput>): Promise<Item> => {
      const command = new UpdateItemCommand({ ...table, ...withUsage, ...marshallRequest(input) });
      const { Attributes = {} } = await sent('write', () => client.send(command));
      return unmarshallItem(Attributes);
    },

    tableName,

    /** Sends a read that has its own command (a transaction of reads). */
    sendRead: <Output extends Metered>(send: (client: Client) => Promise<Output>): Promise<Output> =>
      sent('read', () => send(client)),

    /** Sends a write that has its own command (`transaction.ts`). */
    sendWrite: async (send: (client: Client) => Promise<Metered>): Promise<void> => {
      await sent('write', () => send(client));
    },
  };
}

export type Database = ReturnType<typeof database>;
