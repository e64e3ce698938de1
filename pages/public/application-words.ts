import type { ApplicationStage, ApplicationState } from '../../schemas/application.ts';
import type { Language } from '../../schemas/languages.ts';

/** Mail status text for each state of an application. */
const textByState = (words: Record<'held' | 'stored' | 'queued' | 'sent' | 'failed', string>) =>
  ({
    ...words,
    sending: words.queued,
    delivered: words.sent,
    complained: words.sent,
    bounced: words.failed,
  }) satisfies Record<ApplicationState, string>;

const english = {
  received: 'We have your application',
  forJob: (title: string) => `For: ${title}`,
  receivedAt: 'Received',
  nextSteps: 'What happens next',
  stage: 'Status, set by the employer:',
  stages: {
    new: 'New',
    reviewing: 'Under review',
    interview: 'Interview',
    offer: 'Offer',
    hired: 'Hired',
    rejected: 'Not selected',
  } satisfies Record<ApplicationStage, string>,
  states: textByState({
    held: 'Your application is stored. It is e-mailed to the employer once it has been checked.',
    stored: 'Your application is stored here for the employer.',
    queued: 'Your application is stored, and we are e-mailing it to the employer.',
    sent: 'Your application was e-mailed to the employer.',
    failed:
      'Your application is stored here for the employer, but our e-mail to the employer has not arrived.',
  }),
  contact: (email: string) =>
    `If they want to take your application further, the employer will write to ${email}.`,
  confirmation: {
    none: 'We send you no e-mail, so keep the address of this page if you may want to come back.',
    queued: 'We also send you an e-mail with the link to this page.',
    sent: 'We have sent you an e-mail with the link to this page.',
    bounced:
      'Your e-mail address refused our confirmation, so the employer may not reach you there either. If it is wrong, withdraw the application and apply again.',
    failed: 'Our e-mail did not reach you, so keep the address of this page if you may want to come back.',
  },
  erased: (day: string) => `We will delete your application by ${day}.`,
  from: 'From',
  youSent: 'What you sent',
  posting: 'The job as it was when you applied',
  question: (name: string) =>
    `Do you have a question about your application? Write to ${name}, which runs this site:`,
  file: 'File',
  withdraw: 'Withdraw the application',
  withdrawAsk: 'Withdraw your application?',
  keep: 'Keep the application',
  withdrawHint:
    'If you withdraw it, we permanently delete everything you sent. What was already e-mailed to the employer cannot be recalled.',
  withdrawn: 'Your application was withdrawn',
  isErased: 'We have deleted everything you sent.',
  neverMailed:
    'It had not been e-mailed to the employer, and will not be. The employer may have read it here before.',
  maybeMailed:
    'What was already e-mailed to the employer cannot be recalled. If you want the employer to delete it too, please ask the employer.',
};

type ApplicationWords = typeof english;

const french: ApplicationWords = {
  received: 'Nous avons reçu votre candidature',
  forJob: (title) => `Poste\u00A0: ${title}`,
  receivedAt: 'Reçue le',
  nextSteps: 'Prochaines étapes',
  stage: 'État, selon l’employeur\u00A0:',
  stages: {
    new: 'Nouvelle',
    reviewing: 'À l’étude',
    interview: 'Entrevue',
    offer: 'Offre d’emploi',
    hired: 'Embauche',
    rejected: 'Non retenue',
  },
  states: textByState({
    held: 'Votre candidature est enregistrée. Elle sera envoyée à l’employeur par courriel une fois vérifiée.',
    stored: 'Votre candidature est enregistrée ici pour l’employeur.',
    queued: 'Votre candidature est enregistrée et nous l’envoyons à l’employeur par courriel.',
    sent: 'Votre candidature a été envoyée à l’employeur par courriel.',
    failed:
      'Votre candidature est enregistrée ici pour l’employeur, mais notre courriel ne lui est pas parvenu.',
  }),
  contact: (email) => `L’employeur communiquera avec vous à ${email} si votre candidature est retenue.`,
  confirmation: {
    none: 'Nous ne vous envoyons pas de courriel\u00A0: conservez l’adresse de cette page si vous souhaitez y revenir.',
    queued: 'Nous vous envoyons aussi un courriel contenant le lien vers cette page.',
    sent: 'Nous vous avons envoyé un courriel contenant le lien vers cette page.',
    bounced:
      'Votre adresse courriel a refusé notre confirmation\u00A0: l’employeur risque de ne pas vous joindre non plus. Si elle est erronée, retirez la candidature et postulez de nouveau.',
    failed:
      'Notre courriel ne vous est pas parvenu\u00A0: conservez l’adresse de cette page si vous souhaitez y revenir.',
  },
  erased: (day) => `Nous effacerons votre candidature au plus tard le ${day}.`,
  from: 'De',
  youSent: 'Ce que vous avez envoyé',
  posting: 'L’offre au moment de votre candidature',
  question: (name) =>
    `Une question sur votre candidature\u00A0? Écrivez à ${name}, qui exploite ce site\u00A0:`,
  file: 'Fichier',
  withdraw: 'Retirer la candidature',
  withdrawAsk: 'Retirer votre candidature\u00A0?',
  keep: 'Conserver la candidature',
  withdrawHint:
    'Si vous la retirez, tout ce que vous avez envoyé sera effacé ici définitivement. Un courriel déjà envoyé à l’employeur ne peut pas être rappelé.',
  withdrawn: 'Votre candidature a été retirée',
  isErased: 'Nous avons effacé tout ce que vous avez envoyé.',
  neverMailed:
    'Elle n’avait pas été envoyée à l’employeur par courriel et ne le sera pas. L’employeur a toutefois pu la lire ici auparavant.',
  maybeMailed:
    'Un courriel déjà envoyé à l’employeur ne peut pas être rappelé. Si vous voulez que l’employeur l’efface aussi, veuillez le lui demander.',
};

/** Words of the candidate's page, by language. */
export const applicationWords: Record<Language, ApplicationWords> = { en: english, fr: french };
