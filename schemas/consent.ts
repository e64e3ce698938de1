import type { Language } from './languages.ts';

/** Changes with the sentence: an application keeps the version to which its candidate agreed. */
export const CONSENT_VERSION = '1';

/** What a candidate agreed to, by version and language; `days` is how long an application is kept. Versions stay. */
const versions = {
  1: {
    en: (days: number) =>
      `I agree that my application is stored for at most ${days} days and sent to the employer who posted this job.`,
    fr: (days: number) =>
      `J’accepte que ma candidature soit conservée pendant au plus ${days} jours et transmise à l’employeur qui a publié cette offre.`,
  },
} as const satisfies Record<string, Record<Language, (days: number) => string>>;

/** What a candidate agrees to, by language. */
export const consentSentences = versions[CONSENT_VERSION];

/** The text to which a candidate agreed. */
export interface Consent {
  version: keyof typeof versions | `${keyof typeof versions}`;
  language: Language;
}

/** What a candidate agreed to, where an application is kept for so many days. */
export const consentText = ({ version, language }: Consent, days: number): string =>
  versions[version][language](days);
