import type { Language } from '../../schemas/languages.ts';
import type { DisabledReason } from '../../schemas/webhook.ts';

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
