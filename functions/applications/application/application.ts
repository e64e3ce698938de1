import type { Answer } from '../../../schemas/answer.ts';
import type { ApplicationRecord } from '../../../schemas/application-record.ts';
import type {
  ApplicationStage,
  ApplicationState,
  ConfirmationState,
  FailureCode,
} from '../../../schemas/application.ts';
import { consentText, type Consent } from '../../../schemas/consent.ts';
import { pick } from '../../../schemas/job-fields.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { Author } from '../../platform/dynamodb/last-write.ts';
import { detectLanguage } from '../../jobs/job/job-language.ts';
import {
  decryptNumber,
  encryptNumber,
  type EmployerNumber,
  signatureOf,
  bytesOf,
  signerOf,
  type ServiceSecret,
  type ServiceSecrets,
} from '../../platform/crypto/signature.ts';

/** Why an application waits for the employer to release it. */
export type Suspicion = 'trap_filled' | 'too_fast' | 'address_busy' | 'job_busy';

/** The stage in which every application begins. */
export const FIRST_STAGE: ApplicationStage = 'new';

/** The file of an application, and its key in the file store. */
export type StoredResume = NonNullable<ApplicationRecord['resume']> & { key: string };

/** The fields that a candidate fills in. */
export interface Candidate {
  name: string;
  email: string;
  telephone: string | null;
  coverLetter: string | null;
}

/** A stored application. Times are ISO 8601 in UTC. */
export interface Application extends ApplicationKey, Candidate {
  jobId: number;
  /** Present for an application to a test employer. */
  test?: true;
  /** The employer's own id for the application, if there is one. */
  reference: string | null;
  /** The title and the referenceId of the job when the application was received. */
  jobTitle: string;
  referenceId: string | null;
  /** The title of the job in the candidate's language, if it differs from `jobTitle`. */
  titleAsRead: string | null;
  /** The locations of the job as text, and the public id of its posting, when the application was received. */
  places: readonly string[];
  publicId: string | null;
  answers: readonly Answer[];
  resume: StoredResume | null;
  /** The campaign or site that the candidate came from, as typed into a URL by anybody. */
  source: string | null;
  /** Null, like `language`, for an application that the employer imported. */
  consent: Consent | null;
  /** The language in which the candidate applied. */
  language: Language | null;
  receivedAt: string;
  /** The applicationEmail of the job when the application was received. */
  mailTo: string;
  /** The stage that the employer set last, and the time of the change. */
  stage: ApplicationStage;
  stageChangedAt: string | null;
  /** Who set the stage; absent once the application had another change. */
  stageChangedBy?: Author['type'];
  state: ApplicationState;
  /** The reasons for which the application is or was held. */
  suspicions: readonly Suspicion[];
  /** The number of the candidate's last application for the same job before this one. */
  repeatOf: number | null;
  /** When the mail was last queued. A mail event with another time is about an earlier mail. */
  queuedAt: string;
  /** How many attempts to send the mail failed, not counting faults of the service's mail account. */
  attempts: number;
  /** The error code of the last failed attempt to send the mail. */
  mailError: string | null;
  /** Why the mail certainly did not arrive, or was a complaint; null otherwise. */
  failure: FailureCode | null;
  /** The state of the confirmation to the candidate. */
  confirmation: ConfirmationState;
  /** The hash of the candidate's e-mail address. */
  candidateHash: string;
  /** The hash of the Idempotency-Key, under which the first response is stored. */
  idempotencyKey: string | null;
  /** Increases with every write. A write is conditional on the version that it read, on the mail state, or on the place in the queue. */
  version: number;
  /** When the application expires, in seconds since 1970. */
  timeToLive: number;
}

const DAY_SECONDS = 24 * 60 * 60;

/** How many days an application is kept. */
const retentionDays = ({ receivedAt, timeToLive }: Pick<Application, 'receivedAt' | 'timeToLive'>): number =>
  Math.round((timeToLive - Date.parse(receivedAt) / 1_000) / DAY_SECONDS);

