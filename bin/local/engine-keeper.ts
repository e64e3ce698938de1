import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { dataFiles, lockDataFolder, readTenant, writeTenant } from './data-folder.ts';
import { endProcess } from './end-process.ts';
import { indexStream } from './engine-stream.ts';
import { freePort } from './free-port.ts';

/** The instructions of `npm start`, as JSON in the first argument; without a port, the keeper takes a free one. */
export interface KeeperOrder {
  program: string;
  dataDir: string;
  starterId: number;
  port?: number;
}

/** The keeper's messages. After `folder-in-use` and `engine-ended` it exits. */
export type KeeperMessage =
  | { kind: 'running'; engineId: number; port: number }
  | { kind: 'folder-in-use'; starterId: number | undefined }
  | { kind: 'engine-ended'; reason: string };

/** How much of the engine's output is kept, in characters. */
const MOST_WORDS = 2_000;
/** How long the engine gets to end, in milliseconds: less than the next start waits for the lock. */
const GRACE_MILLIS = 1_500;

/** How long what listens on the port of an earlier engine may take to say what it is, in milliseconds. */
const LOOK_MILLIS = 500;

const { program, dataDir, starterId, port: givenPort } = JSON.parse(process.argv[2] ?? '') as KeeperOrder;

let engineId: number | undefined;
let stopping = false;

/** Also called when the channel to `npm start` closes, because the engine must not outlive that process. */
async function stop() {
  stopping = true;
  const ended = engineId === undefined || (await endProcess(engineId, 'SIGTERM', GRACE_MILLIS));
  if (!ended && engineId !== undefined) await endProcess(engineId, 'SIGKILL', GRACE_MILLIS);
  process.exit();
}

const tell = (message: KeeperMessage) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });

const answersAsEngine = (port: number) =>
  new Promise<boolean>((resolve) => {
    get({ host: '127.0.0.1', port, signal: AbortSignal.timeout(LOOK_MILLIS) }, (response) => {
      response.destroy();
      resolve(String(response.headers.server).startsWith('Dynoxide'));
    }).once('error', () => resolve(false));
  });

/** When `npm start` and its keeper are killed together, an engine is left, and two engines must not write one file. */
async function endLeftover() {
  const { engineId: leftover, port } = readTenant(dataDir) ?? {};
  if (leftover !== undefined && port !== undefined && (await answersAsEngine(port))) {
    await endProcess(leftover, 'SIGKILL', 500);
  }
}

/** Why the engine ended: the first sentence of the last line of its output that is not a normal status message. */
const reasonIn = (words: string) => {
  const lines = words
    .split('\n')
    .filter((line) => line.trim() !== '' && !/listening on|Shutting down/.test(line));
  return (lines.at(-1) ?? '').replace(/^error: /, '').replace(/\.(\s.*)?$/, '');
};

/** Runs the engine until it ends; returns the reason that it gave, or an empty string. */
const runEngine = (port: number) =>
  new Promise<string>((resolve) => {
    const engine = spawn(program, ['serve', '--port', String(port), '--db-path', dataFiles(dataDir).jobs], {
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    });
    engineId = engine.pid;
    let words = '';
    let listening = false;
    engine.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      words = (words + chunk).slice(-MOST_WORDS);
      if (listening || !words.includes('listening on') || engine.pid === undefined) return;
      listening = true;
      indexStream(dataDir);
      writeTenant(dataDir, { starterId, engineId: engine.pid, port });
      void tell({ kind: 'running', engineId: engine.pid, port });
    });
    engine.once('error', (error) => resolve(error.message));
    engine.once('close', () => resolve(reasonIn(words)));
  });

for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) process.once(event, () => void stop());
if (!process.connected) process.exit();

if (lockDataFolder(dataDir)) {
  await endLeftover();
  writeTenant(dataDir, { starterId });
  const reason = await runEngine(givenPort ?? (await freePort()));
  if (!stopping) await tell({ kind: 'engine-ended', reason });
} else {
  await tell({ kind: 'folder-in-use', starterId: readTenant(dataDir)?.starterId });
}
process.exit();
