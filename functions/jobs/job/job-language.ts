import { languages, type Language } from '../../../schemas/languages.ts';
import type { JobRecord } from '../../../schemas/job.ts';
import type { Question } from '../../../schemas/question.ts';
import type { JobDraft, PostingRow } from './job.ts';

/** Common words of each language that the other one does not have, not even in loans such as `soup du jour`. */
const commonWords: Record<Language, ReadonlySet<string>> = {
  en: new Set(
    (
      'the and of to for with you your our we are will be this that by have from who why what their they at is not ' +
      'can do want us required needed work years hours salary posting'
    ).split(' '),
  ),
  fr: new Set(
    (
      'les des une avec dans vous nous vos nos votre notre qui ce cette ces sont il elle leur être avez êtes doit ' +
      'mais aussi pourquoi quel quelle expérience ans poste équipe emploi semaine heures salaire horaire ' +
      'cherchons recherchons requis requise atout français anglais'
    ).split(' '),
  ),
};

/** The length of the examined sample: a longer one costs time without changing the result. */
const MAX_SAMPLE_LENGTH = 2_000;

/** A language is clear if one in this many words is listed, and twice as many as of the other language. */
const WORDS_PER_HIT = 8;
const ONES_FOR_OTHER = 2;

const isCapitalized = (word = '') => /^\p{Lu}/u.test(word);

/** Whether a word is not part of a name, such as `Les Amis` or `Bank of Montreal`. */
function isNoName(word: string, index: number, sentence: readonly string[]): boolean {
  const [before, after] = [sentence[index - 1], sentence[index + 1]];
  if (isCapitalized(word)) return index === 0 && after !== undefined && !isCapitalized(after);
  return !isCapitalized(before) || !isCapitalized(after);
}

/**
 * Detects the language of a text, with or without tags; undefined when its words do not tell, or it is another
 * language.
 */
export function detectLanguage(text: string): Language | undefined {
  const plain = text.slice(0, MAX_SAMPLE_LENGTH).replaceAll(/<[^>]*(?:>|$)/g, '\n');
  const cased = /\p{Ll}/u.test(plain) ? plain : plain.toLowerCase();
  const sentences = cased.split(/[.!?:;\n]/).map((sentence): string[] => sentence.match(/\p{L}+/gu) ?? []);
  const words = sentences.flat();
  const common = sentences.flatMap((sentence) => sentence.filter(isNoName)).map((word) => word.toLowerCase());
  const [en = [], fr = []] = languages.map((language) =>
    common.filter((word) => commonWords[language].has(word)),
  );
  const isClear = (ones: readonly string[], others: readonly string[]) =>
    ones.length > 0 &&
    ones.length * WORDS_PER_HIT >= words.length &&
    ones.length >= ONES_FOR_OTHER * others.length;
  if (isClear(en, fr)) return 'en';
  return isClear(fr, en) ? 'fr' : undefined;
}

interface Translated {
  translations?: PostingRow['translations'] | undefined;
}

/** The language of a job's translation. */
const translatedTo = ({ translations }: Translated): Language | undefined =>
  languages.find((language) => translations?.[language]);

/** The language that a job states or its translation implies. */
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
 * The language of a job's own title and description: stated, implied by its translation, or detected; undefined when it is unclear.
 */
export function originalLanguage(job: Pick<JobDraft, 'language' | 'title' | 'description' | 'translations'>) {
  return statedLanguage(job) ?? detectLanguage(`${job.title} ${job.description}`);
}

/** A job with the texts of its translation into a language, if it has one. The questions are not translated. */
export const withTranslation = <Text extends Pick<PostingRow, 'title' | 'translations'>>(
  job: Text,
  language: Language,
): Text => {
  const translation: { title: string; questions?: unknown } | null | undefined = job.translations?.[language];
  if (!translation) return job;
  const { questions: _, ...texts } = translation;
  return { ...job, ...texts };
};

/** A question as candidates read it in a language. An answer is an option, or the wording of one in any language. */
export interface AskedQuestion extends Question {
  labels: readonly string[];
  /** The options in the wording of each translation. */
  wordings: readonly (readonly string[])[];
  /** The language of the text and the labels; undefined when it is unclear. */
  language: Language | undefined;
}

/** The questions of a job in a language, or in the original language without a language or a translation. */
export function questionsIn(
  { questions, translations }: Pick<JobRecord, 'translations'> & { questions: readonly Question[] | null },
  language?: Language,
): AskedQuestion[] {
  const translated = new Map(language && translations?.[language]?.questions?.map((each) => [each.id, each]));
  const everyWording = Object.values(translations ?? {}).flatMap((each) => each?.questions ?? []);
  return (questions ?? []).map((question) => {
    const { text, options } = translated.get(question.id) ?? { text: question.text };
    return {
      ...question,
      text,
      labels: question.options.map((option, index) => options?.[index] ?? option),
      wordings: everyWording.filter(({ id }) => id === question.id).map((each) => each.options ?? []),
      language: translated.has(question.id) ? language : detectLanguage(question.text),
    };
  });
}
