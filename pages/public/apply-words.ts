import {
  ApplicationCreate,
  RESUME_MAX_BYTES,
  resumeTypes,
  SENT_FILE_NAME_MAX,
  UPLOAD_MAX_BYTES,
} from '../../schemas/application.ts';
import { fileSize } from '../../schemas/file-size.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import type { Language } from '../../schemas/languages.ts';

/** Fields of the form, in display order. */
export const formFields = ['name', 'email', 'telephone', 'resume', 'coverLetter', 'consent'] as const;

export type FormField = (typeof formFields)[number];

/** Problem codes with which the service rejects a form as a whole. */
export const formProblems = ['rate_limit_exceeded', 'service_unavailable', 'internal_error'] as const;

export type FormProblem = (typeof formProblems)[number];

/** Error messages of a field by violation code; `other` covers codes without a message. */
type FieldProblems = { other: string } & Partial<Record<ViolationCode, string>>;

const { name, email, telephone, coverLetter } = ApplicationCreate.properties;

/** Limits of the fields and the file, formatted for a locale. */
const limits = (locale: string) => ({
  name: name.maxLength.toLocaleString(locale),
  email: email.maxLength.toLocaleString(locale),
  telephone: telephone.maxLength.toLocaleString(locale),
  letter: coverLetter.maxLength.toLocaleString(locale),
  file: fileSize(RESUME_MAX_BYTES, locale),
  upload: fileSize(UPLOAD_MAX_BYTES, locale),
});

const [en, fr] = [limits('en-CA'), limits('fr-CA')];

const listFileTypes = (or: string) =>
  new Intl.ListFormat(or, { type: 'disjunction' }).format(
    Object.keys(resumeTypes).map((type) => type.toUpperCase()),
  );

const english = {
  heading: (title?: string) => (title === undefined ? 'Apply' : `Apply: ${title}`),
  errorTitle: (title: string) => `Error: ${title}`,
  summary: 'Please check your application',
  notReceived: {
    title: 'Your application has not been received',
    rate_limit_exceeded:
      'There have been too many applications within the last hour. Send yours again in an hour, or leave this page open until then.',
    service_unavailable:
      'The service is busy. Send your application again in a few seconds. It counts once, however often you send it.',
    internal_error:
      'Something went wrong. Send your application again later. It counts once, however often you send it.',
  } satisfies Record<'title' | FormProblem, string>,
  optional: 'optional',
  labels: {
    name: 'Name',
    email: 'E-mail',
    telephone: 'Telephone',
    coverLetter: 'Cover letter',
    resume: 'Résumé',
  },
  eitherField: 'Résumé or cover letter (one is enough)',
  resumeHint: `One file: ${listFileTypes('en-CA')}, at most ${en.file}.`,
  uploadHint: `One file: ${listFileTypes('en-CA')}, at most ${en.upload}.`,
  uploadStates: {
    uploading: 'Uploading:',
    uploaded: 'Uploaded:',
    waiting: 'Your application is sent as soon as the file is uploaded:',
  },
  /** Error messages before submission, where they differ from the messages after submission. */
  uploadProblems: {
    file_too_large: `The file is too large: it may have at most ${en.upload}. Choose a smaller one.`,
    failed: 'The file could not be uploaded. Try again, or choose a smaller one.',
  },
  retry: 'Try again',
  remove: 'Remove the file',
  chooseAgain: 'Please choose the file again: browsers do not keep it.',
  privacy: 'Privacy notice of the employer (opens in a new tab)',
  send: 'Send application',
  back: 'Back to the job',
  problems: {
    name: {
      required: 'Enter your name.',
      too_long: `The name may have at most ${en.name} characters.`,
      other: 'Enter your name in one line.',
    },
    email: {
      required: 'Enter your e-mail address.',
      too_long: `The e-mail address may have at most ${en.email} characters.`,
      other: 'Enter one e-mail address, such as name@example.com.',
    },
    telephone: {
      too_long: `The telephone number may have at most ${en.telephone} characters.`,
      other: 'Enter one telephone number, or none.',
    },
    coverLetter: {
      too_long: `The letter may have at most ${en.letter} characters.`,
      other: 'The letter has characters that cannot be shown.',
    },
    resume: {
      required: 'Choose a résumé, or write a letter.',
      too_long: `The name of the file may have at most ${SENT_FILE_NAME_MAX} characters.`,
      file_empty: 'The file is empty. Choose another one.',
      file_too_large: `The file is too large: it may have at most ${en.file}. Choose a smaller one.`,
      file_type: `The name of the file must end in ${listFileTypes('en-CA')}.`,
      file_content:
        'This file does not seem to be what its name says, or it is damaged. Save it again, or choose another one.',
      file_encoding: 'The text in this file is in an old format. Save it as a PDF and try again.',
      file_macros:
        'The file contains macros, embedded objects or other things that may run. Save it without them, for example as a plain PDF.',
      file_expired: 'The file was uploaded too long ago. Choose it again.',
      file_missing: 'The file was not uploaded, or another application has it. Choose it again.',
      other: 'Choose one file.',
    },
    consent: { other: 'Check the box to agree before you send.' },
  } satisfies Record<FormField, FieldProblems>,
};

