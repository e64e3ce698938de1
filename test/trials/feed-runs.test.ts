import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { FileStore } from '../../functions/platform/files/file-store.ts';
import { feedReader } from '../../functions/postings/feeds/edition.ts';
import { publishFeeds, type FeedDeps } from '../../functions/postings/feeds/publish-feeds.ts';
import { operationGuide } from '../../schemas/operation-guide.ts';
import type { JobTeaser } from '../../functions/jobs/job/job.ts';
import type { PublicJob } from '../../schemas/public-job.ts';
import { crashAtEachCall } from '../model/crashing-client.ts';
import { parseXml, childTexts } from '../setup/xml.ts';
import { unsignedFiles } from '../setup/own-files.ts';

let folder: string;
let files: FileStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feed-runs-'));
  files = unsignedFiles(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const example = operationGuide.getPublicJob.answer as PublicJob;

const EMPLOYER_URL = 'https://jobs.example.com/employers/1';
const FRONT_URL = 'https://jobs.example.com/';

/** A posting for the search index, whose content does not matter to these runs. */
const aTeaser: JobTeaser = {
  id: 1,
  title: 'Baker',
  translations: null,
  locations: [],
  workplace: null,
  categories: [],
  positionType: 1,
  closeDate: '2026-07-10',
  confidential: false,
  language: null,
  salary: null,
  status: 'active',
  publicName: null,
  publishDate: '2026-06-01',
  firstPublished: null,
};

const postingOf = (number: number) => ({
  opened: new Date('2026-06-01T04:00:00Z'),
  closes: new Date('2026-07-11T03:59:59Z'),
  employerUrl: EMPLOYER_URL,
  logo: undefined,
  lastModified: '2026-06-10',
  pages: new Set([`https://jobs.example.com/jobs/${number}`]),
  searched: { publicId: String(number), job: aTeaser, employer: { id: 1, name: 'Acme Inc.' } },
  job: {
    ...example,
    locations: example.locations.slice(0, 1),
    id: String(number),
    url: `https://jobs.example.com/jobs/${number}`,
    description: 'Bread.',
  },
});

/** Publishes the feeds for `count` open postings, whose versions agree with the index or do not. */
const run = (
  count: number,
  { isIndexCurrent = true, ...services }: Partial<FeedDeps & { isIndexCurrent: boolean }> = {},
) =>
  publishFeeds({
    postings: {
      basis: 'Monday',
      ranked: async () =>
        Array.from({ length: count }, (_, jobId) => ({
          rank: String(jobId).padStart(6, '0'),
          employerId: 1,
          jobId,
          version: 1,
        })),
      open: async (jobs) => ({ postings: jobs.map(({ jobId }) => postingOf(jobId)), isIndexCurrent }),
    },
    files,
    site: { publisher: 'Demo Job Board', siteUrl: 'https://jobs.example.com' },
    now: () => new Date(),
    remainingMillis: () => Infinity,
    ...services,
  });

const xmlOf = (gzip: Buffer) => parseXml(gunzipSync(gzip).toString());

/** Reads the published files: the number of postings in the feed, after checking that the sitemap has the same ones. */
async function published() {
  const reader = feedReader(files);
  const edition = await reader.edition();
  const feed = xmlOf(await reader.feed(edition)).children.flatMap((entry) => childTexts(entry, 'url'));
  const parts = await Promise.all(edition.parts.map(({ sitemap }) => reader.sitemap(sitemap)));
  const sitemap = parts.flatMap((part) => xmlOf(part).children.flatMap((url) => childTexts(url, 'loc')));
  const [employer = '', ...others] = sitemap.filter((url) => url === EMPLOYER_URL);
  expect([employer, others]).toEqual([feed.length > 0 ? EMPLOYER_URL : '', []]);
  expect(sitemap.filter((url) => url === FRONT_URL)).toEqual([FRONT_URL]);
  expect(sitemap.filter((url) => url !== EMPLOYER_URL && url !== FRONT_URL)).toEqual(feed);
  expect(new Set(feed).size).toBe(feed.length);
  return { postings: feed.length, parts: parts.length };
}

async function everyFile(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list('public/')) keys.push(key);
  return keys;
}

const OLD = 2;
const NEW = 3;

describe('a run of the feeds', () => {
  test('leaves the last edition complete when it is killed at any step, and the next run publishes the new edition', async () => {
    const kills = await crashAtEachCall(async ({ calling, hasCrashed }) => {
      await rm(folder, { recursive: true });
      await run(OLD);
      const { put, get, remove } = files;
      const stepwise = { ...files, put: calling(put), get: calling(get), remove: calling(remove) };
      await run(NEW, { files: stepwise }).catch(() => undefined);
      expect(hasCrashed() ? [OLD, NEW] : [NEW]).toContain((await published()).postings);
      await run(NEW);
      expect((await published()).postings).toBe(NEW);
    });
    expect(kills).toBeGreaterThan(3);
  });

  test('publishes nothing when it has too little time, and the next run starts from the beginning', async () => {
    await run(OLD);
    const times = [Infinity, 0];
    const late = await run(250, { remainingMillis: () => times.shift() ?? 0 });
    expect(late).toMatchObject({ postings: 100, finished: false, changed: false });
    expect((await published()).postings).toBe(OLD);
    expect(await run(250)).toMatchObject({ postings: 250, finished: true, changed: true });
    expect(await published()).toEqual({ postings: 250, parts: 1 });
  });

  test('splits the sitemap into several files when there are more postings than one file can contain', async () => {
    await run(5_001);
    expect(await published()).toEqual({ postings: 5_001, parts: 2 });
  });

  test('makes the next run read all jobs again if the index showed another version of a job', async () => {
    expect(await run(150, { isIndexCurrent: false })).toMatchObject({ postings: 150, changed: true });
    expect(await run(150)).toMatchObject({ postings: 150, changed: false });
    expect(await run(150)).toEqual({ postings: 0, parts: 1, finished: true, changed: false });
  });

  test('leaves a complete edition when several runs overlap, whichever ends first', async () => {
    await Promise.all([run(NEW), run(NEW), run(OLD)]);
    expect([OLD, NEW]).toContain((await published()).postings);
    await run(NEW);
    expect((await published()).postings).toBe(NEW);
  });

  test('removes files that are an hour old and belong to neither the current nor the former edition', async () => {
    const age = async () => {
      const longAgo = new Date(Date.now() - 2 * 3_600_000);
      for (const key of await everyFile()) await utimes(join(folder, key), longAgo, longAgo);
    };
    await run(1);
    const ofFirst = await everyFile();
    await age();
    await run(2);
    expect(await everyFile()).toEqual(expect.arrayContaining(ofFirst));
    await age();
    await run(3);
    const remaining = await everyFile();
    expect(remaining.filter((key) => ofFirst.includes(key))).toEqual(['public/edition.json']);
    // An edition has three files: the feed, a sitemap and the search index.
    expect(remaining).toHaveLength(1 + 2 * 3);
    expect((await published()).postings).toBe(3);
  });
});
