import type { Language } from '../../schemas/languages.ts';

/** The operator of the service. */
interface Sender {
  name: string;
  email: string;
}

const english = {
  received: 'We have your application',
  employer: 'Employer',
  receivedOn: 'Received',
  contact: 'If the employer wants to take it further, they will contact you at this address.',
  open: 'View your application',
  withdraw: 'Withdraw the application',
  website: (employer: string) => `Website of ${employer}`,
  privacy: (name: string) => `Privacy notice of ${name}`,
  why: 'You received this e-mail because someone applied with your address. If that was not you, withdraw the application: we then delete it.',
  sentBy: ({ name, email }: Sender) =>
    `${name}, who runs this site, sent this e-mail for the employer. Questions: ${email}.`,
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
  privacy: (name) => `Avis de confidentialité\u00A0: ${name}`,
  why: 'Vous recevez ce courriel parce que quelqu’un a postulé avec votre adresse. Si ce n’était pas vous, retirez la candidature\u00A0: elle sera alors effacée.',
  sentBy: ({ name, email }) =>
    `${name}, qui exploite ce site, a envoyé ce courriel pour l’employeur. Questions\u00A0: ${email}.`,
  noReply: 'Merci de ne pas répondre\u00A0: personne ne lit ce qui est envoyé à cette adresse.',
};

/** The words of the mail that confirms an application, by language. */
export const confirmationWords: Record<Language, ConfirmationWords> = { en: english, fr: french };
