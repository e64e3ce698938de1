import {
  type Application,
  encryptApplicationId,
  decryptOwnNumber,
} from '../../functions/applications/application/application.ts';
import type { PostingSnapshot } from '../../functions/applications/intake/posting-snapshots.ts';
import { applicationCreation } from '../../functions/applications/intake/application-creation.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { signingKey } from '../../functions/platform/crypto/signing-key.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import { attributes } from '../../functions/platform/dynamodb/table.ts';
import { newWebhook } from '../../functions/webhooks/domain/webhook.ts';
import { webhookStore } from '../../functions/webhooks/store/webhooks.ts';
import { writeItems } from '../bench/write-items.ts';
import type { PathIds } from './openapi-requests.ts';
import { addApiKey, aPartner } from './partners.ts';
import { candidate } from './an-application.ts';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';

const { fileName: _fileName, ...written } = candidate;

/** The fields of a job that are copied into its applications. */
interface AppliedFor {
  id: number;
  title: string;
  referenceId: string | null;
}

type Fields = Partial<Application> & {
  keptSeconds?: number;
  file?: typeof aFile;
  posting?: PostingSnapshot;
  /** Runs while the application is being created, before it is written. */
  meanwhile?: () => Promise<unknown>;
};

/** A file that is recorded in an application but not stored. */
export const aFile = {
  fileName: candidate.fileName,
  mediaType: 'application/pdf' as const,
  size: 1,
  bytes: Buffer.alloc(1),
};

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Stores applications without files and without the handlers, so that a test can have any state. */
export const applicationsInTable = (db: Database) => {
  /** A queued application of a new candidate, unless the fields say otherwise. Returns its public id. */
  async function create(
    { id: employerId }: { id: number },
    { id: jobId, title: jobTitle, referenceId }: AppliedFor,
    { keptSeconds = YEAR_SECONDS, file, posting, meanwhile, ...fields }: Fields = {},
  ): Promise<string> {
    const hash = crypto.randomUUID();
    const acknowledged = await applicationCreation(db, {
      files: { put: async () => undefined, remove: async () => undefined },
      keptSeconds,
      countMails: async () => {
        await meanwhile?.();
        return null;
      },
      now: () => new Date(),
    }).create({
      draft: {
        ...written,
        employerId,
        jobId,
        jobTitle,
        titleAsRead: null,
        referenceId,
        places: ['Toronto, ON'],
        publicId: String(jobId),
        reference: null,
        source: null,
        consent: { version: '1', language: 'en' },
        language: 'en',
        mailTo: 'jobs@example.com',
        state: 'queued',
        suspicions: [],
        answers: [],
        candidateHash: hash,
        ...fields,
      },
      author: { type: 'candidate' },
      receivedAt: undefined,
      file: file ?? null,
      snapshot: posting ?? null,
      wantsConfirmation: meanwhile !== undefined,
      fingerprint: hash,
      upload: null,
      idempotency: undefined,
    });
    return acknowledged?.receipt.id ?? '';
  }

  /**
   * So many applications, as `of` says for each, from 0: the first is created, and the others are written as copies of
   * it, which no mail run finds. Returns their public ids.
   */
  async function createMany(
    employer: { id: number },
    count: number,
    of: (number: number) => {
      job: AppliedFor;
      fields?: Pick<Fields, 'state' | 'candidateHash' | 'email' | 'answers'>;
    },
  ): Promise<string[]> {
    const { job, fields } = of(0);
    const secret = await signingKey(db);
    const id = await create(employer, job, fields);
    const number = decryptOwnNumber(secret, employer.id, id) ?? 0;
    const keysOf = (each: number, jobId: number, hash: string) => [
      applicationKeys.application(employer.id, each),
      applicationKeys.jobApplication(employer.id, jobId, each),
      applicationKeys.candidate(employer.id, hash, jobId, each),
    ];
    const template =
      (await db.get({ Key: applicationKeys.application(employer.id, number), ConsistentRead: true })) ?? {};
    const stored = await Promise.all(
      keysOf(number, job.id, template['candidate']).map((Key) => db.get({ Key, ConsistentRead: true })),
    );
    const numbers = Array.from({ length: count - 1 }, (_, index) => number + index + 1);
    const items = numbers.flatMap((each, index) => {
      const copy = of(index + 1);
      const { candidateHash: hash = crypto.randomUUID(), ...values } = copy.fields ?? {};
      const ownFields = { ...values, candidate: hash, jobId: copy.job.id, number: each };
      return keysOf(each, copy.job.id, hash).map((key, place) => {
        const {
          [attributes.mailPartition]: _partition,
          [attributes.mailOrder]: _order,
          ...item
        } = stored[place] ?? {};
        return { ...item, ...(place === 0 && ownFields), ...key };
      });
    });
    const client = createDocumentClient();
    await writeItems({ client, tableName: db.tableName }, items.values());
    client.destroy();
    await db.update({
      Key: applicationKeys.applicationNumbers(employer.id),
      UpdateExpression: 'SET #number = :number',
      ExpressionAttributeNames: { '#number': 'number' },
      ExpressionAttributeValues: { ':number': number + count - 1 },
    });
    return [
      id,
      ...numbers.map((each) => encryptApplicationId(secret, { employerId: employer.id, number: each })),
    ];
  }

  return { create, createMany };
};

/** Stores a webhook of an employer whose URL nothing serves. */
export async function aWebhook(db: Database, employerId: number): Promise<number> {
  const begin = { cursor: 0, createdAt: new Date().toISOString() };
  const make = (key: Parameters<Parameters<ReturnType<typeof webhookStore>['create']>[1]>[0]) =>
    newWebhook({ url: 'http://127.0.0.1:9/' }, { ...key, ...begin });
  return (await webhookStore(db).create(employerId, make)).id;
}

/** Ids for the paths of operations: of a job, of an application for the job, and of a webhook. */
export const pathIds = async (
  db: Database,
  { employer }: { employer: { id: number } },
  job: AppliedFor,
): Promise<PathIds> => ({
  employer: employer.id,
  job: job.id,
  application: await applicationsInTable(db).create(employer, job, {
    // A queued application with suspicions counts as released, so it can be released and mailed again.
    suspicions: ['too_fast'],
    file: aFile,
  }),
  webhook: await aWebhook(db, employer.id),
  ...(await aPartner(db)),
  key: await addApiKey(db, employer.id),
});

/** Sets every count of applications in the table, as if `count` had arrived in this hour. */
export const setIntakeCounts =
  (db: Database) =>
  async (count: number): Promise<void> => {
    const client = createDocumentClient();
    const { Items = [] } = await client.send(new ScanCommand({ TableName: process.env['TABLE_NAME'] ?? '' }));
    client.destroy();
    for (const { PK, SK } of Items.filter((item) => item['SK'] === 'COUNT')) {
      await db.update({
        Key: { PK, SK },
        UpdateExpression: 'SET #count = :count',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':count': count },
      });
    }
  };
