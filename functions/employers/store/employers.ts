import type { KeyText } from '../domain/api-key.ts';
import type { Employer, Plan } from '../domain/employer.ts';
import { copyEmployer, hashesOf, issueKey, type IssuedKey } from './api-keys.ts';
import type { Database, Item, Write } from '../../platform/dynamodb/database.ts';
import { employerAttributes, employerFrom } from './employer-item.ts';
import { lostRaceOver } from '../../platform/dynamodb/failures.ts';
import { keys } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';

/** The maximum number of keys that fit into one transaction (100 writes) with the employer's own item. */
const KEYS_PER_TRANSACTION = 99;

const toItem = (employer: Employer, others: Item): Item => ({
  ...keys.employer(employer.id),
  ...employerAttributes(employer),
  ...others,
});

const batchesOf = <Member>(members: Member[], size: number): Member[][] =>
  Array.from({ length: Math.max(1, Math.ceil(members.length / size)) }, (_, batch) =>
    members.slice(batch * size, (batch + 1) * size),
  );

/** Stores employers and their copies on their keys. */
export function employerStore(db: Database) {
  const read = (id: number) => db.get({ Key: keys.employer(id), ConsistentRead: true });

  /**
   * Changes an employer and its copies on its keys: all or nothing for up to 99 keys. More keys need several
   * transactions, each on condition that nobody else has written in between; a second call completes an interrupted
   * one.
   */
  const change = (id: number, changed: (employer: Employer) => Employer): Promise<Employer | undefined> =>
    db.rerun(async () => {
      const before = await read(id);
      if (!before) return undefined;
      const employer = changed(employerFrom(before));
      const hashes = await hashesOf(db, id);
      for (const [step, batch] of batchesOf(hashes, KEYS_PER_TRANSACTION).entries()) {
        const { version, profile, aboutVersion } = before;
        const own: Write = {
          Put: {
            Item: toItem(employer, { version: version + step + 1, profile, aboutVersion }),
            ConditionExpression: '#version = :versionRead',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':versionRead': version + step },
          },
        };
        const copies = batch.map((hash) => copyEmployer(employer, hash));
        await transact(db, { employer: own, copies }).catch(lostRaceOver('employer'));
      }
      return employer;
    });

  return {
    get: async (id: number): Promise<Employer | undefined> => {
      const item = await read(id);
      return item && employerFrom(item);
    },

    /** All employers, by id. */
    list: async (): Promise<Employer[]> => {
      const counter = await db.get({ Key: keys.counter('EMPLOYER'), ConsistentRead: true });
      const everyId = Array.from({ length: counter?.['n'] ?? 0 }, (_, index) => index + 1);
      const items = await db.batchGet(everyId.map(keys.employer), { ConsistentRead: true });
      return items.map(employerFrom).toSorted((a, b) => a.id - b.id);
    },

    /** A new employer with its first API key, which is random unless it is given: both or neither. */
    create: async (
      wanted: Pick<Employer, 'name' | 'plan'>,
      now: Date,
      first: { label: string | null; text?: KeyText } = { label: null },
    ): Promise<{ employer: Employer } & IssuedKey> => {
      const { n: id } = await db.update({
        Key: keys.counter('EMPLOYER'),
        UpdateExpression: 'ADD #n :one',
        ExpressionAttributeNames: { '#n': 'n' },
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_NEW',
      });
      const employer: Employer = { id, name: wanted.name, plan: wanted.plan, suspendedAt: null };
      const { apiKey, key, writes } = issueKey(
        employer,
        { label: first.label, expiresAt: null, now },
        first.text,
      );
      const own = { Item: toItem(employer, { version: 1 }), ConditionExpression: 'attribute_not_exists(PK)' };
      await transact(db, { employer: { Put: own }, key: writes });
      return { employer, apiKey, key };
    },

    /** Changes the name or the plan of an employer, as `change` does; undefined when there is no such employer. */
    update: (id: number, changes: { name?: string; plan?: Plan }) =>
      change(id, (employer) => ({ ...employer, ...changes })),

    /** Suspends an employer, as `change` does; one that was suspended before keeps its date. */
    suspend: (id: number, now: Date) =>
      change(id, (employer) => ({ ...employer, suspendedAt: employer.suspendedAt ?? now.toISOString() })),

    /** Ends the suspension of an employer, as `change` does. */
    resume: (id: number) => change(id, (employer) => ({ ...employer, suspendedAt: null })),
  };
}
