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

/** How long a command, or one step of a command that reads the whole table, may take, in milliseconds. */
const PATIENCE = 20_000;

/** How long the engine on this machine may take to respond at all, in milliseconds. */
const LOCAL_PATIENCE = 2_000;

const answers = (endpoint: string) =>
  fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(LOCAL_PATIENCE) }).then(
    () => true,
    () => false,
  );

/** What `npm start` runs on this machine: its engine, table and service, whose addresses are in DATA_DIR. */
async function runningEngine(): Promise<{ endpoint: string; tableName: string; service: string }> {
  const folder = setting('DATA_DIR');
  try {
    const running = JSON.parse(await readFile(path.join(folder, 'engine.json'), 'utf8'));
    if (await answers(running.endpoint)) return running;
  } catch {
    // A missing or half-written file means the same as an engine that does not respond.
  }
  throw new Failure(`No service is running on ${folder}: start it with npm start.`);
}

/** A connection to a table. */
export interface Connection {
  /** The table, with the full time limit from now on, also for callers that already have it open. */
  open: () => Database;
  /** Whether the table is in the engine on this machine. */
  local: boolean;
  /** The URL of the service on this table, with the version; undefined if only the table is known. */
  service: string | undefined;
  /** The same connection to another table. */
  elsewhere: (tableName: string) => Connection;
  /** All items of the table, page by page, in no particular order, with the named attributes only. */
  scan: (names: readonly string[]) => AsyncIterable<Item[]>;
}

/** The connection that commands use. */
export function connectionOf(
  client: DynamoDBDocumentClient,
  tableName: string,
  local: boolean,
  service?: string,
): Connection {
  let deadline = 0;
  const db = database({ client, tableName, remainingMillis: () => deadline - Date.now() });
  const open = () => {
    deadline = Date.now() + PATIENCE;
    return db;
  };
  return {
    open,
    local,
    service,
    elsewhere: (other) => connectionOf(client, other, local),
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

/** Where a command works: the service that `npm start` runs, a stage, or otherwise the table TABLE_NAME in AWS. */
export interface Place {
  local: boolean;
  stage: string | undefined;
}

/** Finds a stage. Loaded only when a stage is named, because the client of CloudFormation takes time to load. */
const serviceOf = async (stage: string) => (await import('./stage.ts')).useStage(stage);

/** Connects to the table of a place; in AWS with the SDK's credentials, region and endpoint. */
export async function connect({ local, stage }: Place): Promise<Connection> {
  if (local) {
    const { endpoint, tableName, service } = await runningEngine();
    return connectionOf(createClient({ endpoint }), tableName, local, service);
  }
  const service = stage === undefined ? undefined : await serviceOf(stage);
  return connectionOf(createClient(), setting('TABLE_NAME'), local, service);
}
