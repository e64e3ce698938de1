import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  ScanCommand,
  type DynamoDBDocumentClient,
  type ScanCommandInput,
  type ScanCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { setting } from '../../functions/wiring/config.ts';
import { createClient } from '../../functions/store/client.ts';
import { database, type Database, type Item } from '../../functions/store/database.ts';
import { Failure } from './failures.ts';

/** How long a command tries, or a step of one that goes through the table, in milliseconds. */
const PATIENCE = 20_000;

/** How long the engine on this machine may take to answer at all, in milliseconds. */
const LOCAL_PATIENCE = 2_000;

const answers = (endpoint: string) =>
  fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(LOCAL_PATIENCE) }).then(
    () => true,
    () => false,
  );

/** The engine that `npm start` runs on this machine; it leaves its address in DATA_DIR. */
async function runningEngine(): Promise<{ endpoint: string; tableName: string }> {
  const folder = setting('DATA_DIR');
  try {
    const { endpoint, tableName } = JSON.parse(await readFile(path.join(folder, 'engine.json'), 'utf8'));
    if (await answers(endpoint)) return { endpoint, tableName };
  } catch {
    // A file that is missing or half written says the same as an engine that does not answer.
  }
  throw new Failure(`Nothing runs in ${folder}: start it with npm start.`);
}

/** The way to a table. */
export interface Connection {
  /** The table, with all of the patience from now on: also for those who have it open. */
  open: () => Database;
  /** Whether it is the engine on this machine. */
  local: boolean;
  /** Every item of the table, in no order, page after page: the attributes named. */
  scan: (names: readonly string[]) => AsyncIterable<Item[]>;
}

/** The way to a table for commands. */
export function connectionOf(client: DynamoDBDocumentClient, tableName: string, local: boolean): Connection {
  let deadline = 0;
  const db = database({ client, tableName, remainingMillis: () => deadline - Date.now() });
  const open = () => {
    deadline = Date.now() + PATIENCE;
    return db;
  };
  return {
    open,
    local,
    scan: async function* scan(names) {
      const input: ScanCommandInput = {
        TableName: tableName,
        ConsistentRead: true,
        ProjectionExpression: names.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      };
      let start: Pick<ScanCommandInput, 'ExclusiveStartKey'> | undefined = {};
      while (start) {
        const command = new ScanCommand({ ...input, ...start });
        const { Items = [], LastEvaluatedKey }: ScanCommandOutput = await open().rerun(() =>
          client.send(command),
        );
        yield Items;
        start = LastEvaluatedKey && { ExclusiveStartKey: LastEvaluatedKey };
      }
    },
  };
}

/** The table: of the engine on this machine, or TABLE_NAME in AWS by the SDK's own credentials, region and endpoint. */
export async function connect(local: boolean): Promise<Connection> {
  const engine = local ? await runningEngine() : undefined;
  const client = createClient(engine && { endpoint: engine.endpoint });
  return connectionOf(client, engine?.tableName ?? setting('TABLE_NAME'), local);
}
