import { addressIn } from '../../../pages/public/frame.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { PublicJob } from '../../../schemas/public-job.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/posting-language.ts';
import type { OpenPosting } from './posting.ts';
import { postingFrame } from './posting-frame.ts';
import { partsWords } from '../../markup/line-breaks.ts';
import { franc } from 'franc-min';

/** So much of a text decides, in characters: more costs time and changes nothing. */
const MAX_SAMPLE_LENGTH = 1_000;

/** The languages of the pages by their codes of ISO 639-3. */
const languagesByCode: Partial<Record<string, Language>> = { eng: 'en', fra: 'fr' };

/** The language of a plain text, if it is one of the pages'; undefined if it is another one, or not clear. */
export const detectTextLanguage = (text: string): Language | undefined =>
  languagesByCode[franc(text.slice(0, MAX_SAMPLE_LENGTH))];

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** A clean description as plain text on one line. Only what begins a line in a browser parts words here. */
export const toPlainText = (description: string): string =>
  description
    .replaceAll(/<\/?([a-z]+)[^>]*>/g, (_, name: string) => (partsWords(name) ? ' ' : ''))
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (reference) => characters[reference] ?? reference)
    .replaceAll(/\s+/g, ' ')
    .trim();

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
