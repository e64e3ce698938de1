import { languages, type Language } from '../../../schemas/languages.ts';
import { ABOUT_MAX, type EmployerRecord, type EmployerUpdate } from '../../../schemas/employer.ts';
import { pick } from '../../../schemas/job-fields.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { cleanHtml, isBlankHtml, blankMarkup, markupWarnings } from '../../markup/clean-html.ts';
import { requireValid, type Submission, type ValidParts, type Warning } from '../../validation/submission.ts';
import type { PartnerRecord } from '../../../schemas/partner.ts';
import { MAX_EMPLOYERS, type Employer } from './employer.ts';

/** The facts about an employer for candidates, besides its name (guide: public-pages 10). */
export interface Profile {
  /** The website of the employer, as an absolute URL. */
  website: string | null;
  /** The privacy policy of the employer, as an absolute URL. */
  privacyUrl: string | null;
  /** How candidates ask for accommodation, in plain text. */
  accommodation: string | null;
  /** The e-mail address for messages of the operator. Candidates never see this address. */
  contactEmail: string | null;
  /** The language of mail to the employer, and of descriptions whose language is not clear. */
  language: Language;
  /** The texts in other languages, with `about` only if the item with `about` was read. Null without translations. */
  translations: EmployerRecord['translations'];
  /** Whether candidates get a mail that confirms their application. */
  confirmation: boolean;
  /** Whether candidates see the stage of their application. */
  showStage: boolean;
  /** Whether mails of applications link to a page with all applications for their job. */
  recruitingPage: boolean;
  /** The accent color of the employer's pages, such as #0b5cad. */
  color: string | null;
  /** The file name of the logo. A new logo always gets a new name. */
  logo: string | null;
}

/** The profile of a new employer. */
export const emptyProfile: Profile = {
  website: null,
  privacyUrl: null,
  accommodation: null,
  contactEmail: null,
  language: languages[0],
  translations: null,
  confirmation: true,
  showStage: false,
  recruitingPage: true,
  color: null,
  logo: null,
};

/** The absolute URL of a profile's logo; null without a logo. */
export const logoAddress = (
  { logo }: Pick<Profile, 'logo'>,
  siteAddress: (path: string) => string,
): string | null => (logo === null ? null : siteAddress(`/logos/${logo}`));

/** Removes empty members from translations; null when nothing remains. */
export function toTranslations(sent: ValidParts<EmployerRecord['translations']>): Profile['translations'] {
  const translations = languages.flatMap((language) => {
    const { about, accommodation } = sent?.[language] ?? {};
    const texts = { ...(about && { about }), ...(accommodation && { accommodation }) };
    return Object.keys(texts).length > 0 ? [[language, texts] as const] : [];
  });
  return translations.length > 0 ? Object.fromEntries(translations) : null;
}

/** Lists the broken rules that concern several fields of a profile. */
export const brokenProfileRules = ({ language, translations }: Profile): Violation[] =>
  translations?.[language]
    ? [
        {
          pointer: `/translations/${language}`,
          code: 'not_allowed',
          message: `translations has the other language: the profile is in "${language}" itself.`,
        },
      ]
    : [];

/** The changed fields of a profile as they are stored, and the warnings about them. */
interface ProfileChanges {
  fields: EmployerUpdate;
  warnings: Warning[];
}

/** The violation of a text that cleaning made too long: every returned text must be valid in a request. */
const tooLong = (path: string): Violation => ({
  pointer: `/${path}`,
  code: 'too_long',
  message: `${path.replaceAll('/', '.')} must have at most ${ABOUT_MAX} characters once it is cleaned.`,
});

/** Cleans the `about` at a path if it is a text, and lists the broken rules. */
async function cleanAbout(about: string | null | undefined, path: string) {
  if (typeof about !== 'string') return { about, warnings: [], broken: [] };
  const cleaned = await cleanHtml(about);
  const broken = [
    ...(isBlankHtml(cleaned.html) ? [blankMarkup(path)] : []),
    ...(Array.from(cleaned.html).length > ABOUT_MAX ? [tooLong(path)] : []),
  ];
  return { about: cleaned.html, warnings: markupWarnings(path, cleaned), broken };
}

/** Validates the changes in a submission (guide: public-pages 10). Throws Refusal `validation_failed`. */
export async function parseProfileChanges(submission: Submission<EmployerUpdate>): Promise<ProfileChanges> {
  const { about, translations, ...plain } = submission.fields;
  const original = await cleanAbout(about, 'about');
  const translated = await Promise.all(
    languages.map(async (language) => {
      const { about: text, accommodation } = translations?.[language] ?? {};
      const cleaned = await cleanAbout(text, `translations/${language}/about`);
      return { ...cleaned, language, texts: { about: cleaned.about, accommodation } };
    }),
  );
  const all = [original, ...translated];
  const warnings = [...submission.warnings, ...all.flatMap((each) => each.warnings)];
  requireValid(
    { ...submission, warnings },
    all.flatMap(({ broken }) => broken),
  );
  const texts = Object.fromEntries(translated.map((each) => [each.language, each.texts]));
  const fields = {
    ...plain,
    ...(about !== undefined && { about: original.about }),
    ...(translations !== undefined && { translations: toTranslations(texts) }),
  };
  return { fields: fields as EmployerUpdate, warnings };
}

/** A profile with the `about` text, which is stored separately. */
export interface EmployerProfile extends Profile {
  name: string;
  /** The description of the employer, as clean HTML. */
  about: string | null;
}

/** The account of an employer in a response to the employer itself (guide: public-pages 10). */
export const employerRecord = (
  profile: EmployerProfile,
  { siteAddress }: { siteAddress: (path: string) => string },
): EmployerRecord => ({
  ...pick(profile, ['name', 'about', 'website', 'privacyUrl', 'accommodation', 'contactEmail', 'language']),
  ...pick(profile, ['translations', 'confirmation', 'showStage', 'recruitingPage', 'color']),
  logo: logoAddress(profile, siteAddress),
});

/** The account of a partner in a response to the partner itself (guide: many-employers 1). */
export const partnerRecord = (
  { id, name, plan, maxEmployers = MAX_EMPLOYERS }: Employer,
  employers: number,
  { contactEmail }: Pick<PartnerRecord, 'contactEmail'>,
): PartnerRecord => ({ id, name, plan, maxEmployers, employers, contactEmail });
