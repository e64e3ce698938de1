import type { Language } from '../../schemas/languages.ts';
import type { PublicJob } from '../../schemas/public-job.ts';

const english = {
  /** The locale of dates and amounts. */
  locale: 'en-CA',
  /** Name of the language in itself. */
  ownName: 'English',
  /** On every page of a test employer. */
  test: 'Test posting: this job does not exist. It was posted to try out the service.',
  confidentialEmployer: 'Confidential employer',
  /** Link to the employer's website. */
  website: 'Website',
  openJobs: (count: number) => (count === 1 ? '1 open job' : `${count} open jobs`),
  apply: 'Apply',
  /** Below a button that leaves the service. */
  applyElsewhere: 'You will continue on the employer’s website.',
  description: 'Job description',
  moreAboutJob: 'More about this job',
  /** Before a date. */
  posted: 'Posted',
  range: (amount: string, maxAmount: string) => `${amount} to ${maxAmount}`,
  /** Follows an amount, by the unit of the salary period. */
  periods: {
    year: 'a year',
    month: 'a month',
    week: 'a week',
    day: 'a day',
    hour: 'an hour',
  } as Record<string, string>,
  plusCommission: 'plus commission',
  /** By the id of the position type. */
  positionTypes: {
    1: 'Full time',
    2: 'Part time',
    3: 'Contract',
    4: 'Temporary',
    5: 'Volunteer',
  } as Record<number, string>,
  workplaces: { 'on-site': 'On site', hybrid: 'Hybrid', remote: 'Remote' } satisfies Record<
    NonNullable<PublicJob['workplace']>,
    string
  >,
  remoteAnywhere: (inRegions: string) => `Remote, anywhere ${inRegions}`,
  jobsAt: (employer: string) => `Jobs at ${employer}`,
  about: (employer: string) => `About ${employer}`,
  noPostings: 'No open jobs at the moment.',
  moreJobs: 'Show more jobs',
  nextJobs: (next: number, shown: number, total: number) => `Show ${next} more (${shown} of ${total} shown)`,
  /** Label of the letter of an application that arrived after the posting closed. */
  unsentLetter: 'Your letter was not sent. Copy it if you want to keep it.',
  /** By problem code. `application_erased` is for a token of a known application, `other` for codes without words. */
  problems: {
    job_closed: {
      title: 'This job is closed',
      detail: 'It takes no more applications. Thank you for your interest.',
    },
    job_not_found: {
      title: 'We can’t find this job',
      detail: 'The address may be mistyped, or the job has been removed.',
    },
    application_not_found: {
      title: 'We can’t find this application',
      detail: 'The address may be incomplete. Open the whole link again, as you kept it after you applied.',
    },
    application_erased: {
      title: 'Your application is no longer here',
      detail:
        'It was withdrawn, or we deleted it at the end of its retention period. We no longer know which job it was for. The employer may still have it by e-mail: ask there if you have a question.',
    },
    employer_not_found: {
      title: 'We can’t find this employer',
      detail: 'The address may be mistyped, or the employer no longer posts jobs here.',
    },
    cross_site_request: {
      title: 'Nothing was sent',
      detail: 'Another site sent this form. Open the page on this site, and send the form there.',
    },
    recruiting_not_found: {
      title: 'We can’t find this page',
      detail:
        'The address may be incomplete or no longer valid. Open the link in the last e-mail about an application.',
    },
    path_not_found: {
      title: 'We can’t find this page',
      detail: 'The address may be mistyped. Search, or see all open jobs.',
    },
    form_malformed: {
      title: 'The form cannot be read',
      detail: 'Please go back and send the form again.',
    },
    content_too_large: {
      title: 'The form is too large',
      detail: 'Please go back and choose a smaller file, or write less.',
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
};

type Words = typeof english;

const french: Words = {
  locale: 'fr-CA',
  ownName: 'Français',
  test: 'Offre fictive\u00A0: ce poste n’existe pas. Elle a été publiée pour mettre le service à l’essai.',
  confidentialEmployer: 'Employeur confidentiel',
  website: 'Site Web',
  openJobs: (count) => (count === 1 ? '1 offre' : `${count} offres`),
  apply: 'Postuler',
  applyElsewhere: 'Vous continuerez sur le site de l’employeur.',
  description: 'Description du poste',
  moreAboutJob: 'En savoir plus sur ce poste',
  posted: 'Publiée le',
  range: (amount, maxAmount) => `${amount} à ${maxAmount}`,
  periods: { year: 'par année', month: 'par mois', week: 'par semaine', day: 'par jour', hour: 'l’heure' },
  plusCommission: 'plus commission',
  positionTypes: { 1: 'Temps plein', 2: 'Temps partiel', 3: 'Contrat', 4: 'Temporaire', 5: 'Bénévolat' },
  workplaces: { 'on-site': 'Sur place', hybrid: 'Hybride', remote: 'Télétravail' },
  remoteAnywhere: (inRegions) => `Télétravail, partout ${inRegions}`,
  jobsAt: (employer) => `Offres d’emploi\u00A0: ${employer}`,
  about: (employer) => `À propos\u00A0: ${employer}`,
  noPostings: 'Aucune offre en ce moment.',
  moreJobs: 'Afficher d’autres offres',
  nextJobs: (next, shown, total) => `Afficher ${next} autres offres (${shown} affichées sur ${total})`,
  unsentLetter: 'Votre lettre n’a pas été envoyée. Copiez-la si vous voulez la garder.',
  problems: {
    job_closed: {
      title: 'Cette offre n’accepte plus de candidatures',
      detail: 'Merci de votre intérêt.',
    },
    job_not_found: {
      title: 'Cette offre d’emploi n’existe pas',
      detail: 'L’adresse contient peut-être une erreur, ou l’offre a été retirée.',
    },
    application_not_found: {
      title: 'Candidature introuvable',
      detail:
        'L’adresse est peut-être incomplète. Ouvrez de nouveau le lien entier, tel que vous l’avez conservé après avoir postulé.',
    },
    application_erased: {
      title: 'Votre candidature n’est plus ici',
      detail:
        'Elle a été retirée, ou son délai de conservation est écoulé, et tout a été effacé, y compris le poste visé. L’employeur l’a peut-être encore par courriel\u00A0: adressez-lui vos questions.',
    },
    employer_not_found: {
      title: 'Employeur introuvable',
      detail: 'L’adresse contient peut-être une erreur, ou l’employeur ne publie plus d’offres ici.',
    },
    cross_site_request: {
      title: 'Rien n’a été envoyé',
      detail: 'Un autre site a envoyé ce formulaire. Ouvrez la page sur ce site et envoyez-y le formulaire.',
    },
    recruiting_not_found: {
      title: 'Cette page n’existe pas',
      detail:
        'L’adresse est peut-être incomplète ou n’est plus valide. Ouvrez le lien du dernier courriel sur une candidature.',
    },
    path_not_found: {
      title: 'Cette page n’existe pas',
      detail: 'L’adresse contient peut-être une erreur. Faites une recherche, ou voyez toutes les offres.',
    },
    form_malformed: {
      title: 'Le formulaire ne peut pas être lu',
      detail: 'Veuillez revenir en arrière et envoyer le formulaire de nouveau.',
    },
    content_too_large: {
      title: 'Le formulaire est trop volumineux',
      detail: 'Veuillez revenir en arrière et choisir un fichier plus petit, ou écrire moins.',
    },
    service_unavailable: {
      title: 'Le service est très sollicité',
      detail: 'Veuillez réessayer dans quelques secondes.',
    },
    other: {
      title: 'Un problème est survenu',
      detail: 'La page ne peut pas être affichée pour le moment. Veuillez réessayer plus tard.',
    },
  },
};

/** Words of the public pages, by language. */
export const words: Record<Language, Words> = { en: english, fr: french };
