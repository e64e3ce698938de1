import type { Language } from '../../schemas/languages.ts';

const english = {
  heading: 'Open jobs',
  intro:
    'Employers post their open jobs on this site. Choose an employer below, or open a posting by its number. You need no account to apply.',
  number: 'Job number',
  /** Error for a posting number that is not a number. */
  wrongNumber: 'Enter the number of a posting, such as 12345.',
  open: 'Open',
  employers: 'Employers hiring now',
  none: 'The list is empty. It is updated every hour.',
  developers: 'For employers and developers',
  guide: 'Guide and reference of the API (in English)',
  feed: 'XML feed of all open postings',
};

const french: typeof english = {
  heading: 'Postes à pourvoir',
  intro:
    'Des employeurs publient leurs postes à pourvoir sur ce site. Choisissez un employeur ci-dessous, ou ouvrez une offre par son numéro. Aucun compte n’est nécessaire pour postuler.',
  number: 'Numéro d’une offre',
  wrongNumber: 'Entrez le numéro d’une offre, par exemple 12345.',
  open: 'Ouvrir',
  employers: 'Employeurs qui recrutent',
  none: 'La liste est vide. Elle est mise à jour toutes les heures.',
  developers: 'Pour les employeurs et les développeurs',
  guide: 'Guide et référence de l’API (en anglais)',
  feed: 'Fil XML de toutes les offres',
};

/** Words of the front page, by language. */
export const frontWords: Record<Language, typeof english> = { en: english, fr: french };
