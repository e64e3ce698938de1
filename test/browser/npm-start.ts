import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Nothing of the settings that the test run itself has. */
const environment = (dataDir: string) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  DATA_DIR: dataDir,
  PORT: '0',
});

/** `npm start` as a person runs it, on a data folder and a port of its own. Throws when it ends without a greeting. */
export async function npmStart() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'browser-'));
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
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

  return {
    origin,
    /** The key of the demo employer, as the greeting shows it. */
    apiKey,
    /** Ends it, and waits until nothing of it runs. */
    stop: async () => {
      child.kill();
      await closed;
      await rm(dataDir, { recursive: true });
    },
  };
}
