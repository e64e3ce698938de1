import { addressIn } from '../../../pages/public/frame.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { PublicJob } from '../../../schemas/public-job.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/posting-language.ts';
import { toPlainText } from './plain-text.ts';
import type { OpenPosting } from './posting.ts';
import { detectTextLanguage } from './text-language.ts';
import { postingFrame } from './posting-frame.ts';

/** A posting as a language shows it: its translation has an address of its own; the posting itself if there is none. */
export const localizePublicJob = (job: PublicJob, language: Language): PublicJob =>
  job.translations?.[language]
    ? { ...withTranslation(job, language), url: addressIn(job.url, language) }
    : job;

/** A posting in the language of its reader: its own, if it has no other or its reader names none (interface 11). */
export function localizePosting(
  posting: Pick<OpenPosting, 'job' | 'employer' | 'profile'>,
  asPosted: PublicJob,
  frameFor: PageRequest['frameFor'],
) {
  const { job } = posting;
  const own = originalLanguage(job) ?? detectTextLanguage(`${job.title}. ${toPlainText(job.description)}`);
  const { frame, heading } = postingFrame(posting, frameFor, own);
  const shown = localizePublicJob(asPosted, frame.language);
  const { titleLanguage: language } = heading;
  return {
    frame,
    shown,
    /** The language of title and description; undefined where it is not clear. */
    language,
    /** How they are marked: a reader has to be told one. */
    textLanguage: language ?? posting.profile.language,
    plainText: toPlainText(shown.description),
    /** The URL of the posting in its own language, and that one if it has a translation. */
    url: asPosted.url,
    original: job.translations ? own : undefined,
  };
}
