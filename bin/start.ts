import { inspect, parseArgs } from 'node:util';
import { ConfigError } from '../functions/wiring/config.ts';
import { loadFunction } from './local/gateway.ts';
import { findRoute, functionNames } from './local/routes.ts';
import { scheduledCalls } from './local/schedule.ts';
import { serve } from './local/serve.ts';
import { StartFailure } from './local/start-failure.ts';
import { synthesised } from './local/synthesised.ts';
import { ignoreUnreadOutput } from './unread-output.ts';

/** npm hands on a Ctrl-C that the terminal has already sent here: within this time, two signals are one. */
const SAME_SIGNAL_MILLIS = 500;

/** An operator's mistake is one sentence; only what nobody foresaw shows where it happened. */
function fail(error: unknown): never {
  const isForOperator = error instanceof ConfigError || error instanceof StartFailure;
  process.stderr.write(`${isForOperator ? error.message : inspect(error)}\n`);
  process.exit(1);
}

/** The handlers as they are written, behind the routes of the tables of operations and pages. */
const sources = { functionNames, findRoute, handlers: loadFunction, scheduled: scheduledCalls };

function options() {
  try {
    return parseArgs({ options: { bundles: { type: 'boolean', default: false } } }).values;
  } catch {
    throw new StartFailure(
      'npm start takes one option: npm start -- --bundles serves what npm run synth made.',
    );
  }
}

ignoreUnreadOutput();
try {
  const { greeting, stop } = await serve(options().bundles ? synthesised() : sources, fail);
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      stop().then(() => process.exit(0), fail);
    } else if (performance.now() - stoppingSince > SAME_SIGNAL_MILLIS) {
      process.exit(130);
    }
  };
  // npm's shell does not hand a signal on when only npm gets it: then it dies, and this process gets another parent.
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
