import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { dataFiles, lockDataFolder, makeDataFolder, readUser, writeUser } from './data-folder.ts';
import { indexStream } from './engine-stream.ts';
import { freePort } from './free-port.ts';
import { StartFailure } from './start-failure.ts';
import { createRequire } from 'node:module';

function signalled(processId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(processId, signal);
  } catch {
    return false;
  }
}

/** Sends the signal and waits. Returns true once the process is gone, false if it still exists after the time. */
async function endProcess(processId: number, signal: NodeJS.Signals, millis: number): Promise<boolean> {
  const deadline = performance.now() + millis;
  signalled(processId, signal);
  while (signalled(processId, 0)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

/** The path of the embedded engine's program in its package, by platform. */
const programs: Record<string, string> = {
  'linux-x64': '@dynoxide/linux-x64/dynoxide',
  'linux-arm64': '@dynoxide/linux-arm64/dynoxide',
  'darwin-x64': '@dynoxide/darwin-x64/dynoxide',
  'darwin-arm64': '@dynoxide/darwin-arm64/dynoxide',
  'win32-x64': '@dynoxide/win32-x64/dynoxide.exe',
};

const requireHere = createRequire(import.meta.url);

/** The path of the engine's program. Throws StartFailure when it is not installed or not available for the platform. */
function engineProgram(platform = `${process.platform}-${process.arch}`): string {
  try {
    return requireHere.resolve(programs[platform] ?? '');
  } catch {
    throw new StartFailure(
      `The embedded engine is not installed for ${platform}: ` +
        `run npm ci, or set AWS_ENDPOINT_URL_DYNAMODB to the address of a DynamoDB.`,
    );
  }
}

/** The time limit for the engine's start, in milliseconds: it may have to read a long journal. */
const START_MILLIS = 60_000;

/** How long the engine has to end after a signal, in milliseconds. */
const GRACE_MILLIS = 1_500;

/** The time limit for identifying a running engine, in milliseconds. */
const PROBE_MILLIS = 500;

/** An engine that fails this often, each time soon after its start, is not restarted. */
const MAX_FAILURES = 5;
/** After an engine has run this long, earlier failures no longer count. */
const STABLE_MILLIS = 10_000;
const FIRST_PAUSE_MILLIS = 50;

/** The length of the stored end of the engine's output, in characters. */
const OUTPUT_MAX = 2_000;

const folderInUse = (dataDir: string) => {
  const { starterId } = readUser(dataDir) ?? {};
  return new StartFailure(
    `The data folder ${dataDir} is already in use by another npm start` +
      `${starterId === undefined ? '' : ` (process ${starterId})`}. Stop it, or set DATA_DIR to another folder.`,
  );
};

const stoppedRepeatedly = (dataDir: string, reason: string) =>
  new StartFailure(
    `The embedded engine stopped repeatedly on the data folder ${dataDir}${reason && `: ${reason}`}.`,
  );

const tooSlow = (dataDir: string) =>
  new StartFailure(
    `The embedded engine did not start within ${START_MILLIS / 1_000} seconds on the data folder ${dataDir}.`,
  );

/** Whether the server at an address is an engine like the embedded one; false also if it does not respond in time. */
const isEngine = (endpoint: string): Promise<boolean> =>
  fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MILLIS) }).then(
    ({ headers }) => headers.get('server')?.startsWith('Dynoxide') ?? false,
    () => false,
  );

/** Ends the engine of a killed start, because two engines must not write one file. */
async function endOrphanedEngine(dataDir: string): Promise<void> {
  const { engineId, port } = readUser(dataDir) ?? {};
  if (engineId !== undefined && port !== undefined && (await isEngine(`http://127.0.0.1:${port}`))) {
    await endProcess(engineId, 'SIGKILL', GRACE_MILLIS);
  }
}

/**
 * The reason why the engine ended: the first sentence of the last line of its output that is not a normal status
 * message.
 */
const reasonIn = (output: string) => {
  const lines = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/listening on|Shutting down/.test(line));
  return (lines.at(-1) ?? '').replace(/^error: /, '').replace(/\.(\s.*)?$/, '');
};

/**
 * Starts the embedded engine with its data in the folder. When it ends, restarts it, and calls `onFailure` when it
 * cannot be kept running. The engine ends with this process; if this process is killed, the next start ends it. Throws
 * StartFailure when the engine is not installed, the folder is in use or the engine does not start in time, and then
 * leaves no process running.
 */
export async function startEngine(
  dataDir: string,
  onFailure: (failure: StartFailure) => void,
  program = engineProgram(),
) {
  makeDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  if (!lock) throw folderInUse(dataDir);
  await endOrphanedEngine(dataDir);
  const port = await freePort();
  const listening = Promise.withResolvers<void>();
  let engine: ChildProcess | undefined;
  let stopping = false;

  /** Runs the engine until it ends; returns the reason in its output, or an empty string. */
  const run = () =>
    new Promise<string>((resolve) => {
      const child = spawn(program, ['serve', '--port', String(port), '--db-path', dataFiles(dataDir).jobs], {
        // Ctrl-C goes to the whole process group, but the engine is needed until the last request has its response.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        windowsHide: true,
      });
      engine = child;
      writeUser(dataDir, { starterId: process.pid, engineId: child.pid, port });
      let output = '';
      let isListening = false;
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        output = (output + chunk).slice(-OUTPUT_MAX);
        if (isListening || !output.includes('listening on')) return;
        isListening = true;
        indexStream(dataDir);
        listening.resolve();
      });
      child.once('error', (error) => resolve(error.message));
      child.once('close', () => resolve(reasonIn(output)));
    });

  async function keepRunning(): Promise<void> {
    for (let failures = 0; ;) {
      const began = performance.now();
      const reason = await run();
      failures = performance.now() - began < STABLE_MILLIS ? failures + 1 : 1;
      if (stopping) return;
      if (failures >= MAX_FAILURES) {
        // Before the engine listens, the rejection already reports the failure to the caller.
        listening.promise.then(
          () => onFailure(stoppedRepeatedly(dataDir, reason)),
          () => undefined,
        );
        listening.reject(stoppedRepeatedly(dataDir, reason));
        return;
      }
      await delay(FIRST_PAUSE_MILLIS * 2 ** failures);
      if (stopping) return;
    }
  }

  const killed = () => engine?.kill('SIGKILL');
  process.once('exit', killed);

  const stop = async () => {
    stopping = true;
    const { pid } = engine ?? {};
    if (pid !== undefined && !(await endProcess(pid, 'SIGTERM', GRACE_MILLIS))) {
      await endProcess(pid, 'SIGKILL', GRACE_MILLIS);
    }
    process.removeListener('exit', killed);
    lock.close();
  };

  void keepRunning();
  const late = setTimeout(() => listening.reject(tooSlow(dataDir)), START_MILLIS);
  try {
    await listening.promise;
    return {
      /** The address of the engine; it stays the same when the engine is restarted. */
      endpoint: `http://127.0.0.1:${port}`,
      /** Ends the engine, and unlocks the data folder. */
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
}
