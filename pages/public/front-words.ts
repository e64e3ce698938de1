import type { Language } from '../../schemas/languages.ts';

const english = {
  heading: 'Open jobs',
  intro:
    'Employers post their open jobs on this site. Search all of them, or choose an employer below. You need no account to apply.',
  search: 'Title, place, employer or job number',
  moreFound: (shown: number) => `These are the newest ${shown}. Add a word to find fewer.`,
  employers: 'Employers hiring now',
  none: 'The list is empty. It is updated every hour.',
  developers: 'For employers and developers',
  guide: 'Guide and reference of the API (in English)',
  feed: 'XML feed of all open postings',
};

const french: typeof english = {
  heading: 'Postes à pourvoir',
  intro:
    'Des employeurs publient leurs postes à pourvoir sur ce site. Cherchez parmi tous, ou choisissez un employeur ci-dessous. Aucun compte n’est nécessaire pour postuler.',
  search: 'Titre, lieu, employeur ou numéro d’une offre',
  moreFound: (shown) => `Voici les ${shown} plus récentes. Ajoutez un mot pour en trouver moins.`,
  employers: 'Employeurs qui recrutent',
  none: 'La liste est vide. Elle est mise à jour toutes les heures.',
  developers: 'Pour les employeurs et les développeurs',
  guide: 'Guide et référence de l’API (en anglais)',
  feed: 'Fil XML de toutes les offres',
};

/** Words of the front page, by language. */
export const frontWords: Record<Language, typeof english> = { en: english, fr: french };
