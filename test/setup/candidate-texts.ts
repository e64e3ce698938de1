import type { ApplicationState } from '../../schemas/application.ts';

const underWay = ['we are e-mailing it to the employer.', 'nous l’envoyons à l’employeur par courriel.'];
const mailed = ['was e-mailed to the employer.', 'a été envoyée à l’employeur par courriel.'];
const failed = ['has not arrived.', 'ne lui est pas parvenu.'];

/** The sentences on the candidate's page about the mail to the employer, in English and in French. */
export const mailSentences: Record<ApplicationState, string[]> = {
  held: [
    'It is e-mailed to the employer once it has been checked.',
    'Elle sera envoyée à l’employeur par courriel une fois vérifiée.',
  ],
  stored: ['is stored here for the employer.', 'est enregistrée ici pour l’employeur.'],
  queued: underWay,
  sending: underWay,
  sent: mailed,
  delivered: mailed,
  complained: mailed,
  bounced: failed,
  failed,
};

/** The sentences about when and where the employer contacts a candidate. */
export const contactSentences = (english: string, french = english) => [
  `If the employer wants to take it further, they will contact you at ${english}.`,
  `L’employeur communiquera avec vous à ${french} si votre candidature est retenue.`,
];
