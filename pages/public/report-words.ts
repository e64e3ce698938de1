import type { Language } from '../../schemas/languages.ts';
import { REPORT_EMAIL_MAX, REPORT_TEXT_MAX, type ReportReason } from '../../schemas/report.ts';
import type { FormProblem } from './apply-words.ts';

/** Fields of the form, in display order. */
export const reportFields = ['reason', 'text', 'email'] as const;

export type ReportField = (typeof reportFields)[number];

export type ReportProblem = 'required' | 'too_long' | 'malformed';

const [textMax, textMaxFrench] = ['en-CA', 'fr-CA'].map((locale) => REPORT_TEXT_MAX.toLocaleString(locale));

const english = {
  heading: 'Report this posting',
  summary: 'Please check your report',
  notReceived: {
    title: 'Your report has not been received',
    rate_limit_exceeded:
      'There have been too many reports within the last hour. Send yours again in an hour.',
    service_unavailable: 'The service is busy. Send your report again in a few seconds.',
    internal_error: 'Something went wrong. Send your report again later.',
  } satisfies Record<'title' | FormProblem, string>,
  labels: { reason: 'What is wrong?', text: 'Tell us more', email: 'Your e-mail' } satisfies Record<
    ReportField,
    string
  >,
  reasons: {
    fraud: 'It’s a scam, or asks for money or personal information',
    wrong: 'It’s inaccurate, misleading or out of date',
    discriminating: 'It’s discriminatory',
    other: 'Something else',
  } satisfies Record<ReportReason, string>,
  textHint: `At most ${textMax} characters. Required if you chose “Something else”.`,
  emailHint: 'Enter it if we may write to you about this. The employer never learns who reported a posting.',
  send: 'Send report',
  problems: {
    reason: 'Choose one of the reasons.',
    text: {
      required: 'Say in a few words what is wrong.',
      too_long: `The text may have at most ${textMax} characters.`,
      malformed: 'The text has characters that cannot be shown.',
    },
    email: {
      too_long: `The e-mail address may have at most ${REPORT_EMAIL_MAX} characters.`,
      malformed: 'Enter one e-mail address, such as name@example.com, or none.',
    },
  },
  received: 'Thank you for your report',
  receivedBy: (operator: string) =>
    `${operator} reads every report and removes postings that are fraudulent or illegal.`,
  confidential: 'The employer does not learn who reported it. We write to you only if you gave an address.',
  /** Advice for victims of fraud. */
  deceived:
    'If you have already paid money or sent personal documents, tell your bank and the police now, and the Canadian Anti-Fraud Centre:',
  antiFraudCentre: 'https://antifraudcentre-centreantifraude.ca/index-eng.htm',
};

type ReportWords = typeof english;

const french: ReportWords = {
  heading: 'Signaler cette offre',
  summary: 'Veuillez vérifier votre signalement',
  notReceived: {
    title: 'Votre signalement n’a pas été reçu',
    rate_limit_exceeded:
      'Il y a eu trop de signalements au cours de la dernière heure. Renvoyez le vôtre dans une heure.',
    service_unavailable:
      'Le service est momentanément surchargé. Renvoyez votre signalement dans quelques secondes.',
    internal_error: 'Une erreur s’est produite. Renvoyez votre signalement plus tard.',
  },
  labels: {
    reason: 'Quel est le problème\u00A0?',
    text: 'Donnez-nous des précisions',
    email: 'Votre courriel',
  },
  reasons: {
    fraud:
      'C’est une fraude, ou on y demande de l’argent ou des renseignements dont aucun employeur n’a besoin',
    wrong: 'Elle est inexacte, trompeuse ou périmée',
    discriminating: 'Elle est discriminatoire',
    other: 'Autre chose',
  },
  textHint: `Au plus ${textMaxFrench} caractères. Obligatoire si vous avez choisi «\u00A0Autre chose\u00A0».`,
  emailHint:
    'Indiquez-le si vous acceptez que nous vous écrivions. L’employeur ne saura jamais qui a signalé l’offre.',
  send: 'Envoyer le signalement',
  problems: {
    reason: 'Choisissez un des motifs.',
    text: {
      required: 'Dites en quelques mots quel est le problème.',
      too_long: `Le texte peut compter au plus ${textMaxFrench} caractères.`,
      malformed: 'Le texte contient des caractères qui ne peuvent pas être affichés.',
    },
    email: {
      too_long: `L’adresse courriel peut compter au plus ${REPORT_EMAIL_MAX} caractères.`,
      malformed: 'Entrez une seule adresse courriel, par exemple nom@exemple.com, ou aucune.',
    },
  },
  received: 'Merci de votre signalement',
  receivedBy: (operator) =>
    `${operator} lit chaque signalement et retire les offres frauduleuses ou illégales.`,
  confidential:
    'L’employeur n’apprend pas qui l’a signalée. Nous vous écrivons seulement si vous avez donné une adresse.',
  deceived:
    'Si vous avez déjà versé de l’argent ou envoyé des documents personnels, prévenez maintenant votre banque et la police, ainsi que le Centre antifraude du Canada\u00A0:',
  antiFraudCentre: 'https://antifraudcentre-centreantifraude.ca/index-fra.htm',
};

/** Words of the report form, by language. */
export const reportWords: Record<Language, ReportWords> = { en: english, fr: french };
