import type { CalendarDate } from '../../platform/time/calendar.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { postingPath } from '../../jobs/keys.ts';
import type { Job } from '../../jobs/job/job.ts';
import { fileKeys } from '../feeds/edition.ts';
import { MIN_BEGIN_MILLIS, READ_BATCH, type FeedPostings } from '../feeds/feed-postings.ts';
import { toListedPosting, type RankedJob } from '../posting/posting.ts';
import type { SearchEngine, UrlNotification } from './search-engine.ts';

/** The state of an engine: the version of each open posting that it was notified of, by the id of the job. */
interface Notified {
  versions: Record<string, number>;
  /** The time until which the engine accepts no notifications, in ISO 8601. */
  pausedUntil?: string;
}

/** The state after a run, in a single file, so that the run after a killed run repeats notifications and loses none. */
interface State {
  /** The version of each active job, and its last day if search engines may be notified of the job. */
  jobs: Record<string, [version: number, closeDate: CalendarDate | null]>;
  engines: Record<string, Notified>;
}

/** How long an engine gets no notifications after it rejected some, in milliseconds. */
const PAUSE_MILLIS = 3_600_000;

interface NotificationDeps {
  postings: Pick<FeedPostings, 'ranked' | 'read'>;
  files: FileStore;
  siteUrl: string;
  engines: Readonly<Record<string, SearchEngine>>;
  hasPassed: (date: CalendarDate) => boolean;
  now: () => Date;
  remainingMillis: () => number;
  onError: (error: unknown, engine: string) => void;
}

/** The counts of a run: notifications that engines accepted or will never accept, and 1 if an engine failed. */
export interface NotificationRun {
  accepted: number;
  refused: number;
  failed: number;
}

/** The last day of an open posting that everybody may find; null for any other job. */
function closeDateOf(
  posting: Awaited<ReturnType<FeedPostings['read']>>[number],
  { hasPassed }: NotificationDeps,
) {
  const listed = toListedPosting<Job>(posting, hasPassed);
  return listed && !listed.job.confidential ? listed.job.closeDate : null;
}

/** Reads the jobs with a new version while time is left. Unread jobs keep their former state. */
async function currentJobs(before: State['jobs'], deps: NotificationDeps): Promise<State['jobs']> {
  const ranked = await deps.postings.ranked();
  const jobs: State['jobs'] = {};
  const changedJobs: RankedJob[] = [];
  for (const job of ranked) {
    const previous = before[job.jobId];
    if (previous) jobs[job.jobId] = previous;
    if (previous?.[0] !== job.version) changedJobs.push(job);
  }
  for (
    let from = 0;
    from < changedJobs.length && deps.remainingMillis() > MIN_BEGIN_MILLIS;
    from += READ_BATCH
  ) {
    const batch = changedJobs.slice(from, from + READ_BATCH);
    const postings = await deps.postings.read(batch);
    for (const [index, { jobId }] of batch.entries()) {
      const posting = postings[index];
      if (posting) jobs[jobId] = [posting.job.version, closeDateOf(posting, deps)];
      else delete jobs[jobId];
    }
  }
  return jobs;
}

interface JobNotification extends UrlNotification {
  id: string;
  version: number | undefined;
}

/** The notifications that an engine has not got yet, newest job first. */
function pendingFor(
  { versions }: Notified,
  jobs: State['jobs'],
  { siteUrl, hasPassed }: NotificationDeps,
): JobNotification[] {
  const openVersions = new Map(
    Object.entries(jobs).flatMap(([id, [version, closeDate]]) =>
      closeDate === null || hasPassed(closeDate) ? [] : [[id, version] as const],
    ),
  );
  const ids = new Set([...openVersions.keys(), ...Object.keys(versions)]);
  return [...ids]
    .filter((id) => openVersions.get(id) !== versions[id])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((id) => ({
      id,
      version: openVersions.get(id),
      url: `${siteUrl}${postingPath(id)}`,
      isOpen: openVersions.has(id),
    }));
}

/** Notifies an engine until it fails, reaches its limit, or time runs out. Returns the new state of the engine. */
async function notifyEngine(
  name: string,
  before: Notified,
  jobs: State['jobs'],
  run: NotificationRun,
  deps: NotificationDeps,
) {
  if (before.pausedUntil !== undefined && Date.parse(before.pausedUntil) > deps.now().getTime())
    return before;
  const { batch, notify } = deps.engines[name]!;
  const notified: Notified = { versions: { ...before.versions } };
  const pending = pendingFor(before, jobs, deps);
  for (let from = 0; from < pending.length && deps.remainingMillis() > MIN_BEGIN_MILLIS; from += batch) {
    const changes = pending.slice(from, from + batch);
    let outcomes;
    try {
      outcomes = await notify(changes);
    } catch (error) {
      run.failed = 1;
      deps.onError(error, name);
      return notified;
    }
    for (const [index, { id, version }] of changes.entries()) {
      const outcome = outcomes[index];
      if (outcome !== 'accepted' && outcome !== 'refused') continue;
      run[outcome] += 1;
      if (version === undefined) delete notified.versions[id];
      else notified.versions[id] = version;
    }
    if (outcomes.includes('limited')) {
      return { ...notified, pausedUntil: new Date(deps.now().getTime() + PAUSE_MILLIS).toISOString() };
    }
    if (outcomes.includes('failed')) {
      run.failed = 1;
      deps.onError(new Error('It refused some addresses for now.'), name);
      return notified;
    }
  }
  return notified;
}

/**
 * Notifies each search engine of the postings that opened, changed or are not open any more since the last run: by an
 * employer, an operator, or their last day. What it did not accept is sent again in the next run. Throws StoreUnavailable,
 * and the errors of the file store.
 */
export async function notifyEngines(deps: NotificationDeps): Promise<NotificationRun> {
  const bytes = await deps.files.get(fileKeys.notified);
  const before = bytes ? (JSON.parse(Buffer.from(bytes).toString()) as State) : { jobs: {}, engines: {} };
  const run: NotificationRun = { accepted: 0, refused: 0, failed: 0 };
  const jobs = await currentJobs(before.jobs, deps);
  const engines = Object.fromEntries(
    await Promise.all(
      Object.keys(deps.engines).map(async (name) => [
        name,
        await notifyEngine(name, before.engines[name] ?? { versions: {} }, jobs, run, deps),
      ]),
    ),
  ) as State['engines'];
  const after = JSON.stringify({ jobs, engines } satisfies State);
  if (after !== bytes?.toString())
    await deps.files.put(fileKeys.notified, Buffer.from(after), 'application/json');
  return run;
}
