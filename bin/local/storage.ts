import { rmSync, writeFileSync } from 'node:fs';
import { setting, settings } from '../../functions/platform/config.ts';
import { commandSetting } from '../config.ts';
import { useConfiguredEndpoint } from './aws-environment.ts';
import { dataFiles } from './data-folder.ts';
import { startEngine } from './engine.ts';
import type { StartFailure } from './start-failure.ts';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PART_ENDING } from '../../functions/platform/files/folder-files.ts';

export interface Storage {
  endpoint: string;
  /** A description of the data's location. */
  location: string;
  unusable: (error: NodeJS.ErrnoException) => string;
  /** Whether no other process uses it while it is open. */
  isExclusive: boolean;
  /** The parts of the admin command before and after its arguments that make it use this storage. */
  admin: { before: string; after: string };
  /** Writes the addresses of the engine and the service for the admin command. */
  announce: (tableName: string, service: string) => void;
  stop: () => Promise<void>;
}

const assignments = (variables: Record<string, string>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value} `)
    .join('');

async function embeddedEngine(onFailure: (failure: StartFailure) => void): Promise<Storage> {
  const dataDir = setting('DATA_DIR');
  const engine = await startEngine(dataDir, onFailure);
  await removeUnfinishedFiles(dataDir);
  const { engine: addressFile } = dataFiles(dataDir);
  // The functions read this. AWS credentials in the environment are for SES and S3; the engine needs none.
  process.env.ENGINE_URL = engine.endpoint;
  return {
    endpoint: engine.endpoint,
    location: dataDir,
    unusable: ({ name, message }) =>
      `The embedded engine does not work on the data folder ${dataDir}: ${name}: ${message}`,
    isExclusive: true,
    admin: {
      before: assignments(dataDir === settings.DATA_DIR.fallback ? {} : { DATA_DIR: dataDir }),
      after: ' --local',
    },
    announce: (tableName, service) =>
      writeFileSync(addressFile, `${JSON.stringify({ endpoint: engine.endpoint, tableName, service })}\n`),
    stop: async () => {
      rmSync(addressFile, { force: true });
      await engine.stop();
    },
  };
}

function configuredEndpoint(endpoint: string): Storage {
  process.env.ENGINE_URL = '';
  return {
    endpoint,
    location: `the DynamoDB at ${endpoint}`,
    unusable: ({ name, message, code }) =>
      code === 'ECONNREFUSED' || code === 'ENOTFOUND'
        ? `No DynamoDB responds at ${endpoint}. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB.`
        : `The DynamoDB at ${endpoint} cannot be used: ${name}: ${message}`,
    isExclusive: false,
    admin: { before: assignments(useConfiguredEndpoint(endpoint)), after: '' },
    announce: () => undefined,
    stop: async () => undefined,
  };
}

/**
 * Opens the DynamoDB at AWS_ENDPOINT_URL_DYNAMODB or else the embedded engine, and points the SDK of this process at
 * it. Calls `onFailure` when the engine cannot be kept running. Throws ConfigError and StartFailure.
 */
export async function openStorage(onFailure: (failure: StartFailure) => void): Promise<Storage> {
  const endpoint = commandSetting('AWS_ENDPOINT_URL_DYNAMODB');
  return endpoint === undefined ? embeddedEngine(onFailure) : configuredEndpoint(endpoint);
}

/**
 * Removes incomplete files and mails of a process that ended while it wrote them. No other process may write there at
 * the same time.
 */
export async function removeUnfinishedFiles(dataDir: string): Promise<void> {
  for (const folder of ['files', 'outbox']) {
    const names = await readdir(join(dataDir, folder), { recursive: true }).catch(() => []);
    for (const name of names.filter((each) => each.endsWith(PART_ENDING))) {
      await rm(join(dataDir, folder, name), { force: true });
    }
  }
}
