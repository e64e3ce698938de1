// oxlint-disable-next-line import/no-unassigned-import -- exits on an unsupported Node.js version
import './supported-node.js';
import { inspect, parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { settings, ConfigError } from '../functions/platform/config.ts';
import { commandSettings } from './config.ts';
import { serve } from './local/serve.ts';
import { StartFailure } from './local/start-failure.ts';
import { ignoreUnreadOutput } from './unread-output.ts';

/**
 * npm forwards a Ctrl-C that the terminal has already sent to this process: two signals within this time count as one.
 */
const SAME_SIGNAL_MILLIS = 500;

/** Prints only the message of an operator's mistake, and the stack of an unexpected error, and exits. */
function fail(error: unknown): never {
  const isForOperator = error instanceof ConfigError || error instanceof StartFailure;
  process.stderr.write(`${isForOperator ? error.message : inspect(error)}\n`);
  process.exit(1);
}

const HELP = `Usage: npm start [-- --bundles]

Runs the service on this machine, until Ctrl-C.

  --bundles   Serve what npm run build built

Settings of the environment:
  PORT        Where it listens; ${commandSettings.PORT.fallback} by default, 0 takes any free port
  DATA_DIR    The folder that holds its data; ${settings.DATA_DIR.fallback} by default
docs/running.md has the others.
`;

function options() {
  try {
    return parseArgs({ options: { bundles: { type: 'boolean' }, help: { type: 'boolean' } } }).values;
  } catch {
    throw new StartFailure(`npm start does not have this option.\n\n${HELP}`);
  }
}

// Limits memory: the two heaps hold some 40 MB each. Without this flag, and the one in npm's script, V8 lets them grow
// to several times that.
setFlagsFromString('--heap-growing-percent=100');
ignoreUnreadOutput();
try {
  const { bundles: isBundled = false, help } = options();
  if (help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const { greeting, place, stop } = await serve({ isBundled }, fail);
  const leave = (what: string, exitCode: number) => {
    process.stdout.write(`${what} The data is kept in ${place}.\n`);
    process.exit(exitCode);
  };
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      // The line break ends the line on which the terminal has shown ^C.
      process.stdout.write(`${process.stdout.isTTY ? '\n' : ''}Stopping, after the requests in flight…\n`);
      stop().then(() => leave('Stopped.', 0), fail);
    } else if (performance.now() - stoppingSince > SAME_SIGNAL_MILLIS) {
      leave('Stopped at once: requests in flight got no response.', 130);
    }
  };
  // Detects a signal that only npm gets: npm's shell does not forward it but exits, so this process gets another
  // parent.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(orphaned);
    onSignal();
  }, 250);
  // A closed terminal sends SIGHUP.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.stdout.write(greeting);
} catch (error) {
  fail(error);
}
