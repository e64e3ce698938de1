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

/** More than twice the time that the keeper gives the engine to end. */
const STOP_MILLIS = 4_000;

/** How long the engine may take until it listens, in milliseconds: it may have a long journal to read. */
const START_MILLIS = 60_000;

/** An engine that fails this often, each time soon after its start, is not restarted. */
const MOST_DEATHS = 5;
/** After an engine has run this long, earlier failures no longer count. */
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
    `The embedded engine stopped repeatedly on the data folder ${dataDir}${reason && `: ${reason}`}.`,
  );

const tooSlow = (dataDir: string) =>
  new StartFailure(
    `The embedded engine did not start within ${START_MILLIS / 1_000} seconds on the data folder ${dataDir}.`,
  );

/**
 * Starts the keeper: a process that holds the lock on the data folder and runs the engine. It ends both when the
 * channel to this process closes, even when this process is killed.
 */
function startKeeper(order: KeeperOrder, onRunning: (port: number) => void) {
  const keeper = fork(keeperModule, [JSON.stringify(order)], {
    // Ctrl-C goes to the whole process group, but the engine is needed until the last request has its response.
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
    /** Once the keeper has ended: the reason (unknown if it was killed), and how long its engine ran. */
    ended: ended.then(() => ({ end, millis: running ? performance.now() - running.since : 0 })),
    /** Ends the engine that a killed keeper left running. */
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
 * Starts the embedded engine with its data in the folder. When it or its keeper ends, restarts both, and calls
 * `onFailure` when the engine cannot be kept running. Throws StartFailure when the engine is not installed, the folder
 * is in use or the engine does not start in time, and then leaves nothing running.
 */
export async function startEngine(
  dataDir: string,
  onFailure: (failure: StartFailure) => void,
  program = engineProgram(),
): Promise<Engine> {
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

  const stop = async () => {
    stopping = true;
    await keeper.stop();
  };

  void keepRunning();
  const late = setTimeout(() => listening.reject(tooSlow(dataDir)), START_MILLIS);
  try {
    return { endpoint: `http://127.0.0.1:${await listening.promise}`, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
}
