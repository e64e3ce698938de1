// oxlint-disable-next-line import/no-unassigned-import -- an old Node ends here
import './supported-node.js';
import { inspect, parseArgs } from 'node:util';
import { ConfigError } from '../functions/platform/setting.ts';
import { loadFunction } from './local/gateway.ts';
import { findRoute, functionNames } from './local/routes.ts';
import { recordFunctions } from './local/record-functions.ts';
import { scheduledCalls } from './local/schedule.ts';
import { serve } from './local/serve.ts';
import { StartFailure } from './local/start-failure.ts';
import { synthesised } from './local/synthesised.ts';
import { ignoreUnreadOutput } from './unread-output.ts';

/** npm forwards a Ctrl-C that this process already got from the terminal: two signals within this time are one. */
const SAME_SIGNAL_MILLIS = 500;

/** Prints one sentence for an operator's mistake, and the stack only for an unexpected error. */
function fail(error: unknown): never {
  const isForOperator = error instanceof ConfigError || error instanceof StartFailure;
  process.stderr.write(`${isForOperator ? error.message : inspect(error)}\n`);
  process.exit(1);
}

/** The handlers as source modules, behind the routes of operations and pages. */
const sources = {
  functionNames,
  findRoute,
  handlers: loadFunction,
  scheduled: scheduledCalls,
  recordFunctions,
};

function options() {
  try {
    return parseArgs({ options: { bundles: { type: 'boolean', default: false } } }).values;
  } catch {
    throw new StartFailure(
      'npm start has one option: npm start -- --bundles serves what npm run synth built.',
    );
  }
}

ignoreUnreadOutput();
try {
  const { greeting, place, stop } = await serve(options().bundles ? synthesised() : sources, fail);
  const leave = (what: string, exitCode: number) => {
    process.stdout.write(`${what} The data is kept in ${place}.\n`);
    process.exit(exitCode);
  };
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      // The terminal has shown ^C.
      process.stdout.write(`${process.stdout.isTTY ? '\n' : ''}Stopping, after the requests in flight…\n`);
      stop().then(() => leave('Stopped.', 0), fail);
    } else if (performance.now() - stoppingSince > SAME_SIGNAL_MILLIS) {
      leave('Stopped at once: requests in flight got no response.', 130);
    }
  };
  // npm's shell does not forward a signal that only npm gets: it dies, and this process gets another parent.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(orphaned);
    onSignal();
  }, 250);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  process.stdout.write(greeting);
} catch (error) {
  fail(error);
}
