import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

// The worker exits when Jest exits in any way. The channel does not keep a worker alive that Jest has dismissed.
process.once('disconnect', () => process.exit(1));
process.on('removeListener', (event) => {
  if (event === 'message') process.channel?.unref();
});

// The programs that suites start share this compile cache. The suites themselves, whose module URLs differ in every run,
// would only fill it.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'jobs-compile-cache');

const openSockets = new Set<Socket>();
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  openSockets.add(socket);
  socket.once('close', () => openSockets.delete(socket));
});

const openServers = new Set<Server>();
subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const { server } = message as { server: Server };
  openServers.add(server);
  server.once('close', () => openServers.delete(server));
});

const configurableGlobals = (): PropertyDescriptorMap =>
  Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
      ([, { configurable }]) => configurable,
    ),
  );

/** A file that gets a line for each suite: CPU seconds of its worker, tab, path. */
const costFile = process.env['SUITE_COSTS'];

/** A Jest environment without a context of its own: the suites of a worker share its realm, one after the other. */
export default class WorkerEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimersModern: ModernFakeTimers;
  readonly fakeTimers = null;
  #saved = {
    env: { ...process.env },
    globals: configurableGlobals(),
    process: Object.fromEntries((['argv', 'exit', 'exitCode'] as const).map((name) => [name, process[name]])),
    directory: process.cwd(),
  };

  #suite: string;
  #startUsage = process.cpuUsage();

  constructor({ projectConfig: config }: { projectConfig: never }, { testPath }: { testPath: string }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.#suite = testPath;
  }

  getVmContext(): null {
    return null;
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  async setup(): Promise<void> {
    // Jest sets a limit of 100, which makes every error ten times as expensive.
    Error.stackTraceLimit = 10;
    // Removes Jest's function, which would show URLs of modules instead of paths.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
  }

  /** Reverts what a suite changed in the process, and closes the servers and connections that it left open. */
  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    const { env, globals, process: properties, directory } = this.#saved;
    // Restoring a mock may have put back a fake timer, so the real globals are set afterwards.
    Object.defineProperties(globalThis, globals);
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    Object.assign(process, properties);
    process.chdir(directory);
    for (const server of openServers) server.close();
    for (const socket of openSockets) socket.destroy();
    if (costFile !== undefined) {
      const { user, system } = process.cpuUsage(this.#startUsage);
      appendFileSync(costFile, `${((user + system) / 1e6).toFixed(2)}\t${this.#suite}\n`);
    }
  }
}
