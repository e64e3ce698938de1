import { dateOf } from '../platform/values/calendar.ts';
import { listedPosting, publicJob } from './domain/posting.ts';
import { signatureOf } from '../platform/values/signature.ts';
import { publishFeeds, type FeedServices } from './feeds/publish-feeds.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { feedPostings } from './store/feed-postings.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { endOfDay, hasPassed, now, startOfDay } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import { filesFor } from '../platform/files/file-access.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';

/** The postings of all employers, as the feed and the sitemap show them. */
export async function publishedPostings(
  db: Database,
  terms: Parameters<typeof publicJob>[1],
): Promise<FeedServices['postings']> {
  const { names, read } = await feedPostings(db);
  const secret = await signingKey(db);
  return {
    ranked: async () =>
      (await names())
        .map((name) => ({ ...name, rank: signatureOf(secret, 'feed order', String(name.jobId)) }))
        .toSorted((one, other) => (one.rank < other.rank ? -1 : 1)),
    open: async (jobs) => {
      const found = await read(jobs);
      return jobs.flatMap(({ rank }, index) => {
        const posting = listedPosting(found[index], hasPassed);
        if (!posting) return [];
        const { modifiedAt, publishDate } = posting.job;
        const modified = modifiedAt === null ? startOfDay(publishDate) : new Date(modifiedAt * 1_000);
        const job = publicJob(posting, terms);
        const opened = startOfDay(job.firstPublished);
        const closes = new Date(endOfDay(job.closeDate));
        return [{ rank, job, opened, closes, lastModified: dateOf(modified, 'UTC') }];
      });
    },
  };
}

/** The services of the runs that publish the feed and the sitemap. */
export function publicationServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  const siteUrl = setting('BASE_URL') ?? '';
  const terms = { siteAddress: (path: string) => `${siteUrl}${path}`, currency: setting('CURRENCY') };
  return {
    publish: async () =>
      publishFeeds({
        postings: await publishedPostings(db, terms),
        files: filesFor(db),
        siteUrl,
        now,
        remainingMillis: context.getRemainingTimeInMillis,
      }),
    usage: db.usage,
    now,
  };
}
