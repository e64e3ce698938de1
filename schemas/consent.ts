/** Changes with the sentence: an application keeps the version to which its candidate agreed. */
export const CONSENT_VERSION = '1';

/** What a candidate agrees to, by language; `days` is how long an application is kept. */
export const consentSentences = {
  en: (days: number) =>
    `I agree that my application is stored for at most ${days} days and sent to the employer who posted this job.`,
  fr: (days: number) =>
    `J’accepte que ma candidature soit conservée pendant au plus ${days} jours et transmise à l’employeur qui a publié cette offre.`,
} as const;
