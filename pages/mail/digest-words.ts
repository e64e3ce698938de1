import type { Language } from '../../schemas/languages.ts';

const english = {
  waiting: 'Applications are waiting for you',
  jobs: (count: string) => `${count} jobs`,
  others: (count: string) => `Applications for ${count} other jobs wait, too.`,
  held: 'Held',
  undelivered: 'E-mail not delivered',
  heldMeans: 'Held applications may be spam. They are e-mailed to you once you release them.',
  undeliveredMeans: 'You can read an application on the page even if its e-mail was not delivered.',
  reminder:
    'We remind you once a day, for at most a week. An application no longer counts once you release it, set its stage or erase it.',
};

type DigestWords = typeof english;

const french: DigestWords = {
  waiting: 'Des candidatures vous attendent',
  jobs: (count) => `${count} postes`,
  others: (count) => `Des candidatures pour ${count} autres postes attendent aussi.`,
  held: 'À vérifier',
  undelivered: 'Courriel non remis',
  heldMeans:
    'Les candidatures à vérifier sont peut-être indésirables. Elles vous sont envoyées par courriel dès que vous les acceptez.',
  undeliveredMeans: 'Vous pouvez lire une candidature sur la page même si son courriel n’a pas été remis.',
  reminder:
    'Nous vous envoyons ce rappel une fois par jour, pendant une semaine au plus. Une candidature n’est plus comptée dès que vous l’acceptez, en changez l’étape ou l’effacez.',
};

/** The words of the mail about waiting applications, by language. */
export const digestWords: Record<Language, DigestWords> = { en: english, fr: french };
