import type { Answer } from '../../../schemas/answer.ts';
import { FIRST_STAGE, type Application } from './application.ts';
import type { Item } from '../../platform/dynamodb/database.ts';
import { applicationKeys, confirmationPartition, mailPartitionOf, waitingPartition } from '../keys.ts';
import { attributes, mailOrder, timeToLive } from '../../platform/dynamodb/table.ts';

/** The attributes that queue the mail of an application, from a time in ISO 8601. */
export const mailQueueAttributes = (
  { employerId, number }: Pick<Application, 'employerId' | 'number'>,
  due: string,
): Item => ({
  [attributes.mailPartition]: mailPartitionOf(employerId),
  [attributes.mailOrder]: mailOrder(due, employerId, number),
});

/** The attributes of an application that was not mailed and waits for a recruiter, since a time in ISO 8601. */
export const waitingAttributes = (
  { employerId, number }: Pick<Application, 'employerId' | 'number'>,
  since: string,
): Item => ({
  [attributes.mailPartition]: waitingPartition,
  [attributes.mailOrder]: mailOrder(since, employerId, number),
});

/** The item that queues the confirmation of an application from the time the application was received. */
export const confirmationEntry = ({
  employerId,
  number,
  receivedAt,
  timeToLive: expiry,
}: Pick<Application, 'employerId' | 'number' | 'receivedAt' | 'timeToLive'>): Item => ({
  ...applicationKeys.confirmation(employerId, number),
  attempts: 0,
  [attributes.mailPartition]: confirmationPartition,
  [attributes.mailOrder]: mailOrder(receivedAt, employerId, number),
  [timeToLive]: expiry,
});

/** A number is stored as text: the table cannot distinguish a number with decimals from text. */
const toStoredAnswer = ({ question, value }: Answer) => ({
  question,
  value: typeof value === 'number' ? String(value) : value,
});

const fromStoredAnswer = ({ question: { id, text, type }, value }: Answer): Answer => ({
  question: { id, text, type },
  value: type === 'number' ? Number(value) : value,
});

/** The item of an application: null values, empty lists and the first stage are not stored. */
export function toApplicationItem(application: Application): Item {
  const { employerId, number, candidateHash, idempotencyKey, suspicions, answers, stage, ...fields } =
    application;
  const item = {
    ...applicationKeys.application(employerId, number),
    employerId,
    number,
    ...fields,
    candidate: candidateHash,
    answerKey: idempotencyKey,
    heldFor: suspicions.length > 0 ? suspicions : null,
    stage: stage === FIRST_STAGE ? null : stage,
    answers: answers.length > 0 ? answers.map(toStoredAnswer) : null,
  };
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

/** The application of an item. */
export const fromApplicationItem = (item: Item): Application => ({
  employerId: item['employerId'],
  number: item['number'],
  jobId: item['jobId'],
  ...('test' in item && { test: true }),
  reference: item['reference'] ?? null,
  jobTitle: item['jobTitle'],
  titleAsRead: item['titleAsRead'] ?? null,
  referenceId: item['referenceId'] ?? null,
  places: item['places'] ?? [],
  publicId: item['publicId'] ?? null,
  name: item['name'],
  email: item['email'],
  telephone: item['telephone'] ?? null,
  coverLetter: item['coverLetter'] ?? null,
  answers: item['answers']?.map(fromStoredAnswer) ?? [],
  resume: item['resume'] ?? null,
  source: item['source'] ?? null,
  consent: item['consent'] ?? null,
  language: item['language'] ?? null,
  receivedAt: item['receivedAt'],
  mailTo: item['mailTo'],
  stage: item['stage'] ?? FIRST_STAGE,
  stageChangedAt: item['stageChangedAt'] ?? null,
  state: item['state'],
  suspicions: item['heldFor'] ?? [],
  repeatOf: item['repeatOf'] ?? null,
  queuedAt: item['queuedAt'],
  attempts: item['attempts'],
  mailError: item['mailError'] ?? null,
  failure: item['failure'] ?? null,
  confirmation: item['confirmation'] ?? null,
  candidateHash: item['candidate'],
  idempotencyKey: item['answerKey'] ?? null,
  version: item['version'],
  timeToLive: item['timeToLive'],
});
