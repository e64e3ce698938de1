import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../bin/local/free-port.ts';

const program = fileURLToPath(import.meta.resolve('@dynoxide/linux-x64/dynoxide'));

/** Resolves to true when the engine listens, or to false when it exits because the port is in use. */
const listens = (engine: ChildProcess) =>
  new Promise<boolean>((resolve, reject) => {
    engine.stderr?.on('data', (text) => String(text).includes('listening') && resolve(true));
    engine.once('exit', () => resolve(false));
    engine.once('error', reject);
  });

async function stop(engine: ChildProcess) {
  if (engine.exitCode !== null || engine.signalCode !== null) return;
  engine.kill('SIGKILL');
  await once(engine, 'exit');
}

/** Starts a separate DynamoDB engine in memory, without a table. */
export async function startEngine(): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await freePort();
    const engine = spawn(program, ['serve', '--port', String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const orphaned = () => engine.kill('SIGKILL');
    process.once('exit', orphaned);
    if (await listens(engine)) {
      return {
        endpoint: `http://127.0.0.1:${port}`,
        stop: () => {
          process.removeListener('exit', orphaned);
          return stop(engine);
        },
      };
    }
  }
  throw new Error('The engine found no free port in five attempts.');
}
