import { languages, type Language } from '../../../schemas/languages.ts';
import { ABOUT_MAX, type EmployerUpdate } from '../../../schemas/employer.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { cleanHtml, isBlankHtml, blankMarkup, markupWarnings } from '../../markup/clean-html.ts';
import { requireValid, type Submission, type Warning } from '../../validation/submission.ts';

/** The facts about an employer for candidates, besides its name (interface 15). */
export interface Profile {
  /** Its own website, as an absolute URL. */
  website: string | null;
  /** Its privacy policy, as an absolute URL. */
  privacyUrl: string | null;
  /** How candidates ask for accommodation, in plain text. */
  accommodation: string | null;
  /** The address for the operator; candidates never see it. */
  contactEmail: string | null;
  /** The language of its mail, and of descriptions whose language is not clear. */
  language: Language;
  /** Whether candidates get a mail that confirms their application. */
  confirmation: boolean;
  /** Whether candidates see the stage of their application. */
  showStage: boolean;
  /** Whether mails of applications link to a page with all applications for their job. */
  recruitingPage: boolean;
  /** The accent of its pages, such as #0b5cad. */
  color: string | null;
  /** The name of its logo's file. Each logo has another name. */
  logo: string | null;
}

/** The profile of a new employer. */
export const emptyProfile: Profile = {
  website: null,
  privacyUrl: null,
  accommodation: null,
  contactEmail: null,
  language: languages[0],
  confirmation: true,
  showStage: false,
  recruitingPage: true,
  color: null,
  logo: null,
};

/** The absolute URL of a profile's logo; null when it has none. */
export const logoAddress = (
  { logo }: Pick<Profile, 'logo'>,
  siteAddress: (path: string) => string,
): string | null => (logo === null ? null : siteAddress(`/logos/${logo}`));

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
