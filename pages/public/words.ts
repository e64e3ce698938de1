/** The languages of the public pages, the default first. */
export const languages = ['en', 'fr'] as const;

export type Language = (typeof languages)[number];

const english = {
  locale: 'en-CA',
  confidentialEmployer: 'Confidential employer',
  place: 'Location',
  places: 'Locations',
  salary: 'Salary',
  plusCommission: 'plus commission',
  positionType: 'Position type',
  category: 'Category',
  categories: 'Categories',
  posted: 'Posted',
  closes: 'Closes',
  apply: 'Apply',
  applyAtEmployer: 'Apply on the employer’s website',
  jobsAt: (employer: string) => `Jobs at ${employer}`,
  noPostings: 'No open postings at the moment.',
  olderPostings: 'Older postings',
  problems: {
    job_closed: {
      title: 'This posting is closed',
      detail: 'The position no longer takes applications. Thank you for your interest.',
    },
    job_not_found: {
      title: 'There is no such posting',
      detail: 'The address may be mistyped, or the posting was removed.',
    },
    employer_not_found: {
      title: 'There is no such employer',
      detail: 'The address may be mistyped, or the employer no longer posts jobs here.',
    },
    service_unavailable: {
      title: 'The service is busy',
      detail: 'Please try again in a few seconds.',
    },
    other: {
      title: 'Something went wrong',
      detail: 'The page cannot be shown at the moment. Please try again later.',
    },
  },
  between: (amount: string, maxAmount: string) => `${amount} to ${maxAmount}`,
  periods: { year: 'a year', month: 'a month', week: 'a week', day: 'a day', hour: 'an hour' },
  positionTypes: { 1: 'Full time', 2: 'Part time', 3: 'Contract', 4: 'Temporary', 5: 'Volunteer' },
};

/** The words of the public pages in one language. */
export type Words = typeof english;

const french: Words = {
  locale: 'fr-CA',
  confidentialEmployer: 'Employeur confidentiel',
  place: 'Lieu',
  places: 'Lieux',
  salary: 'Salaire',
  plusCommission: 'plus commission',
  positionType: 'Type d’emploi',
  category: 'Catégorie',
  categories: 'Catégories',
  posted: 'Publiée le',
  closes: 'Date limite',
  apply: 'Postuler',
  applyAtEmployer: 'Postuler sur le site de l’employeur',
  jobsAt: (employer) => `Offres d’emploi : ${employer}`,
  noPostings: 'Aucune offre en ce moment.',
  olderPostings: 'Offres plus anciennes',
  problems: {
    job_closed: {
      title: 'Cette offre n’est plus offerte',
      detail: 'Les candidatures ne sont plus acceptées pour ce poste. Merci de votre intérêt.',
    },
    job_not_found: {
      title: 'Offre introuvable',
      detail: 'L’adresse contient peut-être une erreur, ou l’offre a été retirée.',
    },
    employer_not_found: {
      title: 'Employeur introuvable',
      detail: 'L’adresse contient peut-être une erreur, ou l’employeur ne publie plus d’offres ici.',
    },
    service_unavailable: {
      title: 'Le service est occupé',
      detail: 'Veuillez réessayer dans quelques secondes.',
    },
    other: {
      title: 'Un problème est survenu',
      detail: 'La page ne peut pas être affichée pour le moment. Veuillez réessayer plus tard.',
    },
  },
  between: (amount, maxAmount) => `de ${amount} à ${maxAmount}`,
  periods: { year: 'par année', month: 'par mois', week: 'par semaine', day: 'par jour', hour: 'de l’heure' },
  positionTypes: { 1: 'Temps plein', 2: 'Temps partiel', 3: 'Contractuel', 4: 'Temporaire', 5: 'Bénévole' },
};

/** All words of the public pages, by language. */
export const words: Record<Language, Words> = { en: english, fr: french };
