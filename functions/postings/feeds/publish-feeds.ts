import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { FEED_END, feedHead } from '../../../pages/public/feed.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { filePrefixes } from '../../platform/files/prefixes.ts';
import { editions, fileKeys, nameOf, type Draft, type Edition, type Part } from './edition.ts';
import { GZIP_TYPE, partWriter, type FeedPosting } from './parts.ts';

/** How many jobs are read at once: as many as one BatchGetItem can read. */
const BATCH = 100;

/** No batch begins with less time left, in milliseconds: what it reads must still be stored. */
const LAST_BEGIN_MILLIS = 60_000;

/** A draft that was begun longer ago, in milliseconds, is begun again: too many of its postings may have changed. */
const DRAFT_MILLIS = 3 * 3_600_000;

/** An unused file younger than this, in milliseconds, may be one that a run beside this one has just stored. */
const UNUSED_MILLIS = 3_600_000;

const decompressed = promisify(gunzip);

/** A job that may be an open posting, with its place in the order and its version. */
interface RankedJob extends Pick<FeedPosting, 'rank'> {
  employerId: number;
  jobId: number;
  version: number;
}

export interface FeedServices {
  postings: {
    /** What decides the content besides the jobs and the site's address: the day, the employers, the currency. */
    basis: string;
    /** The jobs of all employers that may be open postings, by rank. */
    ranked: () => Promise<RankedJob[]>;
    /** Those among some jobs that are open postings now, in the same order; and whether all had these versions. */
    open: (jobs: readonly RankedJob[]) => Promise<{ postings: FeedPosting[]; asNamed: boolean }>;
  };
  files: FileStore;
  /** The address of the service's own site. */
  siteUrl: string;
  now: () => Date;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
}

/** What a run did. One that did not finish is continued by the next. */
export interface FeedRun {
  /** The open postings that this run added. */
  postings: number;
  /** The parts of the edition so far. */
  parts: number;
  finished: boolean;
  /** Whether the public reads something new. */
  changed: boolean;
}

/** The name of everything that an edition of these jobs would be made of. */
const nameOfAll = (jobs: readonly RankedJob[], { siteUrl, basis }: { siteUrl: string; basis: string }) =>
  nameOf(JSON.stringify([siteUrl, basis, jobs.map(({ rank, version }) => `${rank} ${version}`)]));

const isSame = (parts: readonly Part[], others: readonly Part[] | undefined) =>
  JSON.stringify(parts) === JSON.stringify(others);

/** The jobs above a rank, in batches. */
function* batchesAbove(rank: string, jobs: readonly RankedJob[]) {
  const rest = jobs.filter((job) => job.rank > rank);
  for (let from = 0; from < rest.length; from += BATCH) yield rest.slice(from, from + BATCH);
}

/** The draft to continue, or an empty one. */
async function draftOf(files: FileStore, now: Date): Promise<Draft> {
  const draft = await editions(files).draft();
  const isFresh = draft && now.getTime() - Date.parse(draft.begunAt) < DRAFT_MILLIS;
  return isFresh ? draft : { begunAt: now.toISOString(), upTo: '', parts: [] };
}

/** Stores the whole feed as one file, compressed. Throws when the file of a part is missing. */
async function storeFeed(
  files: FileStore,
  { siteUrl, madeAt, parts }: { siteUrl: string; madeAt: Date; parts: readonly Part[] },
): Promise<Edition['feed']> {
  let bytes = 0;
  const counted = (text: Buffer) => {
    bytes += text.length;
    return text;
  };
  async function* texts() {
    yield counted(Buffer.from(feedHead({ siteUrl, madeAt })));
    for (const { feed } of parts) {
      const part = await files.get(fileKeys.feedPart(feed));
      if (!part) throw new Error(`The part ${feed} of the feed is missing.`);
      yield counted(await decompressed(part));
    }
    yield counted(Buffer.from(FEED_END));
  }
  const name = nameOf([siteUrl, madeAt.toISOString(), ...parts.map(({ feed }) => feed)].join());
  const file = await pipeline(texts, createGzip(), (compressed) => buffer(compressed));
  await files.put(fileKeys.feed(name), file, GZIP_TYPE);
  return { name, bytes };
}

/** Removes the files that neither edition has and no run beside this one can have just stored. */
async function removeUnused(files: FileStore, now: Date, inUse: readonly (Edition | undefined)[]) {
  const used = new Set(
    inUse.flatMap((edition) => [
      fileKeys.edition,
      fileKeys.draft,
      ...(edition ? [fileKeys.feed(edition.feed.name)] : []),
      ...(edition?.parts ?? []).flatMap(({ feed, sitemap }) => [
        fileKeys.feedPart(feed),
        fileKeys.sitemap(sitemap),
      ]),
    ]),
  );
  for await (const { key, modifiedAt } of files.list(filePrefixes.public)) {
    if (!used.has(key) && now.getTime() - modifiedAt.getTime() > UNUSED_MILLIS) await files.remove(key);
  }
}

/**
 * Makes the feed and the sitemap of all open postings, and publishes both at once when their last file is stored. Where
 * the current edition was made of the same, it stays, and no job is read. A run may break off anywhere, and runs may
 * overlap: files are named after their content, and the next run continues after the last part. Throws StoreUnavailable when DynamoDB does not respond in time, and what the file store throws.
 */
export async function publishFeeds({
  postings,
  files,
  siteUrl,
  now,
  remainingMillis,
}: FeedServices): Promise<FeedRun> {
  const { current, publish, dropDraft } = editions(files);
  const run: FeedRun = { postings: 0, parts: 0, finished: false, changed: false };
  const jobs = await postings.ranked();
  const all = nameOfAll(jobs, { siteUrl, basis: postings.basis });
  const last = await current();
  if (last?.madeOf === all) return { ...run, parts: last.parts.length, finished: true };
  const draft = await draftOf(files, now());
  const writer = partWriter(files, draft);
  // What a run before this one has read may have changed since.
  let isAsNamed = draft.upTo === '';
  for (const batch of batchesAbove(draft.upTo, jobs)) {
    if (remainingMillis() < LAST_BEGIN_MILLIS) return { ...run, parts: (await writer.end()).length };
    const { postings: open, asNamed } = await postings.open(batch);
    isAsNamed &&= asNamed;
    for (const posting of open) {
      await writer.add(posting);
      run.postings += 1;
    }
  }
  const parts = await writer.end();
  const before = await current();
  const changed = !isSame(parts, before?.parts);
  if (changed) {
    const madeAt = now();
    const edition = {
      madeAt: madeAt.toISOString(),
      parts,
      feed: await storeFeed(files, { siteUrl, madeAt, parts }),
      ...(isAsNamed && { madeOf: all }),
    };
    await publish(edition);
    await removeUnused(files, now(), [before, edition]);
  } else if (before && isAsNamed) {
    await publish({ ...before, madeOf: all });
  }
  await dropDraft();
  return { ...run, parts: parts.length, finished: true, changed };
}
