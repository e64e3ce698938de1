import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setting } from '../../functions/config.ts';
import { createClient } from '../../functions/store/client.ts';
import { database, type Database } from '../../functions/store/database.ts';
import { Failure } from './failures.ts';

/** How long a command tries, or a long one its next step, in milliseconds. */
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

/** The table, and how to come by more time for a long work. */
export interface Connection {
  db: Database;
  /** Whether it is the engine on this machine. */
  local: boolean;
  /** The work goes on: what follows has its own time. */
  goOn: () => void;
}

/** The table: of the engine on this machine, or TABLE_NAME in AWS by the SDK's own credentials, region and endpoint. */
export async function connect(local: boolean): Promise<Connection> {
  const engine = local ? await runningEngine() : undefined;
  let deadline = Date.now() + PATIENCE;
  const db = database({
    client: createClient(engine && { endpoint: engine.endpoint }),
    tableName: engine?.tableName ?? setting('TABLE_NAME'),
    remainingMillis: () => deadline - Date.now(),
  });
  const goOn = () => {
    deadline = Date.now() + PATIENCE;
  };
  return { db, local, goOn };
}
