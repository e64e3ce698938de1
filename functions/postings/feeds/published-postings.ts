import { languages } from '../../../schemas/languages.ts';
import { logoAddress } from '../../accounts/domain/profile.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { dateOf } from '../../platform/time/calendar.ts';
import { endOfDay, hasPassed, startOfDay, today } from '../../platform/time/clock.ts';
import { localizePublicJob } from '../posting/localized-posting.ts';
import { employerPath, publicJob, toListedPosting, toSearchedPosting } from '../posting/posting.ts';
import { feedPostings } from './feed-postings.ts';
import type { FeedDeps } from './publish-feeds.ts';

/** The postings of all employers, as the feed and the sitemap show them. */
export async function publishedPostings(
  db: Database,
  terms: Parameters<typeof publicJob>[1],
): Promise<FeedDeps['postings']> {
  const { employers, ranked, read } = await feedPostings(db);
  return {
    // The first run of a day reads everything, because postings close and the service may have a new version.
    basis: JSON.stringify([today(), setting('TIME_ZONE'), terms.currency, employers]),
    ranked,
    open: async (jobs) => {
      const readPostings = await read(jobs);
      const isIndexCurrent = jobs.every(({ version }, index) => readPostings[index]?.job.version === version);
      const postings = readPostings.flatMap((each) => {
        const posting = toListedPosting(each, hasPassed);
        if (!each || !posting) return [];
        const { modifiedAt, publishDate } = posting.job;
        const modified = modifiedAt === null ? startOfDay(publishDate) : new Date(modifiedAt * 1_000);
        const asPosted = publicJob(posting, terms);
        const job = localizePublicJob(asPosted, each.profile.language);
        const pages = languages.map((language) => localizePublicJob(asPosted, language).url);
        const opened = startOfDay(job.firstPublished);
        const closes = new Date(endOfDay(job.closeDate));
        return [
          {
            job,
            pages: new Set(pages),
            employerUrl: terms.siteAddress(employerPath(posting.employer.id)),
            logo: logoAddress(each.profile, terms.siteAddress) ?? undefined,
            opened,
            closes,
            lastModified: dateOf(modified, 'UTC'),
            searched: toSearchedPosting(posting),
          },
        ];
      });
      return { postings, isIndexCurrent };
    },
  };
}
