import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Application } from '../../functions/applications/domain/application.ts';
import { applicationWrites } from '../../functions/applications/store/application-writes.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { LAST_DAY } from './shapes.ts';
import { writeItems } from './write-items.ts';

interface Load {
  client: DynamoDBDocumentClient;
  tableName: string;
  employerId: number;
  /** The id of the first job; applications are for one job after the other. */
  firstId: number;
  /** The number of jobs. */
  size: number;
  /** The numbers of the first application and of the one after the last. */
  from: number;
  to: number;
  state: 'delivered' | 'queued';
}

/** A letter of a candidate. */
export const letter = 'I have done this work for six years, and I would like to do it for you. '.repeat(8);

const receivedAt = `${LAST_DAY}T12:00:00.000Z`;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** The application with a number, about 1.3 KB, the same in every run. */
export const sampleApplication = (
  number: number,
  {
    employerId,
    firstId,
    size,
    state = 'delivered',
  }: Pick<Load, 'employerId' | 'firstId' | 'size'> & Partial<Pick<Load, 'state'>>,
): Application => ({
  employerId,
  number,
  jobId: firstId + (number % size),
  jobTitle: `Software Developer ${number % size}`,
  referenceId: `REQ-${number % size}`,
  places: ['Vancouver, BC'],
  publicId: String(firstId + (number % size)),
  name: 'Zoë Tremblay',
  email: `zoe.${number}@example.org`,
  telephone: '+1 604 555 0199',
  coverLetter: letter,
  resume: {
    fileName: 'résumé.pdf',
    mediaType: 'application/pdf',
    size: 40_000,
    key: `applications/${LAST_DAY}/${employerId}/${hash(String(number)).slice(0, 36)}`,
  },
  consent: { version: LAST_DAY, language: 'en' },
  language: 'en',
  receivedAt,
  mailTo: 'jobs@example.com',
  state,
  heldFor: [],
  repeatOf: null,
  confirmation: null,
  queuedAt: receivedAt,
  attempts: 0,
  mailError: null,
  failure: null,
  candidate: hash(`zoe.${number}@example.org`),
  answerKey: null,
  version: 3,
  timeToLive: 4_102_444_800,
});

const nothing = { numbers: undefined, last: undefined };

function* itemsOf(load: Load): Generator<Item> {
  let numbers: Item | undefined;
  for (let number = load.from; number < load.to; number += 1) {
    const writes = applicationWrites(
      sampleApplication(number, load),
      {
        fingerprint: hash(`fingerprint ${number}`),
        upload: null,
        by: { type: 'candidate', at: 1_780_000_000_123 },
      },
      nothing,
    );
    for (const [name, { Put }] of Object.entries(writes)) {
      if (name === 'numbers') numbers = Put?.Item;
      else if (Put?.Item) yield Put.Item;
    }
  }
  if (numbers) yield numbers;
}

/** Writes applications directly to the table, exactly as the service would have left them. */
export const loadApplications = (load: Load): Promise<void> => writeItems(load, itemsOf(load));
