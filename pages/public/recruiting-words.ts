import type { ApplicationState } from '../../schemas/application.ts';
import type { Language } from '../../schemas/languages.ts';

/** Actions of the buttons on the page. */
export const recruitingActions = ['stage', 'release', 'erase'] as const;

export type RecruitingAction = (typeof recruitingActions)[number];

/** Action of the button on the page of an expired link. */
export const LINK_ACTION = 'link';

/** Result of an action: done, the application was already deleted, or somebody else has changed stages. */
export type RecruitingNews = RecruitingAction | 'gone' | 'unsaved';

/** Who has changed a stage. */
export const stageAuthors = ['recruiter', 'key', 'other'] as const;

export type StageAuthor = (typeof stageAuthors)[number];

const english = {
  heading: (job: string) => `Applications: ${job}`,
  secret: 'Anyone with this link can read these applications. Do not share it.',
  posting: 'See the posting',
  none: 'There are no applications yet.',
  noneAtStage: 'No applications at this stage.',
  noneHere: 'Nothing more here.',
  newest: 'Newest applications',
  older: 'Older applications',
  stage: 'Stage',
  save: 'Save changes',
  all: 'All',
  read: 'Read the application',
  erase: 'Delete',
  eraseAsk: 'Delete this application?',
  eraseHint:
    'It is deleted here for good, with its file. What was already e-mailed to you stays in your mailbox.',
  keep: 'Keep the application',
  ended: 'This link has expired',
  endedHint:
    'A link is good for 30 days, as long as applications are e-mailed to the same address. We can e-mail a new one to the present address for this job.',
  mailLink: 'E-mail me a new link',
  linkMailed: 'A new link is on its way',
  linkMailedHint: 'It will reach the address for this job’s applications within minutes.',
  newLink: 'Your new link',
  newLinkHint:
    'Somebody asked for it on a page whose link had expired. It is good for 30 days, as long as applications are e-mailed to this address. Keep it to yourself.',
  enoughLinks: 'No new link was e-mailed',
  enoughLinksHint: 'No more links are e-mailed today, or for this link. Open the newest one in your mailbox.',
  held: 'This application was not e-mailed to you, as it may be spam. Read it before you decide.',
  release: 'Not spam – e-mail it to me',
  openAll: 'Open all',
  /** States of the mail that are not as usual. */
  states: {
    held: 'Held',
    stored: 'Not e-mailed',
    bounced: 'E-mail refused',
    complained: 'E-mail reported as spam',
    failed: 'E-mail not delivered',
  } as Partial<Record<ApplicationState, string>>,
  news: {
    stage: 'Changes saved.',
    release: 'The application will be e-mailed to you.',
    erase: 'The application is deleted.',
    gone: 'The application is no longer here: it was withdrawn or deleted.',
    unsaved: 'Not every stage is saved: somebody else has changed those that are marked.',
  } satisfies Record<RecruitingNews, string>,
  authors: {
    recruiter: 'Somebody else with this link',
    key: 'Your recruiting software',
    other: 'Somebody else',
  } satisfies Record<StageAuthor, string>,
  notSaved: (author: string, stage: string, at: string) =>
    `Not saved. ${author} set the stage to “${stage}” (${at}). Save again to set your choice.`,
};

type RecruitingWords = typeof english;

const french: RecruitingWords = {
  heading: (job) => `Candidatures\u00A0: ${job}`,
  secret: 'Toute personne qui a l’adresse de cette page peut lire ces candidatures. Gardez-la pour vous.',
  posting: 'Voir l’offre',
  none: 'Il n’y a pas encore de candidature.',
  noneAtStage: 'Aucune candidature n’est à cette étape.',
  noneHere: 'Il n’y a plus rien ici.',
  newest: 'Candidatures les plus récentes',
  older: 'Candidatures plus anciennes',
  stage: 'Étape',
  save: 'Enregistrer',
  all: 'Toutes',
  read: 'Lire la candidature',
  erase: 'Effacer',
  eraseAsk: 'Effacer cette candidature\u00A0?',
  eraseHint:
    'Elle sera effacée ici définitivement, avec son fichier. Ce que vous avez déjà reçu par courriel reste dans votre boîte.',
  keep: 'Conserver la candidature',
  ended: 'Ce lien n’est plus valide',
  endedHint:
    'Un lien est valide pendant 30 jours, tant que les candidatures sont envoyées à la même adresse. Nous pouvons en envoyer un nouveau à l’adresse actuelle pour ce poste.',
  mailLink: 'M’envoyer un nouveau lien',
  linkMailed: 'Un nouveau lien est en route',
  linkMailedHint:
    'Il arrivera dans quelques minutes à l’adresse à laquelle les candidatures pour ce poste sont envoyées.',
  newLink: 'Votre nouveau lien',
  newLinkHint:
    'Quelqu’un l’a demandé sur une page dont le lien n’était plus valide. Il est valide pendant 30 jours, tant que les candidatures sont envoyées à cette adresse. Gardez-le pour vous.',
  enoughLinks: 'Aucun nouveau lien n’a été envoyé',
  enoughLinksHint:
    'Plus aucun lien n’est envoyé aujourd’hui, ou pour ce lien. Ouvrez le plus récent dans votre boîte de réception.',
  held: 'Cette candidature ne vous a pas été envoyée par courriel, car elle est peut-être indésirable. Lisez-la avant de décider.',
  release: 'Pas indésirable – me l’envoyer par courriel',
  openAll: 'Tout ouvrir',
  states: {
    held: 'À vérifier',
    stored: 'Non envoyée par courriel',
    bounced: 'Courriel refusé',
    complained: 'Courriel signalé comme indésirable',
    failed: 'Courriel non remis',
  },
  news: {
    stage: 'Modifications enregistrées.',
    release: 'La candidature vous sera envoyée par courriel.',
    erase: 'La candidature est effacée.',
    gone: 'La candidature n’est plus ici\u00A0: elle a été retirée ou effacée.',
    unsaved:
      'Certaines étapes ne sont pas enregistrées\u00A0: quelqu’un d’autre a modifié celles qui sont signalées.',
  },
  authors: {
    recruiter: 'Une autre personne qui a ce lien',
    key: 'Votre logiciel de recrutement',
    other: 'Quelqu’un d’autre',
  },
  notSaved: (author, stage, at) =>
    `Non enregistrée. ${author} a choisi l’étape «\u00A0${stage}\u00A0» (${at}). Enregistrez de nouveau pour garder votre choix.`,
};

/** Words of the recruiters' page, by language. */
export const recruitingWords: Record<Language, RecruitingWords> = { en: english, fr: french };
