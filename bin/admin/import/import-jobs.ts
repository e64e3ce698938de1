import type { Employer } from '../../../functions/accounts/domain/employer.ts';
import { apiKeyStore } from '../../../functions/accounts/store/api-keys.ts';
import {
  createClient,
  type JobUpsert,
  type SyncItem,
  type Violation,
} from '../../../schemas/client/index.ts';
import type { Connection } from '../connection.ts';
import type { Progress } from '../progress.ts';
import { openJobFile } from './job-file.ts';
import type { FileJob } from './job-file.ts';

interface ImportOptions {
  file: string;
  employer: Employer;
  url: string;
  dryRun: boolean;
  now: Date;
  progress: Progress;
}

/** A line without a job, or with a job that the service refused. */
interface RefusedLine {
  line: number;
  referenceId?: string | undefined;
  message: string;
  errors?: readonly Violation[] | undefined;
}

type LineWarning = { line: number; referenceId: string | undefined } & SyncItem['warnings'][number];

/** The result of an import, in jobs and lines; a dry run predicts it. */
export interface ImportReport {
  dryRun: boolean;
  created: number;
  updated: number;
  unchanged: number;
  refused: RefusedLine[];
  warnings: LineWarning[];
}

/**
 * The lifetime of the import's API key, in milliseconds. It matters only if the import is killed before it revokes the
 * key.
 */
const KEY_MILLIS = 86_400_000;

/** Calls `use` with a temporary API key of the employer, and revokes the key afterwards. */
async function withKey<Result>(
  { open }: Connection,
  { employer, now }: ImportOptions,
  use: (apiKey: string) => Promise<Result>,
): Promise<Result> {
  const apiKeys = apiKeyStore(open());
  const expiresAt = new Date(now.getTime() + KEY_MILLIS).toISOString();
  const { apiKey, key } = await apiKeys.create(employer, {
    label: 'import',
    expiresAt,
    now,
    author: 'operator',
  });
  try {
    return await use(apiKey);
  } finally {
    open();
    await apiKeys.revoke(key.id, new Date());
  }
}

/** The jobs without their line numbers, which are appended to `lines`. */
async function* jobsOf(jobs: AsyncIterable<FileJob>, lines: number[]): AsyncGenerator<JobUpsert> {
  for await (const { line, job } of jobs) {
    lines.push(line);
    yield job as JobUpsert;
  }
}

/**
 * Creates or updates the jobs of a file through the service, as their employer. A refused line does not stop the
 * others. Throws Failure when the file cannot be read, and the errors of the client.
 */
export async function importJobs(connection: Connection, options: ImportOptions): Promise<ImportReport> {
  const { file, url, dryRun, progress } = options;
  const refused: RefusedLine[] = [];
  const lines: number[] = [];
  const { jobs, part, close } = await openJobFile(file, (line, message) => refused.push({ line, message }));
  const report = await withKey(connection, options, (apiKey) =>
    createClient({
      url,
      apiKey,
      onRetry: ({ error, wait }) =>
        progress.show(part(), `${error.message} Trying again in ${Math.ceil(wait / 1_000)} s.`),
    }).jobs.sync(jobsOf(jobs, lines), {
      dryRun,
      onProgress: ({ created, updated, unchanged, failed }) =>
        progress.show(part(), `${created + updated + unchanged} jobs, ${failed + refused.length} refused`),
    }),
  ).finally(close);
  const { created, updated, unchanged, items } = report;
  const warnings: LineWarning[] = [];
  for (const { index = 0, referenceId, problem, warnings: about } of items) {
    const line = lines[index] ?? 0;
    if (problem) refused.push({ line, referenceId, message: problem.message, errors: problem.errors });
    for (const warning of about) warnings.push({ line, referenceId, ...warning });
  }
  return {
    dryRun,
    created,
    updated,
    unchanged,
    refused: refused.toSorted((a, b) => a.line - b.line),
    warnings,
  };
}
