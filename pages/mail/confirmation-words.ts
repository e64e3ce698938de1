import type { Language } from '../../schemas/languages.ts';

const english = {
  received: 'We have your application',
  employer: 'Employer',
  receivedOn: 'Received',
  contact: 'If the employer wants to take it further, they will contact you at this address.',
  open: 'View your application',
  withdraw: 'Withdraw the application',
  website: (employer: string) => `Website of ${employer}`,
  privacy: (employer: string) => `Privacy notice of ${employer}`,
  why: 'You received this e-mail because someone applied with your address. If that was not you, withdraw the application: we then delete it.',
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
  privacy: () => 'Avis de confidentialité de l’employeur',
  why: 'Vous recevez ce courriel parce que quelqu’un a postulé avec votre adresse. Si ce n’était pas vous, retirez la candidature\u00A0: elle sera alors effacée.',
  noReply: 'Merci de ne pas répondre\u00A0: personne ne lit ce qui est envoyé à cette adresse.',
};

/** The words of the mail that confirms an application, by language. */
export const confirmationWords: Record<Language, ConfirmationWords> = { en: english, fr: french };
