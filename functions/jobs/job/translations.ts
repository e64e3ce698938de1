import type { JobUpdate } from '../../../schemas/job.ts';
import { cleanHtml, markupWarnings } from '../../markup/clean-html.ts';
import type { ValidParts, Warning } from '../../validation/submission.ts';
import { languages, type Language } from '../../../schemas/languages.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { JobDraft } from './job.ts';
import { toTranslation, type Translation } from './job-item.ts';
import { findRepeated } from './questions.ts';

type Sent = ValidParts<NonNullable<JobUpdate['translations']>>;

const violationOf = (path: string, code: Violation['code'], rule: string): Violation => ({
  pointer: `/${path}`,
  code,
  message: `${path.replaceAll('/', '.').replaceAll(/\.(\d+)/g, '[$1]')} must ${rule}.`,
});

/** The rules that translated questions break: each has a question of the job, once, with all its options. */
function brokenQuestions(language: Language, { translations, questions }: JobDraft): Violation[] {
  const translated = translations?.[language]?.questions ?? [];
  const isRepeated = findRepeated(translated.map((each) => each?.id));
  return translated.flatMap((sent, index) => {
    if (sent?.id === undefined) return [];
    const path = `translations/${language}/questions/${index}`;
    if (isRepeated[index]) return [violationOf(`${path}/id`, 'repeated', 'not be there a second time')];
    const question = questions?.find(({ id }) => id === sent.id);
    if (!question)
      return [violationOf(`${path}/id`, 'question_unknown', 'be the id of a question of the job')];
    const { length } = sent.options ?? [];
    const count = question.options.length;
    if (length !== count) {
      const code = length < count ? 'too_few' : 'too_many';
      return [
        violationOf(`${path}/options`, code, `have ${count} entries, those of the question in their order`),
      ];
    }
    return findRepeated(sent.options ?? []).flatMap((isSame, option) =>
      isSame ? [violationOf(`${path}/options/${option}`, 'repeated', 'not be there a second time')] : [],
    );
  });
}

/** The rules that the translations of a job's questions break (interface 2.14), unless the questions are invalid. */
export const brokenTranslations = (job: JobDraft): Violation[] =>
  'questions' in job ? languages.flatMap((language) => brokenQuestions(language, job)) : [];

/**
 * Cleans the descriptions of the translations in a submission, and warns about removed markup (interface 2.6). A
 * language of null counts as not sent, and null alone as no translation.
 */
export async function cleanTranslations(sent: Sent) {
  const translations: Record<string, object | undefined> = {};
  const warnings: Warning[] = [];
  for (const [language, translation] of Object.entries(sent)) {
    if (translation === null) continue;
    const description = translation?.description;
    const cleaned = description === undefined ? undefined : await cleanHtml(description);
    translations[language] =
      translation && toTranslation({ ...translation, description: cleaned?.html } as Translation);
    if (cleaned) warnings.push(...markupWarnings(`translations/${language}/description`, cleaned));
  }
  const isNone = Object.keys(translations).length === 0 && Object.keys(sent).length > 0;
  return { translations: isNone ? null : (translations as JobDraft['translations']), warnings };
}
