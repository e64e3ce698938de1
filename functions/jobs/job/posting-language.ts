import { languages, type Language } from '../../../schemas/languages.ts';
import type { JobDraft, PostingRow } from './job.ts';

/** Words that most texts of one language contain, and hardly any text of the other. */
const commonWords: Record<Language, ReadonlySet<string>> = {
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

/** The length of the sample that decides: more costs time and changes nothing. */
const MAX_SAMPLE_LENGTH = 2_000;

/** In a clear text, one in this many words is listed, and at least two for each word of the other language. */
const WORDS_PER_HIT = 8;
const ONES_FOR_OTHER = 2;

/**
 * Detects the language of a text, with or without tags; undefined when its words do not tell, or it is another
 * language.
 */
export function detectLanguage(text: string): Language | undefined {
  const plain = text.slice(0, MAX_SAMPLE_LENGTH).replaceAll(/<[^>]*(?:>|$)/g, ' ');
  const words: string[] = plain.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [en, fr] = languages.map(
    (language) => words.filter((word) => commonWords[language].has(word)).length,
  );
  const isClear = (ones = 0, others = 0) =>
    ones > 0 && ones * WORDS_PER_HIT >= words.length && ones >= ONES_FOR_OTHER * others;
  if (isClear(en, fr)) return 'en';
  return isClear(fr, en) ? 'fr' : undefined;
}

interface Translated {
  translations?: PostingRow['translations'] | undefined;
}

/** The language of a job's translation. */
const translatedTo = ({ translations }: Translated): Language | undefined =>
  languages.find((language) => translations?.[language]);

/** The language that a job states, or the one that its translation implies. */
function statedLanguage(job: Pick<JobDraft, 'language'> & Translated): Language | undefined {
  const translated = translatedTo(job);
  return job.language ?? (translated && languages.find((language) => language !== translated));
}

/** The language of a job's title on a page in `shown`; undefined when it is unclear. */
export const titleLanguage = (
  job: Pick<JobDraft, 'language'> & Pick<PostingRow, 'title'> & Translated,
  shown: Language,
): Language | undefined =>
  job.translations?.[shown] ? shown : (statedLanguage(job) ?? detectLanguage(job.title));

/**
 * The language of a job's own title and description: the stated one, the one that its translation implies, or the
 * detected one; undefined when it is unclear.
 */
export function originalLanguage(job: Pick<JobDraft, 'language' | 'title' | 'description' | 'translations'>) {
  return statedLanguage(job) ?? detectLanguage(`${job.title} ${job.description}`);
}

/** A job in a language: with the title and description of its translation into it, if there is one. */
export const withTranslation = <Text extends Pick<PostingRow, 'title' | 'translations'>>(
  job: Text,
  language: Language,
): Text => ({
  ...job,
  ...job.translations?.[language],
});