export type ApplyWords = Omit<typeof english, 'problems'> & { problems: Record<FormField, FieldProblems> };

const french: ApplyWords = {
  heading: (title) => (title === undefined ? 'Postuler' : `Postuler\u00A0: ${title}`),
  errorTitle: (title) => `Erreur\u00A0: ${title}`,
  summary: 'Veuillez vérifier votre candidature',
  notReceived: {
    title: 'Votre candidature n’a pas été reçue',
    rate_limit_exceeded:
      'Il y a eu trop de candidatures au cours de la dernière heure. Renvoyez la vôtre dans une heure, ou laissez cette page ouverte d’ici là.',
    service_unavailable:
      'Le service est momentanément surchargé. Renvoyez votre candidature dans quelques secondes. Elle ne compte qu’une fois, même si vous l’envoyez plusieurs fois.',
    internal_error:
      'Une erreur s’est produite. Renvoyez votre candidature plus tard. Elle ne compte qu’une fois, même si vous l’envoyez plusieurs fois.',
  },
  optional: 'facultatif',
  labels: {
    name: 'Nom',
    email: 'Courriel',
    telephone: 'Téléphone',
    coverLetter: 'Lettre de présentation',
    resume: 'Curriculum vitæ',
  },
  eitherField: 'CV ou lettre de présentation (un seul suffit)',
  resumeHint: `Un seul fichier\u00A0: ${listFileTypes('fr-CA')}, au plus ${fr.file}.`,
  uploadHint: `Un seul fichier\u00A0: ${listFileTypes('fr-CA')}, au plus ${fr.upload}.`,
  uploadStates: {
    uploading: 'Téléversement en cours\u00A0:',
    uploaded: 'Fichier téléversé\u00A0:',
    waiting: 'Votre candidature sera envoyée dès que le fichier sera téléversé\u00A0:',
  },
  uploadProblems: {
    file_too_large: `Le fichier est trop volumineux\u00A0: au plus ${fr.upload}. Choisissez-en un plus petit.`,
    failed: 'Le fichier n’a pas pu être téléversé. Réessayez, ou choisissez-en un plus petit.',
  },
  retry: 'Réessayer',
  remove: 'Retirer le fichier',
  chooseAgain: 'Veuillez choisir le fichier de nouveau\u00A0: les navigateurs ne le conservent pas.',
  privacy: 'Avis de confidentialité de l’employeur (s’ouvre dans un nouvel onglet)',
  send: 'Envoyer la candidature',
  back: 'Retour à l’offre',
  problems: {
    name: {
      required: 'Entrez votre nom.',
      too_long: `Le nom peut compter au plus ${fr.name} caractères.`,
      other: 'Entrez votre nom sur une seule ligne.',
    },
    email: {
      required: 'Entrez votre adresse courriel.',
      too_long: `L’adresse courriel peut compter au plus ${fr.email} caractères.`,
      other: 'Entrez une seule adresse courriel, par exemple nom@exemple.com.',
    },
    telephone: {
      too_long: `Le numéro de téléphone peut compter au plus ${fr.telephone} caractères.`,
      other: 'Entrez un seul numéro de téléphone, ou aucun.',
    },
    coverLetter: {
      too_long: `La lettre peut compter au plus ${fr.letter} caractères.`,
      other: 'La lettre contient des caractères qui ne peuvent pas être affichés.',
    },
    resume: {
      required: 'Choisissez un CV ou écrivez une lettre.',
      too_long: `Le nom du fichier peut compter au plus ${SENT_FILE_NAME_MAX} caractères.`,
      file_empty: 'Le fichier est vide. Choisissez-en un autre.',
      file_too_large: `Le fichier est trop volumineux\u00A0: il ne doit pas dépasser ${fr.file}. Choisissez-en un plus petit.`,
      file_type: `Le nom du fichier doit se terminer par ${listFileTypes('fr-CA')}.`,
      file_content:
        'Le contenu du fichier ne correspond pas à la fin de son nom, ou le fichier est endommagé. Enregistrez-le de nouveau ou choisissez-en un autre.',
      file_encoding: 'Le texte du fichier est dans un ancien format. Enregistrez-le en PDF et réessayez.',
      file_macros:
        'Le fichier contient des macros, des objets incorporés ou d’autres éléments qui peuvent s’exécuter. Enregistrez-le sans eux, par exemple en simple PDF.',
      file_expired: 'Le fichier a été téléversé il y a trop longtemps. Choisissez-le de nouveau.',
      file_missing:
        'Le fichier n’a pas été téléversé, ou une autre candidature l’utilise. Choisissez-le de nouveau.',
      other: 'Choisissez un seul fichier.',
    },
    consent: { other: 'Cochez la case pour accepter avant l’envoi.' },
  },
};

/** Words of the application form, by language. */
export const applyWords: Record<Language, ApplyWords> = { en: english, fr: french };
