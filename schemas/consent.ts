import type { Language } from './languages.ts';

/** Change it with the sentence: each application stores the version to which its candidate agreed. */
export const CONSENT_VERSION = '1';

/** The consent sentences by version and language; `days` is how long an application is kept. Old versions stay. */
const versions = {
  1: {
    en: (days: number) =>
      `I agree that my application is stored for at most ${days} days and sent to the employer who posted this job.`,
    fr: (days: number) =>
      `J’accepte que ma candidature soit conservée pendant au plus ${days} jours et transmise à l’employeur qui a publié cette offre.`,
  },
} as const satisfies Record<string, Record<Language, (days: number) => string>>;

/** The present consent sentences, by language. */
export const consentSentences = versions[CONSENT_VERSION];

/** The version and language of a consent. */
export interface Consent {
  version: keyof typeof versions | `${keyof typeof versions}`;
  language: Language;
}

/** The sentence to which a candidate agreed, for an application that is kept for `days`. */
export const consentText = ({ version, language }: Consent, days: number): string =>
  versions[version][language](days);
