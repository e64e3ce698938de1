import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * What a program needs of the environment, without the settings of the test run; with the compile cache, which spares
 * each start what an earlier one has compiled.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}

const run = promisify(execFile);
const thisProject = path.join(import.meta.dirname, '../..');

interface StartSettings {
  /** The folder of the project to start, by default this one. */
  root?: string;
  /** The data folder of an earlier start; by default a new folder, which is removed at the end. */
  dataDir?: string;
  /** The maximum size of written files, in blocks of 512 bytes, to simulate a full disk. */
  mostBlocks?: number | 'unlimited';
  /** Further settings, in the environment. */
  environment?: Record<string, string>;
}

/**
 * `npm start` as a person runs it, on any free port, with nothing of the settings that the test run itself has. Throws
 * when it ends without a greeting.
 */
export async function npmStart({
  root = thisProject,
  dataDir,
  mostBlocks = 'unlimited',
  environment = {},
}: StartSettings = {}) {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'npm-start-')));
  const env = { ...bareEnvironment(), DATA_DIR: folder, PORT: '0', ...environment };
  const child = spawn('sh', ['-c', `ulimit -f ${mostBlocks}; exec npm start`], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The process group contains the shell of npm and the service.
    detached: true,
  });
  const closed = once(child, 'close');
  const greeting = await new Promise<string>((resolve, reject) => {
    let written = '';
    const listen = (text: string) => {
      written += text;
      if (written.includes('Ctrl-C')) resolve(written);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('close', () => reject(new Error(`npm start has ended: ${written}`)));
  });
  const [origin = ''] = /http:\/\/localhost:\d+/.exec(greeting) ?? [];
  const [apiKey = ''] = /jps_\S+/.exec(greeting) ?? [];

  async function end(signal: NodeJS.Signals) {
    process.kill(-(child.pid ?? 0), signal);
    await closed;
  }

  return {
    /** The process whose descendants are the service. */
    pid: child.pid ?? 0,
    origin,
    /** The text that the start has printed. */
    greeting,
    /** The key of the demo employer, as the greeting of a first start shows it. */
    apiKey,
    dataDir: folder,
    /** Runs an admin command on this service. Returns its output. */
    admin: async (...args: string[]) => {
      const { stdout } = await run(process.execPath, ['bin/admin.ts', ...args, '--local'], {
        cwd: root,
        env,
      });
      return JSON.parse(stdout);
    },
    /** Stops the service as Ctrl-C does, and waits until all its processes have ended. */
    stop: async () => {
      await end('SIGTERM');
      if (dataDir === undefined) await rm(folder, { recursive: true });
    },
    /** Kills the service like `kill -9`. */
    kill: () => end('SIGKILL'),
  };
}

/** Whether a program can get a terminal: the command `script` has other options on other systems. */
export const hasTerminal = process.platform === 'linux';

/** The standard output and error of a program on a terminal of 100 columns. */
export const onTerminal = (command: string, env: NodeJS.ProcessEnv) =>
  new Promise<string>((resolve) => {
    execFile(
      'script',
      ['--quiet', '--command', `stty cols 100; ${command}`, '/dev/null'],
      { env: { ...bareEnvironment(), TERM: 'xterm', ...env } },
      (_, stdout) => resolve(stdout.replaceAll('\r\n', '\n')),
    );
  });
