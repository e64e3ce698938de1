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
import { database, type Item } from '../../functions/platform/dynamodb/database.ts';
import { filesFor } from '../../functions/platform/files/file-access.ts';
import type { FileStore } from '../../functions/platform/files/file-store.ts';
import { Failure } from './failures.ts';

/** The time limit of a command, or of one step of a command that reads the whole table, in milliseconds. */
const TIME_LIMIT_MILLIS = 20_000;

/** The time limit for a first response of the local engine, which may be busy, in milliseconds. */
const LOCAL_TIME_LIMIT_MILLIS = 20_000;

/** The addresses that `npm start` writes into DATA_DIR. */
interface RunningService {
  endpoint: string;
  tableName: string;
  service: string;
}

/** Probes the engine at an address: `slow` means a timeout. */
const probeEngine = (endpoint: string): Promise<'responds' | 'slow' | 'gone'> =>
  fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(LOCAL_TIME_LIMIT_MILLIS) }).then(
    () => 'responds',
    (error: Error) => (error.name === 'TimeoutError' ? 'slow' : 'gone'),
  );

/** Reads the addresses of `npm start`; undefined when the file is missing or incomplete. */
async function readAddresses(folder: string): Promise<RunningService | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'engine.json'), 'utf8')) as RunningService;
  } catch {
    return undefined;
  }
}

/**
 * Finds the engine, table and service that `npm start` runs. Throws Failure when none is running or the engine does not
 * respond.
 */
async function findRunningService(): Promise<RunningService> {
  const folder = setting('DATA_DIR');
  const running = await readAddresses(folder);
  const state = running ? await probeEngine(running.endpoint) : 'gone';
  if (state === 'slow') {
    throw new Failure(
      `A service is running on ${folder}, but its engine did not respond within ${LOCAL_TIME_LIMIT_MILLIS / 1_000} seconds: try again when it is less busy.`,
    );
  }
  if (!running || state === 'gone') {
    throw new Failure(`No service is running on ${folder}: start it with npm start.`);
  }
  return running;
}

export function connectionOf(
  client: DynamoDBDocumentClient,
  tableName: string,
  local: boolean,
  service?: string,
) {
  let deadline = 0;
  const db = database({ client, tableName, remainingMillis: () => deadline - performance.now() });
  const startDeadline = () => {
    deadline = performance.now() + TIME_LIMIT_MILLIS;
    return db;
  };
  return {
    /** Returns the table and restarts its time limit, also for callers that have already opened the table. */
    open: startDeadline,
    /** Whether the table is in the engine on this machine. */
    local,
    /** The files that belong to the table; undefined if the connection has only a table. */
    files: local || setting('FILES_BUCKET') !== undefined ? filesFor(db) : undefined,
    /** The URL of the service on this table, with the version; undefined if the connection has only a table. */
    service,
    /** Scans the whole table page by page, in no particular order, and returns only the given attributes. */
    scan: async function* scan(this: void, names: readonly string[]): AsyncGenerator<Item[]> {
      const input: ScanCommandInput = {
        TableName: tableName,
        ConsistentRead: true,
        ProjectionExpression: names.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      };
      let start: Pick<ScanCommandInput, 'ExclusiveStartKey'> | undefined = {};
      while (start) {
        const command = new ScanCommand({ ...input, ...start });
        const { Items = [], LastEvaluatedKey }: ScanCommandOutput = await startDeadline().retry(() =>
          client.send(command, { abortSignal: AbortSignal.timeout(TIME_LIMIT_MILLIS) }),
        );
        yield Items;
        start = LastEvaluatedKey && { ExclusiveStartKey: LastEvaluatedKey };
      }
    },
  };
}

export type Connection = ReturnType<typeof connectionOf>;

/** The target of a command: the service that `npm start` runs, a stage, or otherwise the table TABLE_NAME in AWS. */
export interface CommandTarget {
  local: boolean;
  stage: string | undefined;
}

/** Configures a stage and returns its URL. The import is dynamic because the CloudFormation client is slow to load. */
const configureStage = async (stage: string) => (await import('./stage.ts')).useStage(stage);

/** Connects to the target's table; in AWS with the SDK's credentials, region and endpoint. */
export async function connect({ local, stage }: CommandTarget): Promise<Connection> {
  if (local) {
    const { endpoint, tableName, service } = await findRunningService();
    return connectionOf(createDocumentClient({ endpoint }), tableName, local, service);
  }
  const service = stage === undefined ? undefined : await configureStage(stage);
  return connectionOf(createDocumentClient(), setting('TABLE_NAME'), local, service);
}

/** The file store of a connection. Throws Failure when the connection has only a table. */
export function filesOf({ files }: Pick<Connection, 'files'>): FileStore {
  if (files) return files;
  throw new Failure('Add --stage, or set FILES_BUCKET to the bucket of the stage: files are concerned, too.');
}
