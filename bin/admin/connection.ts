import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  ScanCommand,
  type DynamoDBDocumentClient,
  type ScanCommandInput,
  type ScanCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { setting } from '../../functions/platform/config.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database, type Database, type Item } from '../../functions/platform/dynamodb/database.ts';
import { filesFor } from '../../functions/platform/files/file-access.ts';
import type { FileStore } from '../../functions/platform/files/file-store.ts';
import { Failure } from './failures.ts';

/** How long a command, or one step of a command that reads the whole table, may take, in milliseconds. */
const PATIENCE = 20_000;

/** How long the engine on this machine may take to respond at all, in milliseconds: it may be busy. */
const LOCAL_PATIENCE = 20_000;

/** Where `npm start` records that the engine and the service are. */
interface Running {
  endpoint: string;
  tableName: string;
  service: string;
}

/** Whether the engine at an address responds, does not in time, or is not there. */
const stateOf = (endpoint: string): Promise<'responds' | 'slow' | 'gone'> =>
  fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(LOCAL_PATIENCE) }).then(
    () => 'responds',
    (error: Error) => (error.name === 'TimeoutError' ? 'slow' : 'gone'),
  );

/** What `npm start` has recorded; undefined when the file is missing or half written. */
async function recorded(folder: string): Promise<Running | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'engine.json'), 'utf8')) as Running;
  } catch {
    return undefined;
  }
}

/** What `npm start` runs on this machine: its engine, table and service, whose addresses are in DATA_DIR. */
async function runningEngine(): Promise<Running> {
  const folder = setting('DATA_DIR');
  const running = await recorded(folder);
  const state = running ? await stateOf(running.endpoint) : 'gone';
  if (state === 'slow') {
    throw new Failure(
      `A service is running on ${folder}, but its engine did not respond within ${LOCAL_PATIENCE / 1_000} seconds: try again when it is less busy.`,
    );
  }
  if (!running || state === 'gone') {
    throw new Failure(`No service is running on ${folder}: start it with npm start.`);
  }
  return running;
}

/** A connection to a table. */
export interface Connection {
  /** The table, with the full time limit from now on, also for callers that already have it open. */
  open: () => Database;
  /** Whether the table is in the engine on this machine. */
  local: boolean;
  /** The files that belong to the table; undefined if only the table is known. */
  files: FileStore | undefined;
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
  const db = database({ client, tableName, remainingMillis: () => deadline - performance.now() });
  const open = () => {
    deadline = performance.now() + PATIENCE;
    return db;
  };
  return {
    open,
    local,
    files: local || setting('FILES_BUCKET') !== undefined ? filesFor(db) : undefined,
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
        const { Items = [], LastEvaluatedKey }: ScanCommandOutput = await open().retry(() =>
          client.send(command, { abortSignal: AbortSignal.timeout(PATIENCE) }),
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
    return connectionOf(createDocumentClient({ endpoint }), tableName, local, service);
  }
  const service = stage === undefined ? undefined : await serviceOf(stage);
  return connectionOf(createDocumentClient(), setting('TABLE_NAME'), local, service);
}
