import { addressIn } from '../../../pages/public/formats.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { PublicJob } from '../../../schemas/public-job.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/job-language.ts';
import type { OpenPosting } from './posting.ts';
import { postingFrame } from './find-posting.ts';

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/**
 * Converts a clean description to plain text on one line. Only elements that begin a line in a browser separate words
 * here.
 */
export const toPlainText = (description: string): string =>
  description
    .replaceAll(/<\/?(?:p|div|ul|ol|li|br)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (reference) => characters[reference] ?? reference)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A posting in a language: the translation, which has a separate URL, or the original if there is no translation. */
export const localizePublicJob = (job: PublicJob, language: Language): PublicJob =>
  job.translations?.[language]
    ? { ...withTranslation(job, language), url: addressIn(job.url, language) }
    : job;

/**
 * A posting in the language of its reader: in its own, when it has no other or the reader prefers none (guide:
 * public-pages 4 and 5).
 */
export function localizePosting(
  posting: Pick<OpenPosting, 'job' | 'employer' | 'profile'>,
  asPosted: PublicJob,
  frameFor: PageRequest['frameFor'],
) {
  const { job } = posting;
  const jobLanguage = originalLanguage(job);
  const { frame, heading } = postingFrame(posting, frameFor, jobLanguage);
  const localized = localizePublicJob(asPosted, frame.language);
  const { titleLanguage: language } = heading;
  return {
    frame,
    shown: localized,
    /** The language of title and description; undefined when it is unclear. */
    language,
    /** The `lang` attribute of title and description. The attribute must name a language even if it is unclear. */
    textLanguage: language ?? posting.profile.language,
    plainText: toPlainText(localized.description),
    /** The URL of the posting in its original language, and the URL of the translation if there is one. */
    url: asPosted.url,
    original: job.translations ? jobLanguage : undefined,
  };
}
