import { setting, settings } from '../../functions/platform/config.ts';
import { confirmationQueue } from '../../functions/applications/store/confirmation-queue.ts';
import { mailQueue } from '../../functions/applications/store/mail-queue.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { storeClient } from '../../functions/platform/store-client.ts';
import { webhookQueue } from '../../functions/webhooks/store/webhook-queue.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { commandSetting } from '../config.ts';
import { createTable } from './create-table.ts';
import { firstEmployer } from './first-employer.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { greeting } from './greeting.ts';
import { localLog } from './log/local-log.ts';
import { mailPlace } from './mail-place.ts';
import { startRecords, type Records } from './record-functions.ts';
import { startSchedule, type Schedule } from './schedule.ts';
import { StartFailure } from './start-failure.ts';
import { openStorage, type Storage } from './storage.ts';
import type { Deployment } from './synthesised.ts';
import { streamOf, streamReader, streamsClient } from './table-stream.ts';

/** How long the start waits for DynamoDB while it prepares the data in the table, in milliseconds. */
const PREPARATION_MILLIS = 10_000;

/** Why a port cannot be used, by node:net's error code. */
const portSentences: Record<string, (port: number) => string> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use by another program. Set PORT to another port, e.g. PORT=${port === 3001 ? 3002 : 3001} npm start.`,
  EACCES: (port) =>
    `You have no permission to use port ${port}. Set PORT to another port, e.g. PORT=3001 npm start.`,
};

async function listen(gateway: Gateway, port: number): Promise<number> {
  try {
    return await gateway.listen(port);
  } catch (error) {
    const sentence = portSentences[String((error as NodeJS.ErrnoException).code)];
    throw sentence ? new StartFailure(sentence(port)) : error;
  }
}

/** Prepares the table, what is left to be mailed, and the first employer. Throws StartFailure when DynamoDB does not respond or fails. */
async function prepareData({ endpoint, isExclusive }: Storage, tableName: string) {
  const client = storeClient();
  try {
    await createTable(client, tableName);
    const stream = await streamOf(client, tableName);
    const deadline = performance.now() + PREPARATION_MILLIS;
    const db = database({ client, tableName, remainingMillis: () => deadline - performance.now() });
    // Nobody else sends from a table that only this machine has: what is being sent was interrupted.
    if (isExclusive) {
      const at = new Date();
      for (const { endLeases } of [mailQueue(db), confirmationQueue(db)]) await endLeases(at);
      await webhookQueue(db).endLeases();
    }
    return { ...(await firstEmployer(db, new Date())), stream };
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException;
    throw new StartFailure(
      code === 'ECONNREFUSED' || code === 'ENOTFOUND'
        ? `No DynamoDB responds at ${endpoint}. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB.`
        : `The DynamoDB at ${endpoint} cannot be used: ${name}: ${message}`,
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}

/**
 * Runs the service on this machine until `stop`, which finishes the requests in flight and ends the engine. If the
 * engine cannot be kept running, stops and calls `onFailure`. `place` describes where the data is kept. Throws ConfigError and StartFailure, and then leaves
 * nothing running.
 */
export async function serve(
  { functionNames, scheduled, recordFunctions, ...deployment }: Deployment,
  onFailure: (failure: StartFailure) => void,
): Promise<{ greeting: string; place: string; stop: () => Promise<void> }> {
  for (const name of Object.keys(settings)) setting(name as keyof typeof settings);
  const tableName = setting('TABLE_NAME');
  const log = localLog(process.stdout);
  const gateway = createGateway({ ...deployment, arrived: log.arrived });
  let storage: Storage | undefined;
  let schedule: Schedule | undefined;
  let records: Records | undefined;

  async function stop() {
    await Promise.all([gateway.close(), schedule?.stop(), records?.stop()]);
    await storage?.stop();
  }

  try {
    storage = await openStorage((failure) => void stop().then(() => onFailure(failure)));
    const port = await listen(gateway, commandSetting('PORT'));
    const address = `http://localhost:${port}`;
    // Must happen before the functions are loaded, because they then read their settings.
    process.env.BASE_URL = setting('BASE_URL') ?? address;
    process.env.TABLE_NAME = tableName;
    log.takeConsole();
    await Promise.all(functionNames.map(deployment.handlers));
    const { employerId, apiKey, stream } = await prepareData(storage, tableName);
    storage.announce(tableName, `${address}${BASE_PATH}`);
    // The canary, which runs every five minutes, would put an employer and jobs of its own among those of who tries this.
    const wanted = scheduled.filter(({ operation }) => operation !== 'runCanary');
    schedule = startSchedule(wanted, deployment.handlers);
    if (stream === undefined) process.stderr.write(`There are no events: ${storage.place} has no streams.\n`);
    else {
      records = startRecords({
        reader: streamReader(streamsClient(storage.endpoint), stream),
        functions: recordFunctions,
        handlers: deployment.handlers,
        lastWritten: storage.lastWritten,
        onDone: storage.forget(tableName),
      });
    }
    const { before, after } = storage.admin;
    const keyCommand = `${before}npm run -s admin -- key issue --employer ${employerId}${after}`;
    return {
      greeting: greeting({
        address,
        data: storage.place,
        mail: await mailPlace(address),
        keyCommand,
        employerId,
        apiKey,
      }),
      place: storage.place,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
