import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feedReader } from '../../functions/postings/feeds/feed-reader.ts';
import { publishFeeds } from '../../functions/postings/feeds/publish-feeds.ts';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { database, type Usage } from '../../functions/platform/dynamodb/database.ts';
import { publishedPostings } from '../../functions/postings/services.ts';
import { unsignedFiles } from '../setup/unsigned-files.ts';

/** What one run costs that publishes the feed and the sitemap. */
export type FeedFigures = {
  /** The open postings. */
  postings: number;
  /** The length of the feed, before compression. */
  bytes: number;
  /** CPU of the run, without the engine, in milliseconds. */
  cpuMillis: number;
} & Usage;

const siteUrl = 'https://jobs.example.com';

/** Publishes all open postings of a table once, into a folder. */
export async function measureFeeds(tableName: string): Promise<FeedFigures> {
  const client = createClient();
  const db = database({ client, tableName, remainingMillis: () => Infinity });
  const folder = await mkdtemp(join(tmpdir(), 'bench-feeds-'));
  const files = unsignedFiles(folder);
  const before = process.cpuUsage();
  const { postings } = await publishFeeds({
    postings: await publishedPostings(db, {
      siteAddress: (path) => `${siteUrl}${path}`,
      currency: 'CAD',
    }),
    files,
    siteUrl,
    now: () => new Date(),
    remainingMillis: () => Infinity,
  });
  const { user, system } = process.cpuUsage(before);
  const { bytes } = (await feedReader(files).edition()).feed;
  client.destroy();
  await rm(folder, { recursive: true });
  return { postings, bytes, cpuMillis: (user + system) / 1_000, ...db.usage() };
}
