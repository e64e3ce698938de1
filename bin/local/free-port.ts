import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems use for outgoing connections, so that no connection takes the port while the engine
 * restarts.
 */
const LOWEST = 20_000;
const HIGHEST = 29_999;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (await isFree(port)) return port;
  }
}
