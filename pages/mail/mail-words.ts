import type { Language } from '../../schemas/languages.ts';

const english = {
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

type MailWords = typeof english;

const french: MailWords = {
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
export const mailWords: Record<Language, MailWords> = { en: english, fr: french };
