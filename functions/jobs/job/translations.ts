import type { JobUpdate } from '../../../schemas/job.ts';
import { cleanHtml, markupWarnings } from '../../markup/clean-html.ts';
import type { ValidParts, Warning } from '../../validation/submission.ts';
import type { JobDraft } from './job.ts';

type Sent = ValidParts<NonNullable<JobUpdate['translations']>>;

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
    translations[language] = translation && { ...translation, description: cleaned?.html };
    if (cleaned) warnings.push(...markupWarnings(`translations/${language}/description`, cleaned));
  }
  const isNone = Object.keys(translations).length === 0 && Object.keys(sent).length > 0;
  return { translations: isNone ? null : (translations as JobDraft['translations']), warnings };
}
