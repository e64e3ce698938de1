import {
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type ConsumedCapacity,
  type DynamoDBClient,
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
import { attempts } from './attempts.ts';
import { LostRace } from './failures.ts';
import { marshalled, marshalledKeys, unmarshalled, type Item, type Key } from './marshalling.ts';

/** Calls are given up this many milliseconds before the request's time ends. */
const LAST_CALL_MILLIS = 500;

/** No call waits longer than this, in milliseconds, however much time is left. */
const LONGEST_CALL_MILLIS = 60_000;

/** The maximum number of keys in one BatchGetItem. */
const BATCH = 100;

/** The cost of a request: calls to DynamoDB, and capacity units as DynamoDB reports them. */
export interface Usage {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

type Kind = 'read' | 'write';

/** What DynamoDB returns, with what it cost. */
export interface Metered {
  ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined;
}

/**
 * What sends commands. They are sent without options: a call with an abort signal of its own would have the SDK put its
 * steps together anew, a tenth of what a read takes.
 */
export type Client = Pick<DynamoDBClient, 'send'>;

interface Settings {
  client: Client;
  tableName: string;
  /** The time the request has left, in milliseconds. */
  remainingMillis: () => number;
  /** How long a call may take that is not repeated; without it, calls are repeated while there is time. */
  singleCallMillis?: number;
}

/** A page of a query: its items, how many were read to find them, and the last key read when there are more. */
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

/** What a call returns. Throws a TimeoutError after that many milliseconds; what then still comes of the call is ignored. */
function inTime<Output>(millis: number, call: Promise<Output>): Promise<Output> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new DOMException('No response in time.', 'TimeoutError'));
  const timer = setTimeout(giveUp, Math.max(0, millis));
  return Promise.race([call, late]).finally(() => clearTimeout(timer));
}

/** The pages of a query, each of a megabyte or of its Limit, until the reader has enough. */
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
 * The table, for one request. Calls that meet throttling, conflicts or lost connections are retried (`attempts.ts`);
 * other errors of DynamoDB (a failed condition, a cancelled transaction) pass through.
 */
export function database({ client: sender, tableName, remainingMillis, singleCallMillis }: Settings) {
  const metered = { ReturnConsumedCapacity: 'TOTAL' } as const;
  const table = { TableName: tableName };
  const usage: Usage = { calls: 0, readUnits: 0, writeUnits: 0 };
  /** Counts a call where it is made: a write that shares the transaction of another one makes none. */
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
      const millis = Math.min(singleCallMillis ?? LONGEST_CALL_MILLIS, remainingMillis() - LAST_CALL_MILLIS);
      return inTime(millis, send());
    });
    for (const consumed of [output.ConsumedCapacity].flat()) {
      usage[`${kind}Units`] += consumed?.CapacityUnits ?? 0;
    }
    return output;
  }

  /** The first megabyte of a query. */
  async function queryPage(input: Untabled<QueryCommandInput>): Promise<QueryPage> {
    const command = new QueryCommand({ ...table, ...metered, ...marshalled(input) });
    const { Items = [], ScannedCount = 0, LastEvaluatedKey } = await sent('read', () => client.send(command));
    return {
      items: Items.map(unmarshalled),
      scanned: ScannedCount,
      last: LastEvaluatedKey && unmarshalled(LastEvaluatedKey),
    };
  }

  return {
    /** What the request has cost so far. */
    usage: (): Readonly<Usage> => usage,

    retry,
    retryUntilDefinite,
    hasUnresolvedWrite,
    markWritesResolved,

    get: async (input: Untabled<GetCommandInput>): Promise<Item | undefined> => {
      const command = new GetItemCommand({ ...table, ...metered, ...marshalled(input) });
      const { Item } = await sent('read', () => client.send(command));
      return Item && unmarshalled(Item);
    },

    queryPage,

    /** All items of the query, page by page, up to its Limit. */
    query: async (input: Untabled<QueryCommandInput>): Promise<Item[]> => {
      const items: Item[] = [];
      for await (const page of queryPages({ queryPage }, input)) {
        items.push(...page.items);
        if (items.length >= (input.Limit ?? Infinity)) break;
      }
      return items;
    },

    /** The items with these keys that exist, each once, in no particular order. */
    batchGet: async (wanted: readonly Key[], read: BatchGetOptions = {}): Promise<Item[]> => {
      const items: Item[] = [];
      // DynamoDB rejects duplicate keys.
      let left = marshalledKeys([...new Map(wanted.map((key) => [`${key.PK} ${key.SK}`, key])).values()]);
      while (left.length > 0) {
        const Keys = left.slice(0, BATCH);
        const command = new BatchGetItemCommand({
          ...metered,
          RequestItems: { [tableName]: { ...read, Keys } },
        });
        const { Responses, UnprocessedKeys } = await sent('read', async () => {
          const output = await client.send(command);
          const processed = Keys.length - (output.UnprocessedKeys?.[tableName]?.Keys?.length ?? 0);
          if (processed === 0) throw new LostRace('DynamoDB processed none of the keys.');
          return output;
        });
        items.push(...(Responses?.[tableName] ?? []).map(unmarshalled));
        left = [...(UnprocessedKeys?.[tableName]?.Keys ?? []), ...left.slice(BATCH)];
      }
      return items;
    },

    put: async (input: Untabled<PutCommandInput>): Promise<void> => {
      const command = new PutItemCommand({ ...table, ...metered, ...marshalled(input) });
      await sent('write', () => client.send(command));
    },

    delete: async (input: Untabled<DeleteCommandInput>): Promise<void> => {
      const command = new DeleteItemCommand({ ...table, ...metered, ...marshalled(input) });
      await sent('write', () => client.send(command));
    },

    /** Returns the attributes that ReturnValues asks for. */
    update: async (input: Untabled<UpdateCommandInput>): Promise<Item> => {
      const command = new UpdateItemCommand({ ...table, ...metered, ...marshalled(input) });
      const { Attributes = {} } = await sent('write', () => client.send(command));
      return unmarshalled(Attributes);
    },

    tableName,

    /** Sends a read that has its own command (`reading-together.ts`). */
    sendRead: <Output extends Metered>(send: (client: Client) => Promise<Output>): Promise<Output> =>
      sent('read', () => send(client)),

    /** Sends a write that has its own command (`transaction.ts`). */
    sendWrite: async (send: (client: Client) => Promise<Metered>): Promise<void> => {
      await sent('write', () => send(client));
    },
  };
}

export type { Item, Key };
export type Database = ReturnType<typeof database>;
