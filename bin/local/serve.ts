import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { setting, settings } from '../../functions/platform/config.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { mailQueuePartitions } from '../../functions/applications/keys.ts';
import { endLeases } from '../../functions/mail/mail-queue.ts';
import { database, type Database } from '../../functions/platform/dynamodb/database.ts';
import { createSigningSecret } from '../../functions/platform/crypto/signing-key.ts';
import { createClient } from '../../functions/platform/store-client.ts';
import { reportPartition } from '../../functions/reports/keys.ts';
import { noticePartition } from '../../functions/webhooks/keys.ts';
import { webhookQueue } from '../../functions/webhooks/store/webhook-queue.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { commandSetting } from '../config.ts';
import { startBackground } from './background.ts';
import { createTable } from './create-table.ts';
import { freePort } from './free-port.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { loadBundle, loadFunction } from '../modules.ts';
import { localLog } from './log/local-log.ts';
import { functionNames } from './routes.ts';
import { StartFailure } from './start-failure.ts';
import { openStorage, type Storage } from './storage.ts';
import { streamOf } from './table-stream.ts';
import { OUTBOX_PATH } from './outbox/outbox-pages.ts';
import { pages } from '../../schemas/pages.ts';

/** The region in which the SDK finds SES. The import is dynamic because the client is slow to load. */
async function regionOfSes(): Promise<string> {
  const { SESv2Client } = await import('@aws-sdk/client-sesv2');
  const client = new SESv2Client();
  try {
    return await client.config.region();
  } catch (error) {
    throw new StartFailure('MAIL_CONFIGURATION_SET needs the AWS region of its SES: set AWS_REGION.', {
      cause: error,
    });
  } finally {
    client.destroy();
  }
}

/**
 * A description of the mail's destination, which `chosenMailer` decides. Throws StartFailure when SES has no region.
 */
async function describeMailDestination(address: string): Promise<string> {
  const configurationSet = setting('MAIL_CONFIGURATION_SET');
  if (configurationSet !== undefined) {
    return `Amazon SES in ${await regionOfSes()}, with the configuration set ${configurationSet}`;
  }
  const server = setting('SMTP_URL');
  return server === undefined ? `${address}${OUTBOX_PATH} (kept, not sent)` : new URL(server).host;
}

/** The time limit for preparing the table, in milliseconds. */
const PREPARATION_MILLIS = 60_000;

/** Error messages for unusable ports, by node:net's error code. */
const portSentences: Record<string, (port: number) => string> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use by another program. Set PORT to another port, e.g. PORT=${port === 3001 ? 3002 : 3001} npm start.`,
  EACCES: (port) =>
    `You have no permission to use port ${port}. Set PORT to another port, e.g. PORT=3001 npm start.`,
};

/** A valid job; without apostrophes, because the shell command puts it in single quotes. */
const sampleJob = {
  title: 'Baker',
  status: 'active',
  locations: [{ description: 'Vancouver, BC' }],
  categories: [{ id: 18 }],
  positionType: { id: 1 },
  description: '<p>Bread, early in the morning.</p>',
  applicantRoutingType: { id: 1 },
  applicationEmail: 'jobs@example.com',
};

const firstSteps = (jobs: string, apiKey: string) => `
Demo Employer was made for you. Its API key, shown this once:
  ${apiKey}

Post a job, then list your jobs:
  curl -i ${jobs} -H 'API-Key: ${apiKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(sampleJob)}'
  curl -i ${jobs} -H 'API-Key: ${apiKey}'
`;

/** The text for the start of the service at an origin; `apiKey` only if the key was just issued. */
function greeting(
  { employerId, apiKey }: Awaited<ReturnType<typeof firstEmployer>>,
  {
    address,
    data,
    mail,
    admin,
  }: { address: string; data: string; mail: string; admin: (command: string) => string },
): string {
  const base = `${address}${BASE_PATH}`;
  return `Job Posting Service is ready at ${base}
