import type { JobTeaser } from '../jobs/job/job.ts';
import type { Employer } from '../accounts/domain/employer.ts';
import { publicAccess } from '../accounts/access.ts';
import { endOfDay, hasPassed, now, today } from '../platform/time/clock.ts';
import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { filesFor } from '../platform/files/file-access.ts';
import {
  bestEffortDatabaseFor,
  databaseFor,
  addUsage,
  type RequestTime,
} from '../platform/request-database.ts';
import { requireOpenPosting } from './posting/posting.ts';
import type { PostingFilter } from './employer/posting-filter.ts';
import { feedReader } from './feeds/edition.ts';
import { publishFeeds } from './feeds/publish-feeds.ts';
import { publishedPostings } from './feeds/published-postings.ts';
import { clickCounter } from './posting/clicks.ts';
import { employerPostings, teasers, completeJobs, type PostingReader } from './employer/employer-postings.ts';
import { feedPostings } from './feeds/feed-postings.ts';
import { google, serviceAccount } from './search-engines/google.ts';
import { indexNow } from './search-engines/index-now.ts';
import { postingStore } from './posting/find-posting.ts';

/** Finds the open posting with a public id. Throws as `requireOpenPosting` does. */
export const openPostingFinder = (db: Database) => async (publicId: string) =>
  requireOpenPosting(await postingStore(db).find(publicId), publicId, hasPassed);

/** The services of pages that show postings to candidates. */
export function postingServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return {
    ...access,
    openPosting: openPostingFinder(db),
    currency: setting('CURRENCY'),
    endOfDay,
  };
}

/** The services for listing the postings of an employer, which read the parts that `employerPostings` pages through. */
const listServicesFor =
  <Part extends JobTeaser>(reading: PostingReader<Part>) =>
  (context: RequestTime) => {
    const { db, access } = publicAccess(context);
    const { employer, page } = employerPostings(db, reading);
    return {
      ...access,
      employer,
      postingsOf: (
        of: Employer,
        { after, filter = {} }: { after: string | undefined; filter?: PostingFilter },
      ) => page(of, { after, filter, hasPassed }),
      currency: setting('CURRENCY'),
      today,
    };
  };

/** The services of the JSON list of an employer's postings, with all fields of each posting. */
export const employerPostingServicesFor = listServicesFor(completeJobs);

/** The services of the page of an employer's postings, with a few fields of each posting. */
export const employerPageServicesFor = listServicesFor(teasers);

/** The services of the redirect to the employer's website. */
export function followServicesFor(context: RequestTime) {
  const services = postingServicesFor(context);
  const bestEffort = bestEffortDatabaseFor(context);
  return {
    ...services,
    clicks: clickCounter(bestEffort, now),
    usage: () => addUsage(services.usage(), bestEffort.usage()),
  };
}

/** The services of the files for search engines and job aggregators. */
export function feedServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { ...access, feeds: feedReader(filesFor(db)), currency: setting('CURRENCY'), today };
}

/** The address of the site, as search engines and feeds know it. */
const siteUrlSetting = () => setting('SITE_URL') ?? setting('BASE_URL') ?? '';

/** The services of the runs that publish the feed and the sitemap. */
export function publicationServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  const siteUrl = siteUrlSetting();
  const terms = { siteAddress: (path: string) => `${siteUrl}${path}`, currency: setting('CURRENCY') };
  return {
    publish: async () =>
      publishFeeds({
        postings: await publishedPostings(db, terms),
        files: filesFor(db),
        site: { publisher: setting('OPERATOR_NAME'), siteUrl },
        now,
        remainingMillis: context.getRemainingTimeInMillis,
      }),
    usage: db.usage,
  };
}

/** The services of the runs that notify search engines; undefined when the stage has no search engines. */
export function notificationServicesFor(context: RequestTime) {
  const chosen = setting('SEARCH_ENGINES');
  if (!chosen) return undefined;
  const db = databaseFor(context);
  const siteUrl = siteUrlSetting();
  const engines = {
    indexNow: () => indexNow(siteUrl),
    google: () => google({ account: serviceAccount, now }),
  };
  return {
    notifications: async () => ({
      postings: await feedPostings(db),
      files: filesFor(db),
      siteUrl,
      engines: Object.fromEntries([...chosen].map((name) => [name, engines[name]()])),
      hasPassed,
      now,
      remainingMillis: () => context.getRemainingTimeInMillis(),
    }),
    usage: db.usage,
  };
}
