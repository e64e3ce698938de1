import { ABOUT_MAX, type EmployerUpdate } from '../../../schemas/employer.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { cleanHtml, isBlankHtml, blankMarkup, markupWarnings } from '../../markup/clean-html.ts';
import { requireValid, type Submission, type Warning } from '../../validation/submission.ts';

/** The changed fields of a profile as they are stored, and the warnings about them. */
interface ProfileChanges {
  fields: EmployerUpdate;
  warnings: Warning[];
}

/** Cleaning can make a text longer, and a returned text must be accepted again. */
const tooLong: Violation = {
  pointer: '/about',
  code: 'too_long',
  message: `about must have at most ${ABOUT_MAX} characters once it is cleaned.`,
};

/**
 * Validates the changes in a submission (interface 15.2). Throws Refusal `validation_failed` with every rule that it
 * breaks.
 */
export async function parseProfileChanges(submission: Submission<EmployerUpdate>): Promise<ProfileChanges> {
  const { about, ...plain } = submission.fields;
  if (typeof about !== 'string') {
    requireValid(submission);
    return { fields: submission.fields as EmployerUpdate, warnings: submission.warnings };
  }
  const cleaned = await cleanHtml(about);
  const warnings = [...submission.warnings, ...markupWarnings('about', cleaned)];
  const broken = [
    ...(isBlankHtml(cleaned.html) ? [blankMarkup('about')] : []),
    ...(Array.from(cleaned.html).length > ABOUT_MAX ? [tooLong] : []),
  ];
  requireValid({ ...submission, warnings }, broken);
  return { fields: { ...plain, about: cleaned.html } as EmployerUpdate, warnings };
}
