import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeDataFolder } from './data-folder.ts';
import { endProcess } from './end-process.ts';
import type { KeeperMessage, KeeperOrder } from './engine-keeper.ts';
import { engineProgram } from './engine-program.ts';
import { StartFailure } from './start-failure.ts';
import { within } from './within.ts';

/** More than the keeper's own grace with the engine, twice over. */
const STOP_MILLIS = 4_000;

/** An engine that dies so often, each time young, is not started again. */
const MOST_DEATHS = 5;
/** An engine that ran for so long was well: deaths before its own do not count any more. */
const LONG_LIFE_MILLIS = 10_000;
const FIRST_PAUSE_MILLIS = 50;

const keeperModule = fileURLToPath(new URL('./engine-keeper.ts', import.meta.url));

export interface Engine {
  /** The address of the engine; it stays the same when the engine is restarted. */
  endpoint: string;
  /** Ends the engine and its keeper. */
  stop: () => Promise<void>;
}

const folderInUse = (dataDir: string, starterId: number | undefined) =>
  new StartFailure(
    `The data folder ${dataDir} is already in use by another npm start` +
      `${starterId === undefined ? '' : ` (process ${starterId})`}. Stop it, or set DATA_DIR to another folder.`,
  );

const gaveUp = (dataDir: string, reason: string) =>
  new StartFailure(
    `The embedded engine stopped again and again on the data folder ${dataDir}${reason && `: ${reason}`}.`,
  );

/**
 * The keeper: a process that holds the lock on the data folder and runs the engine, and that ends both when the channel
 * to this process closes, even when this process is killed.
 */
function startKeeper(order: KeeperOrder, onRunning: (port: number) => void) {
  const keeper = fork(keeperModule, [JSON.stringify(order)], {
    // A group of its own: Ctrl-C goes to the whole group, and the engine is needed until the last request is answered.
    detached: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let running: { engineId: number; since: number } | undefined;
  let end: Exclude<KeeperMessage, { kind: 'running' }> | undefined;
  keeper.on('message', (message: KeeperMessage) => {
    if (message.kind === 'running') {
      running = { engineId: message.engineId, since: performance.now() };
      onRunning(message.port);
    } else {
      end = message;
    }
  });
  const ended = Promise.all([once(keeper, 'exit'), once(keeper, 'disconnect')]);
  return {
    /** When the keeper has ended: why, which a keeper that was killed does not tell, and for how long its engine ran. */
    ended: ended.then(() => ({ end, millis: running ? performance.now() - running.since : 0 })),
    /** Ends the engine that a killed keeper left. */
    endEngine: async () => {
      if (running) await endProcess(running.engineId, 'SIGKILL', 500);
    },
    stop: async () => {
      if (keeper.connected) keeper.disconnect();
      await within(STOP_MILLIS, ended);
    },
  };
}

/**
 * The embedded engine with its data in the folder, running. When it or its keeper ends, both are started again; after
 * that, `onFailure` hears when it cannot be kept running. Throws StartFailure when the engine is not installed, the
 * folder is in use or the engine does not start.
 */
export async function startEngine(
  dataDir: string,
  onFailure: (failure: StartFailure) => void,
): Promise<Engine> {
  const program = engineProgram();
  makeDataFolder(dataDir);
  const listening = Promise.withResolvers<number>();
  let keeper: ReturnType<typeof startKeeper>;
  let port: number | undefined;
  let stopping = false;

  const giveUp = (failure: StartFailure) => {
    if (port === undefined) listening.reject(failure);
    else if (!stopping) onFailure(failure);
  };

  async function keepRunning(): Promise<void> {
    for (let deaths = 0; ;) {
      const order = { program, dataDir, starterId: process.pid, ...(port !== undefined && { port }) };
      keeper = startKeeper(order, (given) => {
        port = given;
        listening.resolve(given);
      });
      const { end, millis } = await keeper.ended;
      if (end?.kind === 'folder-in-use') return giveUp(folderInUse(dataDir, end.starterId));
      deaths = millis < LONG_LIFE_MILLIS ? deaths + 1 : 1;
      if (deaths >= MOST_DEATHS) return giveUp(gaveUp(dataDir, end?.reason ?? ''));
      if (!end) await keeper.endEngine();
      await delay(FIRST_PAUSE_MILLIS * 2 ** deaths);
      if (stopping) return undefined;
    }
  }

  void keepRunning();
  return {
    endpoint: `http://127.0.0.1:${await listening.promise}`,
    stop: async () => {
      stopping = true;
      await keeper.stop();
    },
  };
}
