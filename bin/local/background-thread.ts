import { parentPort, workerData } from 'node:worker_threads';
import { setting } from '../../functions/platform/config.ts';
import type { BackgroundWork } from './background.ts';
import { recordDeleter, lastWritten } from './engine-stream.ts';
import { loadBundle, loadFunction } from '../modules.ts';
import { recordFunctions, startRecords } from './record-functions.ts';
import { scheduledCalls, startSchedule } from './schedule.ts';
import { streamReader, streamsClient } from './table-stream.ts';

// The thread of `startBackground`: it runs until it gets a message.
const { isBundled, endpoint, stream } = workerData as BackgroundWork;
const handlers = isBundled ? loadBundle : loadFunction;
const isEmbedded = setting('ENGINE_URL') !== undefined;
const dataDir = setting('DATA_DIR');

// oxlint-disable-next-line no-console -- functions write their log to the console
console.log = (text: unknown) => parentPort?.postMessage(String(text));

// Excludes the canary, which would add its employer and jobs to those of the developer every five minutes.
const calls = scheduledCalls.filter(({ operation }) => operation !== 'runCanary');
const schedule = startSchedule(calls, handlers);
const records =
  stream === undefined
    ? undefined
    : startRecords({
        reader: streamReader(streamsClient(endpoint), stream),
        functions: recordFunctions,
        handlers,
        lastWritten: () => (isEmbedded ? lastWritten(dataDir) : undefined),
        onDone: isEmbedded ? recordDeleter(dataDir, setting('TABLE_NAME')) : () => undefined,
      });

async function end(): Promise<void> {
  await Promise.all([schedule.stop(), records?.stop()]);
  // Ends the process although keep-alive connections are open.
  process.exit();
}

parentPort?.once('message', () => void end());
