import { languages, type Language } from '../../../schemas/languages.ts';
import type { JobDraft, PostingRow } from './job.ts';

/** Words that most texts of one language have, and hardly any of another one. */
const wordsOf: Record<Language, ReadonlySet<string>> = {
  en: new Set(
    (
      'the and of to for with you your our we are will be this that by have from who their at on is not can an ' +
      'experience required work years skills job'
    ).split(' '),
  ),
  fr: new Set(
    (
      'les des du et est une pour avec dans vous nous vos votre notre au aux sur par qui ou ce cette ces sont il ' +
      'elle leur à être plus expérience travail ans poste équipe emploi'
    ).split(' '),
  ),
};

/** So many characters of a text decide: more cost time and change nothing. */
const MAX_SAMPLE_LENGTH = 2_000;

/** One of so many words of a clear text is one of these, and at least two for each one of the other language. */
const WORDS_FOR_ONE = 8;
const ONES_FOR_OTHER = 2;

/** The language of a text, with or without tags, where its words tell it; undefined where they do not, or it is another one. */
export function detectLanguage(text: string): Language | undefined {
  const plain = text.slice(0, MAX_SAMPLE_LENGTH).replaceAll(/<[^>]*(?:>|$)/g, ' ');
  const words: string[] = plain.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [en, fr] = languages.map((language) => words.filter((word) => wordsOf[language].has(word)).length);
  const isClear = (ones = 0, others = 0) =>
    ones > 0 && ones * WORDS_FOR_ONE >= words.length && ones >= ONES_FOR_OTHER * others;
  if (isClear(en, fr)) return 'en';
  return isClear(fr, en) ? 'fr' : undefined;
}

interface Translated {
  translations?: PostingRow['translations'] | undefined;
}

/** The language in which a job has a translation. */
const translatedTo = ({ translations }: Translated): Language | undefined =>
  languages.find((language) => translations?.[language]);

/** The language that a job states, or the one that its translation is not in. */
function statedLanguage(job: Pick<JobDraft, 'language'> & Translated): Language | undefined {
  const translated = translatedTo(job);
  return job.language ?? (translated && languages.find((language) => language !== translated));
}

/** The language of a job's title on a page in `shown`; undefined where it is unclear. */
export const titleLanguage = (
  job: Pick<JobDraft, 'language'> & Pick<PostingRow, 'title'> & Translated,
  shown: Language,
): Language | undefined =>
  job.translations?.[shown] ? shown : (statedLanguage(job) ?? detectLanguage(job.title));

/**
 * The language of a job's own title and description: the one that it says, the one that its translation is not in, or
 * the one that its words tell; undefined where that is not clear.
 */
export function originalLanguage(job: Pick<JobDraft, 'language' | 'title' | 'description' | 'translations'>) {
  return statedLanguage(job) ?? detectLanguage(`${job.title} ${job.description}`);
}

/** A job as it reads in a language: with the title and description of its translation, if it has one in that language. */
export const withTranslation = <Text extends Pick<PostingRow, 'title' | 'translations'>>(
  job: Text,
  language: Language,
): Text => ({
  ...job,
  ...job.translations?.[language],
});