Guide and reference: ${address}${pages.reference.path}
Open jobs, as candidates see them: ${address}/employers/${employerId}
The front page of the site: ${address}/
Data: ${data}
Mail: ${mail}
${apiKey === undefined ? '' : firstSteps(`${base}/jobs`, apiKey)}
Another API key: ${admin(`key issue --employer ${employerId}`)}
A key for many employers: ${admin('partner create --name "Acme ATS"')}
Ctrl-C stops the service.
`;
}

/** Returns the first employer, and its API key only if it was just created, because the key cannot be shown again. */
export async function firstEmployer(
  db: Database,
  now: Date,
): Promise<{ employerId: number; apiKey?: string }> {
  const employers = employerStore(db);
  const [newest] = await employers.list();
  if (newest) return { employerId: newest.id };
  const { employer, apiKey } = await employers.create({ name: 'Demo Employer', plan: 'unlimited' }, now);
  return { employerId: employer.id, apiKey };
}

async function listen(gateway: Gateway, port: number): Promise<void> {
  try {
    await gateway.listen(port);
  } catch (error) {
    const sentence = portSentences[String((error as NodeJS.ErrnoException).code)];
    throw sentence ? new StartFailure(sentence(port)) : error;
  }
}

/** Calls `work` with the table of a storage. Throws StartFailure when the storage does not respond or fails. */
async function withTable<Output>(
  { unusable }: Storage,
  tableName: string,
  work: (db: Database, client: DynamoDBClient) => Promise<Output>,
): Promise<Output> {
  const client = createClient();
  const deadline = performance.now() + PREPARATION_MILLIS;
  try {
    const remainingMillis = () => deadline - performance.now();
    return await work(database({ client, tableName, remainingMillis }), client);
  } catch (error) {
    throw new StartFailure(unusable(error as NodeJS.ErrnoException), { cause: error });
  } finally {
    client.destroy();
  }
}

/** Creates or updates the table and ends old leases. Returns the stream of the table, if it has one. */
const prepareTable = (storage: Storage, tableName: string) =>
  withTable(storage, tableName, async (db, client) => {
    await createTable(client, tableName);
    await createSigningSecret(db);
    // No other process sends from this table, so every lease is one that a stopped process left.
    if (storage.isExclusive) {
      const at = new Date();
      const mailPartitions = [...mailQueuePartitions, reportPartition, noticePartition];
      await endLeases(db, mailPartitions, at);
      for (const { id } of await employerStore(db).accounts()) await webhookQueue(db).endLeases(id, at);
    }
    return streamOf(client, tableName);
  });

/**
 * Runs the service on this machine, from its sources or from the output of `npm run build`, until `stop`, which
 * finishes the requests in flight and ends the engine. If the engine cannot be kept running, stops and calls
 * `onFailure`. `place` describes the data's location. Throws ConfigError and StartFailure, and then leaves no process
 * running.
 */
export async function serve(
  { isBundled }: { isBundled: boolean },
  onFailure: (failure: StartFailure) => void,
): Promise<{ greeting: string; place: string; stop: () => Promise<void> }> {
  for (const name of Object.keys(settings)) setting(name as keyof typeof settings);
  const tableName = setting('TABLE_NAME');
  const handlers = isBundled ? loadBundle : loadFunction;
  const log = localLog(process.stdout);
  const gateway = createGateway({ handlers, onRequest: log.onRequest });
  let storage: Storage | undefined;
  let background: ReturnType<typeof startBackground> | undefined;

  async function stop() {
    await Promise.all([gateway.close(), background?.stop()]);
    await storage?.stop();
  }

  try {
    storage = await openStorage((failure) => void stop().then(() => onFailure(failure)));
    const stream = await prepareTable(storage, tableName);
    const port = commandSetting('PORT') || (await freePort());
    const address = `http://localhost:${port}`;
    // Must precede loading the functions, because they read their settings then.
    process.env.BASE_URL = setting('BASE_URL') ?? address;
    process.env.TABLE_NAME = tableName;
    log.takeConsole();
    await Promise.all(functionNames.map(handlers));
    // Follows loading the functions, so that every connection gets a response, and precedes creating the first
    // employer, whose key is printed only if the service can use the port.
    await listen(gateway, port);
    const employer = await withTable(storage, tableName, (db) => firstEmployer(db, new Date()));
    storage.announce(tableName, `${address}${BASE_PATH}`);
    if (stream === undefined)
      process.stderr.write(`There are no events: ${storage.location} has no streams.\n`);
    background = startBackground({ isBundled, endpoint: storage.endpoint, stream }, log.line);
    const { before, after } = storage.admin;
    return {
      greeting: greeting(employer, {
        address,
        data: storage.location,
        mail: await describeMailDestination(address),
        admin: (command) => `${before}npm run -s admin -- ${command}${after}`,
      }),
      place: storage.location,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
