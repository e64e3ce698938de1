import { publishedFiles } from '../keys.ts';
import { MIN_BEGIN_MILLIS, READ_BATCH } from './feed-postings.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { RankedJob } from '../posting/posting.ts';
import {
  editionWriter,
  GZIP_TYPE,
  type FeedPosting,
  editions,
  fileKeys,
  nameFor,
  type Edition,
} from './edition.ts';

/** The minimum age at which an unused file is deleted, in milliseconds. A younger one may belong to a parallel run. */
const UNUSED_MILLIS = 3_600_000;

export interface FeedDeps {
  postings: {
    /**
     * Everything besides the jobs and the site's address that determines the content: the day, the employers, the
     * currency.
     */
    basis: string;
    /** Lists the jobs of all employers that may be open postings, by rank. */
    ranked: () => Promise<RankedJob[]>;
    /** The open postings among some jobs, in their order, and whether every job has the version in the index. */
    open: (jobs: readonly RankedJob[]) => Promise<{ postings: FeedPosting[]; isIndexCurrent: boolean }>;
  };
  files: FileStore;
  /** The name and the address of the site. */
  site: { publisher: string; siteUrl: string };
  now: () => Date;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
}

/** The counts of a run. A run that did not finish has no effect: the next one starts again. */
export interface FeedRun {
  /** The open postings that this run read. */
  postings: number;
  /** The parts of the sitemap. */
  parts: number;
  finished: boolean;
  /** Whether the public reads new content. */
  changed: boolean;
}

/** A hash of all inputs of an edition of these jobs. */
const inputHashOf = (jobs: readonly RankedJob[], { publisher, siteUrl }: FeedDeps['site'], basis: string) =>
  nameFor(JSON.stringify([publisher, siteUrl, basis, jobs.map(({ rank, version }) => `${rank} ${version}`)]));

/** Deletes files that neither edition uses, unless they are so new that a parallel run may have stored them. */
async function removeUnused(files: FileStore, now: Date, inUse: readonly (Edition | undefined)[]) {
  const used = new Set([
    fileKeys.edition,
    fileKeys.notified,
    ...inUse.flatMap((edition) => (edition ? [fileKeys.feed(edition.feed.name)] : [])),
    ...inUse.flatMap((edition) => (edition?.search ? [fileKeys.search(edition.search)] : [])),
    ...inUse.flatMap((edition) => edition?.parts.map((part) => fileKeys.sitemap(part.sitemap)) ?? []),
  ]);
  for await (const { key, modifiedAt } of files.list(publishedFiles.public)) {
    if (!used.has(key) && now.getTime() - modifiedAt.getTime() > UNUSED_MILLIS) await files.remove(key);
  }
}

/**
 * Makes the feed and the sitemap of all open postings, and publishes both together when their last file is stored. When
 * the current edition was made of the same input, it stays, and no job is read. A run may be interrupted, and runs may
 * overlap: files are named after their content. Throws StoreUnavailable when DynamoDB does not respond in time, and the
 * errors of the file store.
 */
export async function publishFeeds({
  postings,
  files,
  site,
  now,
  remainingMillis,
}: FeedDeps): Promise<FeedRun> {
  const { current, publish } = editions(files);
  const run: FeedRun = { postings: 0, parts: 0, finished: false, changed: false };
  const jobs = await postings.ranked();
  const inputHash = inputHashOf(jobs, site, postings.basis);
  const last = await current();
  // An edition of a former version has no newest postings.
  if (last?.newest && last.inputHash === inputHash)
    return { ...run, parts: last.parts.length, finished: true };
  const writer = editionWriter(files, { ...site, madeAt: now() });
  let isCurrent = true;
  for (let from = 0; from < jobs.length; from += READ_BATCH) {
    if (remainingMillis() < MIN_BEGIN_MILLIS) return run;
    const { postings: openPostings, isIndexCurrent } = await postings.open(
      jobs.slice(from, from + READ_BATCH),
    );
    isCurrent &&= isIndexCurrent;
    for (const posting of openPostings) await writer.add(posting);
    run.postings += openPostings.length;
  }
  const { file, ...made } = await writer.end();
  const before = await current();
  const changed = made.content !== before?.content;
  const source = isCurrent ? { inputHash } : {};
  if (changed) {
    await files.put(fileKeys.feed(made.feed.name), file, GZIP_TYPE);
    const edition = { madeAt: now().toISOString(), ...made, ...source };
    await publish(edition);
    await removeUnused(files, now(), [before, edition]);
  } else if (isCurrent) {
    await publish({ ...before, inputHash });
  }
  return { ...run, parts: made.parts.length, finished: true, changed };
}
