import { DAILY_CONFIRMATIONS } from '../../schemas/application-limits.ts';
import type { Language } from '../../schemas/languages.ts';

const { address: most } = DAILY_CONFIRMATIONS;

const english = {
  received: 'We have your application',
  employer: 'Employer',
  receivedOn: 'Received',
  contact: 'If the employer wants to take it further, they will contact you at this address.',
  open: 'View your application',
  withdraw: 'Withdraw the application',
  website: (employer: string) => `Website of ${employer}`,
  privacy: (employer: string) => `What ${employer} does with your data`,
  why: `You get this e-mail because somebody applied with your address. If that was not you, withdraw the application: it is then erased. We confirm at most ${most} applications a day to one address.`,
  noReply: 'Please do not reply: nobody reads what is sent to this address.',
};

export type ConfirmationWords = typeof english;

const french: ConfirmationWords = {
  received: 'Nous avons reçu votre candidature',
  employer: 'Employeur',
  receivedOn: 'Date de réception',
  contact: 'L’employeur communiquera avec vous à cette adresse si votre candidature est retenue.',
  open: 'Voir votre candidature',
  withdraw: 'Retirer la candidature',
  website: () => 'Site Web de l’employeur',
  privacy: (employer) => `Ce que ${employer} fait de vos données`,
  why: `Vous recevez ce courriel parce que quelqu’un a postulé avec votre adresse. Si ce n’était pas vous, retirez la candidature\u00A0: elle sera alors effacée. Nous confirmons au plus ${most} candidatures par jour à une même adresse.`,
  noReply: 'Merci de ne pas répondre\u00A0: personne ne lit ce qui est envoyé à cette adresse.',
};

/** The words of the mail that confirms an application, by language. */
export const confirmationWords: Record<Language, ConfirmationWords> = { en: english, fr: french };
