import type { CalendarDate } from '../../platform/time/calendar.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { postingPath } from '../../jobs/job/public-names.ts';
import type { Job } from '../../jobs/job/job.ts';
import { fileKeys } from '../feeds/edition.ts';
import type { FeedPostings } from '../feeds/feed-postings.ts';
import { toListedPosting, type RankedJob } from '../posting/posting.ts';
import type { News, SearchEngine } from './search-engine.ts';

/** What an engine was told: the version of each posting that it takes for open, by the id of the job. */
interface Told {
  versions: Record<string, number>;
  /** It takes no more until then, in ISO 8601. */
  pausedUntil?: string;
}

/** What the last run found and told. It is one file, so that a run that is killed repeats news and forgets none. */
interface State {
  /** Each active job: its version, and its last day when search engines may hear of it. */
  jobs: Record<string, [version: number, closeDate: CalendarDate | null]>;
  engines: Record<string, Told>;
}

/** How long an engine that takes no more is left alone, in milliseconds. */
const PAUSE_MILLIS = 3_600_000;

/** No request starts with less time left, in milliseconds. */
const MIN_BEGIN_MILLIS = 60_000;

/** The number of jobs in one BatchGetItem. */
const READ_BATCH = 100;

interface NewsDeps {
  postings: Pick<FeedPostings, 'ranked' | 'read'>;
  files: FileStore;
  siteUrl: string;
  engines: Readonly<Record<string, SearchEngine>>;
  hasPassed: (date: CalendarDate) => boolean;
  now: () => Date;
  remainingMillis: () => number;
  onError: (error: unknown, engine: string) => void;
}

/** The counts of a run: news that engines took, that they will never take, and engines that failed. */
export interface NewsRun {
  told: number;
  refused: number;
  failed: number;
}

/** The last day of an open posting that everybody may find; null for any other job. */
function closeDateOf(posting: Awaited<ReturnType<FeedPostings['read']>>[number], { hasPassed }: NewsDeps) {
  const listed = toListedPosting<Job>(posting, hasPassed);
  return listed && !listed.job.confidential ? listed.job.closeDate : null;
}

/** Reads the jobs whose version is new, while there is time. The others stay as they were. */
async function currentJobs(before: State['jobs'], deps: NewsDeps): Promise<State['jobs']> {
  const ranked = await deps.postings.ranked();
  const jobs: State['jobs'] = {};
  const changed: RankedJob[] = [];
  for (const job of ranked) {
    const known = before[job.jobId];
    if (known) jobs[job.jobId] = known;
    if (known?.[0] !== job.version) changed.push(job);
  }
  for (let from = 0; from < changed.length && deps.remainingMillis() > MIN_BEGIN_MILLIS; from += READ_BATCH) {
    const batch = changed.slice(from, from + READ_BATCH);
    const read = await deps.postings.read(batch);
    for (const [index, { jobId }] of batch.entries()) {
      const posting = read[index];
      if (posting) jobs[jobId] = [posting.job.version, closeDateOf(posting, deps)];
      else delete jobs[jobId];
    }
  }
  return jobs;
}

interface NewsOfJob extends News {
  id: string;
  version: number | undefined;
}

/** What an engine has not heard of yet, the newest job first. */
function newsFor({ versions }: Told, jobs: State['jobs'], { siteUrl, hasPassed }: NewsDeps): NewsOfJob[] {
  const open = new Map(
    Object.entries(jobs).flatMap(([id, [version, closeDate]]) =>
      closeDate === null || hasPassed(closeDate) ? [] : [[id, version] as const],
    ),
  );
  const ids = new Set([...open.keys(), ...Object.keys(versions)]);
  return [...ids]
    .filter((id) => open.get(id) !== versions[id])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((id) => ({ id, version: open.get(id), url: `${siteUrl}${postingPath(id)}`, isOpen: open.has(id) }));
}

/** Tells an engine its news, until it fails, takes no more, or the time is over. Returns what it was told by then. */
async function tellEngine(name: string, before: Told, jobs: State['jobs'], run: NewsRun, deps: NewsDeps) {
  if (before.pausedUntil !== undefined && Date.parse(before.pausedUntil) > deps.now().getTime())
    return before;
  const { batch, tell } = deps.engines[name]!;
  const told: Told = { versions: { ...before.versions } };
  const news = newsFor(before, jobs, deps);
  for (let from = 0; from < news.length && deps.remainingMillis() > MIN_BEGIN_MILLIS; from += batch) {
    const sent = news.slice(from, from + batch);
    let receptions;
    try {
      receptions = await tell(sent);
    } catch (error) {
      run.failed = 1;
      deps.onError(error, name);
      return told;
    }
    for (const [index, { id, version }] of sent.entries()) {
      const reception = receptions[index];
      if (reception !== 'told' && reception !== 'refused') continue;
      run[reception] += 1;
      if (version === undefined) delete told.versions[id];
      else told.versions[id] = version;
    }
    if (receptions.includes('limited')) {
      return { ...told, pausedUntil: new Date(deps.now().getTime() + PAUSE_MILLIS).toISOString() };
    }
    if (receptions.includes('failed')) {
      run.failed = 1;
      deps.onError(new Error('It refused some addresses for now.'), name);
      return told;
    }
  }
  return told;
}

/**
 * Tells each search engine which postings opened, changed or are not open any more since it was last told: by an
 * employer, an operator, or their last day. What it did not take is news again in the next run. Throws StoreUnavailable,
 * and the errors of the file store.
 */
export async function tellNews(deps: NewsDeps): Promise<NewsRun> {
  const bytes = await deps.files.get(fileKeys.toldNews);
  const before = bytes ? (JSON.parse(Buffer.from(bytes).toString()) as State) : { jobs: {}, engines: {} };
  const run: NewsRun = { told: 0, refused: 0, failed: 0 };
  const jobs = await currentJobs(before.jobs, deps);
  const engines = Object.fromEntries(
    await Promise.all(
      Object.keys(deps.engines).map(async (name) => [
        name,
        await tellEngine(name, before.engines[name] ?? { versions: {} }, jobs, run, deps),
      ]),
    ),
  ) as State['engines'];
  const after = JSON.stringify({ jobs, engines } satisfies State);
  if (after !== bytes?.toString())
    await deps.files.put(fileKeys.toldNews, Buffer.from(after), 'application/json');
  return run;
}
