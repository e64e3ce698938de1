import { extname, join } from 'node:path';
import {
  applicationRecord,
  encryptApplicationId,
} from '../../../functions/applications/application/application.ts';
import { applicationLists } from '../../../functions/applications/inbox/application-lists.ts';
import { apiKeyStore } from '../../../functions/accounts/store/api-keys.ts';
import type { Employer } from '../../../functions/accounts/domain/employer.ts';
import { toClientEvent } from '../../../functions/events/domain/logged-event.ts';
import { eventLog } from '../../../functions/events/store/event-log.ts';
import { jobRecord } from '../../../functions/jobs/job/job-record.ts';
import { signingKey } from '../../../functions/platform/crypto/signing-key.ts';
import { logoKey } from '../../../functions/accounts/keys.ts';
import { profileStore } from '../../../functions/accounts/store/profiles.ts';
import { webhookRecord } from '../../../functions/webhooks/domain/webhook.ts';
import { webhookReader } from '../../../functions/webhooks/store/webhook-reader.ts';
import { jobsOf } from '../application-addresses.ts';
import { filesOf, type Connection } from '../connection.ts';
import { showProgress } from '../progress.ts';
import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PART_ENDING, writeAtomically } from '../../../functions/platform/files/folder-files.ts';
import { Failure } from '../failures.ts';

/** The manifest: the employer's id, whether the export is complete, and the number of records in it. */
const MANIFEST = 'contents.json';

/** The subfolder for résumés and logos. */
const FILES = 'files/';

/**
 * Opens the folder of an employer's export. Every write is atomic, so an interrupted export can be repeated in the same
 * folder. Throws Failure when the folder contains anything else.
 */
async function exportFolder(folder: string, employerId: number) {
  const pathOf = (name: string) => join(folder, name);
  const put = (name: string, value: object) =>
    writeAtomically(pathOf(name), Buffer.from(`${JSON.stringify(value, null, 2)}\n`));

  const existingFiles = new Set(await readdir(folder, { recursive: true }).catch(() => []));
  const manifest = existingFiles.has(MANIFEST) ? JSON.parse(await readFile(pathOf(MANIFEST), 'utf8')) : {};
  if (existingFiles.size > 0 && manifest.employer !== employerId) {
    throw new Failure(`${folder} holds something else: name an empty folder, or one that does not exist.`);
  }
  await put(MANIFEST, { employer: employerId, isComplete: false });
  const currentFiles = new Set<string>();

  return {
    put,

    /** Writes records as JSON lines. Returns their number. */
    putLines: async (name: string, records: AsyncIterable<object>): Promise<number> => {
      let count = 0;
      async function* lines() {
        for await (const record of records) {
          count += 1;
          yield `${JSON.stringify(record)}\n`;
        }
      }
      const part = `${pathOf(name)}${PART_ENDING}`;
      await pipeline(Readable.from(lines()), createWriteStream(part, { flush: true }));
      await rename(part, pathOf(name));
      return count;
    },

    /**
     * Writes a file, unless an earlier run has written it. Returns its path in the folder; null if `read` finds no
     * file.
     */
    putFile: async (name: string, read: () => Promise<Uint8Array | undefined>): Promise<string | null> => {
      const relativePath = `${FILES}${name}`;
      const bytes = existingFiles.has(relativePath) ? undefined : await read();
      if (bytes) await writeAtomically(pathOf(relativePath), bytes);
      else if (!existingFiles.has(relativePath)) return null;
      currentFiles.add(relativePath);
      return relativePath;
    },

    /** Removes the files that only an earlier run wrote, and completes the manifest. */
    complete: async (facts: (files: number) => object): Promise<void> => {
      const stale = [...existingFiles].filter((name) => name.startsWith(FILES) && !currentFiles.has(name));
      for (const name of stale) await rm(pathOf(name));
      await put(MANIFEST, { employer: employerId, isComplete: true, ...facts(currentFiles.size) });
    },
  };
}

const PAGE_SIZE = 100;

interface ExportOptions {
  employer: Employer;
  folder: string;
  now: Date;
}

type Folder = Awaited<ReturnType<typeof exportFolder>>;

/**
 * The record streams of an export by file name. They are read page by page, because an export may not fit into memory.
 */
function recordStreams(connection: Connection, to: Folder, { employer, now }: ExportOptions) {
  const { open } = connection;
  const { id } = employer;
  const recordOptions = { employer, siteAddress: (path: string) => path };
  return {
    keys: async function* keysOf() {
      yield* await apiKeyStore(open()).list(id);
    },
    webhooks: async function* webhooks() {
      yield* (await webhookReader(open()).list(id)).map(webhookRecord);
    },
    jobs: async function* jobs() {
      for await (const job of jobsOf(connection, id)) yield jobRecord(job, recordOptions);
    },
    events: async function* events() {
      for (let [after, more] = [0, true]; more;) {
        const page = await eventLog(open(), () => now).after(id, { after, limit: PAGE_SIZE });
        yield* page.events.map((event) => toClientEvent(event, employer));
        ({ last: after, more } = page);
      }
    },
    applications: async function* applications() {
      const secret = await signingKey(open());
      for (let next: number | undefined = 0; next !== undefined;) {
        const page = await applicationLists(open(), () => now).list(id, { after: next });
        for (const application of page.applications) {
          const { resume } = application;
          const name = resume && `${encryptApplicationId(secret, application)}${extname(resume.fileName)}`;
          const file = name && (await to.putFile(name, () => filesOf(connection).get(resume.key)));
          yield { ...applicationRecord(secret, application), file };
        }
        ({ next } = page);
      }
    },
  };
}

/**
 * Writes everything of an employer into a folder: its profile and logo, key metadata, webhooks without secrets, jobs,
 * applications with their files, and events. A repeated export keeps the files that exist and writes the rest again.
 * Throws Failure.
 */
export async function exportEmployer(connection: Connection, options: ExportOptions) {
  const { employer, folder, now } = options;
  const { get } = filesOf(connection);
  const to = await exportFolder(folder, employer.id);
  const { name: _, ...profile } = await profileStore(connection.open()).get(employer.id);
  const { logo } = profile;
  if (logo !== null) await to.putFile(logo, () => get(logoKey(logo)));
  await to.put('employer.json', { employer, profile });
  const holds: Record<string, number> = {};
  for (const [name, records] of Object.entries(recordStreams(connection, to, options))) {
    showProgress(0, name);
    holds[name] = await to.putLines(`${name}.jsonl`, records());
  }
  await to.complete((files) => ({ exportedAt: now.toISOString(), holds: Object.assign(holds, { files }) }));
  return { employer: employer.id, folder, holds };
}