/** An application as the employer sees it (guide: receiving-applications 2). */
export const applicationRecord = (secret: Uint8Array, application: Application): ApplicationRecord => {
  const { employerId, repeatOf, resume, failure, consent } = application;
  return {
    id: encryptApplicationId(secret, application),
    referenceId: application.reference,
    ...(application.test && { test: true }),
    receivedAt: application.receivedAt,
    job: {
      id: application.jobId,
      referenceId: application.referenceId,
      title: application.jobTitle,
    },
    ...pick(application, ['name', 'email', 'telephone', 'coverLetter']),
    resume: resume && pick(resume, ['fileName', 'mediaType', 'size']),
    answers: [...application.answers],
    source: application.source,
    language: application.language,
    consent: consent && {
      text: consentText(consent, retentionDays(application)),
      at: application.receivedAt,
      language: consent.language,
    },
    ...pick(application, ['stage', 'stageChangedAt', 'state']),
    failure: failure && { code: failure, address: application.mailTo },
    confirmation: application.confirmation,
    repeatOf: repeatOf === null ? null : encryptApplicationId(secret, { employerId, number: repeatOf }),
  };
};

/**
 * Whether the employer has certainly not received an application by mail: it is held, or waits for the first attempt.
 * After a failed attempt, the employer may have received the mail.
 */
export const wasNeverMailed = ({ state, attempts, receivedAt, queuedAt }: Application): boolean =>
  state === 'held' || state === 'stored' || (state === 'queued' && attempts === 0 && queuedAt === receivedAt);

/** Whether the candidate caused the mail: not an import, and not somebody who had the mail queued again. */
export const isCausedByCandidate = ({
  language,
  receivedAt,
  queuedAt,
}: Pick<Application, 'language' | 'receivedAt' | 'queuedAt'>): boolean =>
  language !== null && queuedAt === receivedAt;

/** The name of a job for recruiters: its title, and its referenceId if it has one. */
export const jobName = (title: string, referenceId: string | null): string =>
  referenceId === null ? title : `${title} (${referenceId})`;

/** The answers of an application, each with the language of its question (undefined if unclear) for `lang` attributes. */
export const answersWithLanguages = ({ answers }: Pick<Application, 'answers'>) =>
  answers.map((answer) => ({ ...answer, questionLanguage: detectLanguage(answer.question.text) }));

/** The key of an application. Each employer's applications are numbered from 1. */
export type ApplicationKey = EmployerNumber;

/** The public id of an application. It reveals neither its employer nor its number, and cannot be forged. */
export const encryptApplicationId = (secret: Uint8Array, application: ApplicationKey): string =>
  encryptNumber(secret, 'application id', application);

/** Decrypts a public id; undefined when it was not encrypted with this secret. */
export const decryptApplicationId = (secret: Uint8Array, id: string): ApplicationKey | undefined =>
  decryptNumber(secret, 'application id', id);

/** Decrypts the public id of an application to an employer; undefined for the id of another employer's application. */
export function decryptOwnNumber(secret: Uint8Array, employerId: number, id: string): number | undefined {
  const application = decryptApplicationId(secret, id);
  return application?.employerId === employerId ? application.number : undefined;
}

const TOKEN_PURPOSE = 'application token';

/** Creates the token that authenticates a candidate: only the URL of the candidate's page contains it. */
export const createApplicationToken = (secret: Uint8Array, id: string): string =>
  `${id}.${signatureOf(secret, TOKEN_PURPOSE, id)}`;

/** The application of a token, and the secret that signed the token. */
interface TokenKey extends ApplicationKey {
  signer: ServiceSecret;
}

/** Verifies a token; undefined when this service did not sign it. */
export function verifyApplicationToken(secrets: ServiceSecrets, token: string): TokenKey | undefined {
  const [id = '', signature = '', ...others] = token.split('.');
  const signer = others.length > 0 ? undefined : signerOf(secrets, TOKEN_PURPOSE, id, signature);
  const key = signer && decryptApplicationId(bytesOf(secrets, 1), id);
  return signer && key && { ...key, signer };
}
