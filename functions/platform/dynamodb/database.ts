import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type BatchGetCommandInput,
  type DeleteCommandInput,
  type DynamoDBDocumentClient,
  type GetCommandInput,
  type PutCommandInput,
  type QueryCommandInput,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { attempts } from './attempts.ts';
import { LostRace } from './failures.ts';
import type { Key } from './table.ts';

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

interface Metered {
  ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined;
}

/** Tells the client when to give up a call. */
interface CallOptions {
  abortSignal: AbortSignal;
}

interface Settings {
  client: DynamoDBDocumentClient;
  tableName: string;
  /** The time the request has left, in milliseconds. */
  remainingMillis: () => number;
  /** How long a call may take that is not repeated; without it, calls are repeated while there is time. */
  singleCallMillis?: number;
}

/** An item as it comes from the table. */
// oxlint-disable-next-line typescript/no-explicit-any -- DynamoDB has no schema; the stores' fromItem functions give one
export type Item = Record<string, any>;

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
export function database({ client, tableName, remainingMillis, singleCallMillis }: Settings) {
  const metered = { ReturnConsumedCapacity: 'TOTAL' } as const;
  const table = { TableName: tableName };
  const usage: Usage = { calls: 0, readUnits: 0, writeUnits: 0 };
  const { responseTo, rerun, conclude, isUncertain, beCertain } = attempts(
    singleCallMillis === undefined ? remainingMillis : () => 0,
  );

  async function sent<Output extends Metered>(
    kind: Kind,
    send: (options: CallOptions) => Promise<Output>,
  ): Promise<Output> {
    const output = await responseTo(kind, () => {
      usage.calls += 1;
      const millis = Math.trunc(
        Math.min(singleCallMillis ?? LONGEST_CALL_MILLIS, Math.max(0, remainingMillis() - LAST_CALL_MILLIS)),
      );
      return send({ abortSignal: AbortSignal.timeout(millis) });
    });
    for (const consumed of [output.ConsumedCapacity].flat()) {
      usage[`${kind}Units`] += consumed?.CapacityUnits ?? 0;
    }
    return output;
  }

  /** The first megabyte of a query. */
  async function queryPage(input: Untabled<QueryCommandInput>): Promise<QueryPage> {
    const command = new QueryCommand({ ...table, ...metered, ...input });
    const {
      Items = [],
      ScannedCount = 0,
      LastEvaluatedKey,
    } = await sent('read', (options) => client.send(command, options));
    return { items: Items, scanned: ScannedCount, last: LastEvaluatedKey };
  }

  return {
    /** What the request has cost so far. */
    usage: (): Readonly<Usage> => usage,

    rerun,
    conclude,
    isUncertain,
    beCertain,

    get: async (input: Untabled<GetCommandInput>): Promise<Item | undefined> => {
      const command = new GetCommand({ ...table, ...metered, ...input });
      const { Item } = await sent('read', (options) => client.send(command, options));
      return Item;
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
      let left: Item[] = [...new Map(wanted.map((key) => [`${key.PK} ${key.SK}`, key])).values()];
      while (left.length > 0) {
        const Keys = left.slice(0, BATCH);
        const command = new BatchGetCommand({
          ...metered,
          RequestItems: { [tableName]: { ...read, Keys } },
        });
        const { Responses, UnprocessedKeys } = await sent('read', async (options) => {
          const output = await client.send(command, options);
          const processed = Keys.length - (output.UnprocessedKeys?.[tableName]?.Keys?.length ?? 0);
          if (processed === 0) throw new LostRace('DynamoDB processed none of the keys.');
          return output;
        });
        items.push(...(Responses?.[tableName] ?? []));
        left = [...(UnprocessedKeys?.[tableName]?.Keys ?? []), ...left.slice(BATCH)];
      }
      return items;
    },

    put: async (input: Untabled<PutCommandInput>): Promise<void> => {
      const command = new PutCommand({ ...table, ...metered, ...input });
      await sent('write', (options) => client.send(command, options));
    },

    delete: async (input: Untabled<DeleteCommandInput>): Promise<void> => {
      const command = new DeleteCommand({ ...table, ...metered, ...input });
      await sent('write', (options) => client.send(command, options));
    },

    /** Returns the attributes that ReturnValues asks for. */
    update: async (input: Untabled<UpdateCommandInput>): Promise<Item> => {
      const command = new UpdateCommand({ ...table, ...metered, ...input });
      const { Attributes } = await sent('write', (options) => client.send(command, options));
      return Attributes ?? {};
    },

    tableName,

    /** Sends a read that has its own command (`reading-together.ts`). */
    sendRead: <Output extends Metered>(
      send: (client: DynamoDBDocumentClient, options: CallOptions) => Promise<Output>,
    ): Promise<Output> => sent('read', (options) => send(client, options)),

    /** Sends a write that has its own command (`transaction.ts`). */
    sendWrite: async (
      send: (client: DynamoDBDocumentClient, options: CallOptions) => Promise<Metered>,
    ): Promise<void> => {
      await sent('write', (options) => send(client, options));
    },
  };
}

export type Database = ReturnType<typeof database>;
