import { extname } from 'node:path';
import { applicationRecord, type Application } from '../../../functions/applications/domain/application.ts';
import { encryptedId } from '../../../functions/applications/domain/application-id.ts';
import { apiKeyStore } from '../../../functions/employers/store/api-keys.ts';
import type { Employer } from '../../../functions/employers/domain/employer.ts';
import { jobRecord } from '../../../functions/jobs/domain/job-record.ts';
import type { FileStore } from '../../../functions/platform/files/file-store.ts';
import { signingKey } from '../../../functions/platform/dynamodb/signing-key.ts';
import { sideBySide } from '../../../functions/platform/side-by-side.ts';
import { logoKey } from '../../../functions/profile/domain/logo-file.ts';
import { profileStore } from '../../../functions/profile/store/profiles.ts';
import { webhookRecord } from '../../../functions/webhooks/domain/webhook.ts';
import { webhookReader } from '../../../functions/webhooks/store/webhook-reader.ts';
import type { Connection } from '../connection.ts';
import { filesOf } from '../known-files.ts';
import type { Progress } from '../progress.ts';
import { belongingsOf } from './belongings.ts';
import { exportFolder, pathOfFile } from './export-folder.ts';

/** How many files are read at the same time. */
const AT_ONCE = 8;

/** What an export holds, by number. */
interface Holds {
  jobs: number;
  applications: number;
  files: number;
  events: number;
  webhooks: number;
  keys: number;
}

interface Wanted {
  employer: Employer;
  folder: string;
  now: Date;
  progress: Progress;
}

type Folder = Awaited<ReturnType<typeof exportFolder>>;

interface Source {
  secret: Uint8Array;
  files: FileStore;
  /** The names of the files that are there. */
  there: Set<string>;
}

/** Copies the file of an application, unless it is there. Returns where; null if there is none. */
async function copyOf(application: Application, to: Folder, { secret, files, there }: Source) {
  const { resume } = application;
  if (!resume) return null;
  const name = `${encryptedId(secret, application)}${extname(resume.fileName)}`;
  if (!there.has(name)) {
    const bytes = await files.get(resume.key);
    if (!bytes) return null;
    await to.putBytes(pathOfFile(name), bytes);
    there.add(name);
  }
  return name;
}

/** The lines of applications, each with the place of its file in the folder. */
async function* applicationLines(
  pages: AsyncIterable<Application[]>,
  to: Folder,
  from: Source & { kept: Set<string> },
) {
  for await (const page of pages) {
    const places = new Map<Application, string | null>();
    await sideBySide(page, AT_ONCE, async (application) => {
      places.set(application, await copyOf(application, to, from));
    });
    for (const application of page) {
      const name = places.get(application) ?? null;
      if (name !== null) from.kept.add(name);
      yield { ...applicationRecord(from.secret, application), file: name && pathOfFile(name) };
    }
  }
}

async function* mapped<From, To>(all: AsyncIterable<From>, to: (one: From) => To): AsyncGenerator<To> {
  for await (const one of all) yield to(one);
}

async function* each<One>(all: readonly One[]): AsyncGenerator<One> {
  yield* all;
}

/**
 * Writes everything of an employer into a folder: its profile, keys without the keys, webhooks without secrets, jobs,
 * applications with their files, and events. Repeated, it goes on with the files and writes the rest anew. Throws Failure.
 */
export async function exportEmployer(connection: Connection, { employer, folder, now, progress }: Wanted) {
  const files = filesOf(connection);
  const { open } = connection;
  const { id } = employer;
  const to = await exportFolder(folder, id);
  const { name: _, ...profile } = await profileStore(open()).get(id);
  const logo = profile.logo === null ? undefined : await files.get(logoKey(profile.logo));
  if (profile.logo !== null && logo) await to.putBytes(`logo${extname(profile.logo)}`, logo);
  await to.put('employer.json', { employer, profile });

  const belongings = belongingsOf(connection, id, now);
  const shown = { employer, siteAddress: (path: string) => path };
  const said = (what: string) => progress.show(0, what);
  const holds = {} as Holds;
  holds.keys = await to.putLines('keys.jsonl', each(await apiKeyStore(open()).list(id)));
  const webhooks = await webhookReader(open()).list(id);
  holds.webhooks = await to.putLines('webhooks.jsonl', each(webhooks.map(webhookRecord)));
  said('jobs');
  holds.jobs = await to.putLines(
    'jobs.jsonl',
    mapped(belongings.jobs(), (job) => jobRecord(job, shown)),
  );
  said('events');
  holds.events = await to.putLines('events.jsonl', belongings.events());
  said('applications');
  const there = await to.filesThere();
  const kept = new Set<string>();
  const source = { secret: await signingKey(open()), files, there, kept };
  const lines = applicationLines(belongings.applications(), to, source);
  holds.applications = await to.putLines('applications.jsonl', lines);
  // Of applications that were erased since an earlier run.
  for (const name of there.difference(kept)) await to.removeFile(name);
  holds.files = kept.size;
  await to.complete({ exportedAt: now.toISOString(), holds });
  return { employer: id, folder, holds };
}
