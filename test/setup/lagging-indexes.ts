import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  waitUntilTableExists,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { jobPrefixes } from '../../functions/jobs/keys.ts';
import { attributes, tableDefinition, type IndexName } from '../../functions/platform/dynamodb/table.ts';
import type { WireResponse, WireCall } from './dynamo-proxy.ts';

/**
 * What the indexes show of a job after a write: the previous row (none for a new job, still one for a deleted job), the
 * old and the new row, or no row.
 */
export type Lag = 'old row' | 'both rows' | 'neither';

export const lags: readonly Lag[] = ['old row', 'both rows', 'neither'];

/** How the indexes lag behind a write, and for how many queries of an index; undefined when they do not. */
export type ChooseLag = () => { lag: Lag; queries: number } | undefined;

type WireItem = Record<string, AttributeValue>;
interface WireKey {
  PK: AttributeValue.SMember;
  SK: AttributeValue.SMember;
}

/** Suffix for the key of the newer of two rows of a job, because the engine accepts each key only once. */
const NEWER = '\u0001';

/** The keys of the jobs that a call writes. */
function writtenJobs({ operation, body }: WireCall): WireKey[] {
  if (!/^(?:Put|Update|Delete)Item$|^TransactWriteItems$/.test(operation)) return [];
  const input = JSON.parse(body) as { TransactItems?: Record<string, object>[] };
  const writes = (input.TransactItems ?? [{ input }]).flatMap((write) => Object.values(write));
  return writes
    .map((write: { Key?: WireKey; Item?: WireKey }) => (write.Key ?? write.Item) as WireKey)
    .filter(({ SK }) => SK.S.startsWith(jobPrefixes.job))
    .map(({ PK, SK }) => ({ PK, SK }));
}

const isSame = (one: WireItem, other: WireItem, names: readonly string[]) =>
  names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

const atNewerKey = (row: WireItem): WireItem => ({ ...row, SK: { S: `${row['SK']?.S}${NEWER}` } });

/** The newer row under its own key, only in the indexes where its position differs from that of the older row. */
function onlyMovedIndexKeys(older: WireItem, newer: WireItem): WireItem {
  const { PK } = newer as unknown as WireKey;
  const { position, statusPartition, reference, refreshPartition, refreshOrder } = attributes;
  const movedRow = { ...newer };
  if (isSame(older, newer, [refreshPartition, refreshOrder])) delete movedRow[refreshPartition];
  if (isSame(older, newer, [reference])) delete movedRow[reference];
  if (isSame(older, newer, [position])) {
    movedRow['PK'] = { S: PK.S + NEWER };
    if (isSame(older, newer, [statusPartition])) delete movedRow[statusPartition];
  }
  return atNewerKey(movedRow);
}

const asStored = (items: readonly Record<string, { S?: string }>[]) =>
  items.map((item) =>
    Object.fromEntries(
      Object.entries(item).map(([name, value]) =>
        (name === 'PK' || name === 'SK') && value.S
          ? [name, { S: value.S.replace(NEWER, '') }]
          : [name, value],
      ),
    ),
  );

/**
 * Makes the indexes of a table lag as on AWS. Queries of an index go to another table, to which jobs are copied late.
 * It contains only what is written from now on.
 */
export async function laggingIndexes(engine: string, tableName: string, choose: ChooseLag) {
  const client = new DynamoDBClient({ endpoint: engine });
  async function newTable(): Promise<string> {
    const TableName = `behind-${crypto.randomUUID()}`;
    await client.send(new CreateTableCommand(tableDefinition(TableName)));
    await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName });
    return TableName;
  }

  const behind = await newTable();
  /** The table of byChange, which may have both rows of a job while other indexes have one row. */
  const behindChange = await newTable();
  const late = new Map<string, { key: WireKey; queries: number }>();
  let order: Promise<unknown> = Promise.resolve();

  /** Runs work in order, so that an earlier write never overwrites a later one in the indexes. */
  function inTurn<Output>(work: () => Promise<Output>): Promise<Output> {
    const done = order.then(work);
    order = done.catch(() => undefined);
    return done;
  }

  const getItem = async (TableName: string, { PK, SK }: WireKey) =>
    (await client.send(new GetItemCommand({ TableName, Key: { PK, SK }, ConsistentRead: true }))).Item;
  const putIn = (TableName: string, Item: WireItem) => client.send(new PutItemCommand({ TableName, Item }));
  const put = (Item: WireItem) => Promise.all([behind, behindChange].map((table) => putIn(table, Item)));
  const remove = ({ PK, SK }: WireKey) =>
    Promise.all(
      [behind, behindChange].map((TableName) =>
        client.send(new DeleteItemCommand({ TableName, Key: { PK, SK } })),
      ),
    );

  /** Removes the newer row of a job, which only a late job has. */
  async function removeNewer(key: WireKey): Promise<void> {
    if (!late.delete(JSON.stringify(key))) return;
    const { PK, SK } = key;
    for (const end of ['', NEWER]) await remove({ PK: { S: PK.S + end }, SK: { S: SK.S + NEWER } });
  }

  async function catchUp(key: WireKey): Promise<void> {
    const item = await getItem(tableName, key);
    await (item ? put(item) : remove(key));
    await removeNewer(key);
  }

  async function fallBehind(key: WireKey): Promise<void> {
    const chosen = choose();
    if (!chosen) return catchUp(key);
    await removeNewer(key);
    late.set(JSON.stringify(key), { key, queries: chosen.queries });
    if (chosen.lag === 'neither') await remove(key);
    if (chosen.lag !== 'both rows') return undefined;
    const [older, newer] = [await getItem(behind, key), await getItem(tableName, key)];
    if (newer && !older) await put(newer);
    if (!newer || !older) return undefined;
    await putIn(behind, onlyMovedIndexKeys(older, newer));
    if (!isSame(older, newer, [attributes.changed])) await putIn(behindChange, atNewerKey(newer));
    return undefined;
  }

  async function queryIndex({ body, pass }: WireCall): Promise<WireResponse> {
    for (const [name, { key, queries }] of late) {
      if (queries === 0) await catchUp(key);
      else late.set(name, { key, queries: queries - 1 });
    }
    const query = JSON.parse(body) as { IndexName: IndexName };
    const TableName = query.IndexName === 'byChange' ? behindChange : behind;
    const { status, text } = await pass(JSON.stringify({ ...query, TableName }));
    const answer = JSON.parse(text) as { Items?: Record<string, { S?: string }>[] };
    return {
      status,
      text: JSON.stringify({ ...answer, ...(answer.Items && { Items: asStored(answer.Items) }) }),
    };
  }

  return {
    /** Passes a call on to DynamoDB with lagging indexes. */
    pass: async (call: WireCall, sent: string): Promise<WireResponse> => {
      const actual = { ...call, body: sent };
      if (call.operation === 'Query' && sent.includes('"IndexName"')) return inTurn(() => queryIndex(actual));
      const written = writtenJobs(actual);
      const answer = await call.pass(sent);
      for (const key of written) await inTurn(() => fallBehind(key));
      return answer;
    },
    /** The jobs, as `PK SK`, whose current state the indexes do not show. */
    late: () => [...late.values()].map(({ key: { PK, SK } }) => `${PK.S} ${SK.S}`),
    /** Brings the indexes up to date. */
    catchUp: () =>
      inTurn(async () => {
        for (const { key } of late.values()) await catchUp(key);
      }),
  };
}
