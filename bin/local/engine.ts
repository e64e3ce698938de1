import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { makeDataFolder } from './data-folder.ts';
import { endProcess } from './end-process.ts';
import type { KeeperMessage, KeeperOrder } from './engine-keeper.ts';
import { engineProgram } from './engine-program.ts';
import { StartFailure } from './start-failure.ts';
import { within } from './within.ts';

/** More than the keeper's own grace with the engine, twice over. */
const STOP_MILLIS = 4_000;

const keeperModule = fileURLToPath(new URL('./engine-keeper.ts', import.meta.url));

export interface Engine {
  /** The address of the engine; it stays the same when the engine is restarted. */
  endpoint: string;
  /** Ends the engine and whoever keeps it. */
  stop: () => Promise<void>;
}

type Failure = Exclude<KeeperMessage, { kind: 'running' }>;

const sentences = {
  'folder-in-use': (dataDir: string, { starterId }: Extract<Failure, { kind: 'folder-in-use' }>) =>
    `The data folder ${dataDir} is already in use by another npm start` +
    `${starterId === undefined ? '' : ` (process ${starterId})`}. Stop it, or set DATA_DIR to another folder.`,
  'gave-up': (dataDir: string, { reason }: Extract<Failure, { kind: 'gave-up' }>) =>
    `The embedded engine stopped again and again on the data folder ${dataDir}${reason && `: ${reason}`}.`,
};

const sentence = (dataDir: string, failure: Failure): string =>
  failure.kind === 'gave-up'
    ? sentences['gave-up'](dataDir, failure)
    : sentences['folder-in-use'](dataDir, failure);

/**
 * The keeper: a process that holds the lock on the data folder and restarts the engine, and that ends both when the
 * channel to this process closes, even when this process is killed.
 */
function startKeeper(order: KeeperOrder) {
  const keeper = fork(keeperModule, [JSON.stringify(order)], {
    // A group of its own: Ctrl-C goes to the whole group, and the engine is needed until the last request is answered.
    detached: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let engineId: number | undefined;
  let failure: StartFailure | undefined;
  const running = Promise.withResolvers<number>();
  keeper.on('message', (message: KeeperMessage) => {
    if (message.kind === 'running') {
      ({ engineId } = message);
      running.resolve(message.port);
    } else {
      failure = new StartFailure(sentence(order.dataDir, message));
    }
  });
  const ended = Promise.all([once(keeper, 'exit'), once(keeper, 'disconnect')]).then(() => {
    if (engineId === undefined) failure ??= new StartFailure('The embedded engine could not be started.');
    if (failure) running.reject(failure);
    return failure;
  });
  return {
    /** The port, once the engine listens. Throws StartFailure. */
    running: running.promise,
    /** When the keeper has ended: why it did so, or undefined when it was stopped or killed. */
    ended,
    endEngine: async () => {
      if (engineId !== undefined) await endProcess(engineId, 'SIGKILL', 500);
    },
    stop: async () => {
      if (keeper.connected) keeper.disconnect();
      await within(STOP_MILLIS, ended);
    },
  };
}

/**
 * The embedded engine with its data in the folder, running. `onFailure` hears when it cannot be kept running.
 * Throws StartFailure when the engine is not installed, the folder is in use or the engine does not start.
 */
export async function startEngine(
  dataDir: string,
  onFailure: (failure: StartFailure) => void,
): Promise<Engine> {
  const program = engineProgram();
  makeDataFolder(dataDir);
  const order = { program, dataDir, starterId: process.pid };
  let keeper = startKeeper(order);
  const port = await keeper.running;
  let stopping = false;

  async function keepKeeping() {
    for (;;) {
      const failure = await keeper.ended;
      if (stopping) return;
      if (failure) {
        onFailure(failure);
        return;
      }
      await keeper.endEngine();
      keeper = startKeeper({ ...order, port });
      // A keeper that fails also ends, and that is where the failure is taken from.
      keeper.running.catch(() => undefined);
    }
  }

  void keepKeeping();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      stopping = true;
      await keeper.stop();
    },
  };
}
