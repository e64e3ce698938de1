import type { Language } from '../../schemas/languages.ts';
import type { DisabledReason } from '../../schemas/webhook.ts';

const englishMail = {
  /** A named value. */
  named: (name: string, value: string) => `${name}: ${value}`,
  /** The displayed sender: the author's name, and the service that sends the mail. */
  via: (name: string, service: string) => `${name} via ${service}`,
  /** The name of a candidate whose own name cannot be shown. */
  candidate: 'A candidate',
  newApplication: 'New application',
  place: (count: number): string => (count === 1 ? 'Location' : 'Locations'),
  received: 'Received',
  id: 'ID',
  attached: 'attached',
  none: 'none',
  missing: 'missing: please ask for it',
  all: 'All applications for this job',
  posting: 'View the posting',
  reply: 'To answer the candidate, reply to this e-mail.',
  wrote: 'The candidate wrote',
  file: 'File',
};

const frenchMail: typeof englishMail = {
  named: (name, value) => `${name} : ${value}`,
  via: (name, service) => `${name} via ${service}`,
  candidate: 'Une candidature',
  newApplication: 'Nouvelle candidature',
  place: (count) => (count === 1 ? 'Lieu' : 'Lieux'),
  received: 'Réception',
  id: 'ID',
  attached: 'joint à ce courriel',
  none: 'aucun',
  missing: 'introuvable : veuillez le demander',
  all: 'Toutes les candidatures pour ce poste',
  posting: 'Voir l’offre d’emploi',
  reply: 'Pour répondre à la personne candidate, répondez à ce courriel.',
  wrote: 'La personne candidate a écrit',
  file: 'Fichier',
};

/** The words of mail, by language. */
export const mailWords: Record<Language, typeof englishMail> = { en: englishMail, fr: frenchMail };

/** The operator of the service. */
interface Sender {
  name: string;
  email: string;
}

const englishConfirmation = {
  received: 'We have your application',
  employer: 'Employer',
  receivedOn: 'Received',
  contact: 'If they want to take your application further, the employer will write to this address.',
  open: 'View your application',
  withdraw: 'Withdraw the application',
  website: (employer: string) => `Website of ${employer}`,
  privacy: (name: string) => `Privacy notice of ${name}`,
  why: 'You received this e-mail because someone applied with your address. If that was not you, withdraw the application: we then delete it.',
  sentBy: ({ name, email }: Sender) =>
    `${name}, which runs this site, sent this e-mail for the employer. Questions: ${email}.`,
  noReply: 'Please do not reply: nobody reads what is sent to this address.',
};

const frenchConfirmation: typeof englishConfirmation = {
  received: 'Nous avons reçu votre candidature',
  employer: 'Employeur',
  receivedOn: 'Date de réception',
  contact: 'L’employeur communiquera avec vous à cette adresse si votre candidature est retenue.',
  open: 'Voir votre candidature',
  withdraw: 'Retirer la candidature',
  website: () => 'Site Web de l’employeur',
  privacy: (name) => `Avis de confidentialité\u00A0: ${name}`,
  why: 'Vous recevez ce courriel parce que quelqu’un a postulé avec votre adresse. Si ce n’était pas vous, retirez la candidature\u00A0: elle sera alors effacée.',
  sentBy: ({ name, email }) =>
    `${name}, qui exploite ce site, a envoyé ce courriel pour l’employeur. Questions\u00A0: ${email}.`,
  noReply: 'Merci de ne pas répondre\u00A0: personne ne lit ce qui est envoyé à cette adresse.',
};

/** The words of the mail that confirms an application, by language. */
export const confirmationWords: Record<Language, typeof englishConfirmation> = {
  en: englishConfirmation,
  fr: frenchConfirmation,
};

interface NoticeWords {
  subject: string;
  news: string;
  reason: string;
  reasons: Record<DisabledReason, string>;
  response: string;
  since: string;
  resume: (request: string, body: string) => string;
}

/** The words of the mail about a disabled webhook. */
export const noticeWords: Record<Language, NoticeWords> = {
  en: {
    subject: 'Your webhook has been disabled',
    news: 'Your webhook has been disabled',
    reason: 'Reason',
    reasons: {
      gone: 'Its receiver answered 410 (Gone).',
      failed: 'All attempts to deliver an event failed.',
      events_expired: 'The next event is no longer kept.',
    },
    response: 'Last response',
    since: 'Disabled',
    resume: (request, body) =>
      `Nothing more is sent to it. Once its receiver works again, send ${request} with ${body}: it goes on where it stopped, with all events that are still kept.`,
  },
  fr: {
    subject: 'Votre webhook a été désactivé',
    news: 'Votre webhook a été désactivé',
    reason: 'Raison',
    reasons: {
      gone: 'Le destinataire a répondu 410 (Gone).',
      failed: 'Toutes les tentatives d’envoi d’un événement ont échoué.',
      events_expired: 'L’événement suivant n’est plus conservé.',
    },
    response: 'Dernière réponse',
    since: 'Désactivé le',
    resume: (request, body) =>
      `Plus rien n’y est envoyé. Dès que le destinataire fonctionne à nouveau, envoyez ${request} avec ${body} : l’envoi reprend là où il s’est arrêté, avec tous les événements encore conservés.`,
  },
};
