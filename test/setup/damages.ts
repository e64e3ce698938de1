import { expect } from '@jest/globals';
import type { FindingKind } from '../../bin/admin/verify/findings.ts';
import { packed } from '../../functions/jobs/domain/row-pack.ts';
import { BASE_ATTRIBUTE, baseFrom, baseName, compressed } from '../../functions/jobs/domain/status-digits.ts';
import { digitOf, GENERATION, slotOf } from '../../functions/jobs/domain/status-map.ts';
import { newPublicName } from '../../functions/jobs/store/public-names.ts';
import {
  attributes,
  idBlockOf,
  keys,
  mailOrder,
  mailPartitionOf,
  refreshOrder,
  refreshPartition,
  statusPartition,
  timeToLive,
} from '../../functions/platform/dynamodb/table.ts';
import { aJob } from './a-job.ts';
import type { Acme, VerifiedTable } from './verified-table.ts';

export const jobKey = ({ id, jobs }: Acme, number: number) => keys.job(id, jobs[number]?.id ?? 0);
const blockKey = ({ jobs }: Acme) => keys.idBlock(idBlockOf(jobs[0]?.id ?? 0));
const pointerKey = ({ id, jobs }: Acme, number: number) => keys.jobApplication(id, jobs[0]?.id ?? 0, number);
const baseKey = ({ id }: Acme) => keys.statusBase(id, baseName(0, 1));
const leafKey = ({ id }: Acme, position: number) => keys.statusLeaf(id, slotOf(position).leaf);

export interface Damage {
  kind: FindingKind;
  what: string;
  by: (acme: Acme, hand: VerifiedTable['hand']) => Promise<unknown>;
  /** Damage that cannot be undone: the repair makes the table consistent, but a job differs from before. */
  isLossy?: true;
  /** Damage to what belongs to no employer, or to one that does not list it. */
  isOfTable?: true;
}

/** A day that has not come, as a slip in a year is. */
const SOMETIME = '2099-01-01';

/** What an operator can break by hand, and the kind of finding it causes. */
export const damages: Damage[] = [
  {
    kind: 'job-attributes',
    what: 'the search text of a job is another',
    by: (acme, hand) => hand.set(jobKey(acme, 1), 't', 'x'),
  },
  {
    kind: 'job-attributes',
    what: 'a job has no search text',
    by: (acme, hand) => hand.set(jobKey(acme, 1), 't', undefined),
  },
  {
    kind: 'job-attributes',
    what: 'a job with a referenceId is from before there was an index of them',
    by: (acme, hand) => hand.set(jobKey(acme, 1), 'i', undefined),
  },
  {
    kind: 'job-attributes',
    what: 'the status partition of a job is another',
    by: (acme, hand) => hand.set(jobKey(acme, 0), 's', statusPartition(acme.id, 'draft')),
  },
  {
    kind: 'row-pack',
    what: 'a pack of search texts shows a job that is gone, and not those that are there',
    by: ({ id }, hand) =>
      hand.put({
        ...keys.rowPack(id, 0),
        to: Date.now() + 1,
        madeAt: Date.now(),
        changedAt: 1,
        rows: packed([{ id: 2_000_000_000, position: 1, text: 'gone\n\u0001' }]),
        [timeToLive]: 4_000_000_000,
      }),
  },
  {
    kind: 'job-attributes',
    what: 'a job does not tell searches when it changed',
    by: (acme, hand) => hand.set(jobKey(acme, 2), 'u', undefined),
  },
  {
    kind: 'last-publish-date',
    what: 'an employer has published in the future',
    by: (acme, hand) => hand.set(keys.numbers(acme.id), 'publishDate', SOMETIME),
  },
  {
    kind: 'publish-date',
    what: 'a job has been published in the future',
    by: (acme, hand) => hand.set(jobKey(acme, 8), 'publishDate', SOMETIME),
  },
  {
    kind: 'job-attributes',
    what: 'a job waits for auto-refresh that has none',
    by: async (acme, hand) => {
      await hand.set(jobKey(acme, 1), 'f', refreshPartition(0));
      await hand.set(jobKey(acme, 1), 'g', refreshOrder('2020-01-01', acme.id, 2));
    },
  },
  {
    kind: 'job-attributes',
    what: 'a job has another id than its key',
    by: (acme, hand) => hand.set(jobKey(acme, 0), 'id', 999_999),
  },
  {
    kind: 'position',
    what: 'a job has no position',
    by: (acme, hand) => hand.set(jobKey(acme, 8), 'p', undefined),
  },
  {
    kind: 'position',
    what: 'two jobs stand at one position',
    by: (acme, hand) => hand.set(jobKey(acme, 8), 'p', 8),
  },
  {
    kind: 'position',
    what: 'a job stands at no whole position',
    by: (acme, hand) => hand.set(jobKey(acme, 8), 'p', 8.5),
  },
  {
    kind: 'reference-missing',
    what: 'a reference was deleted',
    by: (acme, hand) => hand.delete(keys.reference(acme.id, 'R-2')),
  },
  {
    kind: 'reference-wrong',
    what: 'a reference names another job',
    by: (acme, hand) => hand.set(keys.reference(acme.id, 'R-2'), 'jobId', acme.jobs[0]?.id),
  },
  {
    kind: 'reference-wrong',
    what: 'a reference names nothing',
    by: (acme, hand) => hand.set(keys.reference(acme.id, 'R-2'), 'jobId', 'none'),
  },
  {
    kind: 'reference-orphan',
    what: 'a reference names a job that never was',
    by: (acme, hand) => hand.put({ ...keys.reference(acme.id, 'R-99'), jobId: 2_000_000_000 }),
  },
  {
    kind: 'reference-orphan',
    what: 'a reference names a job that has another referenceId',
    by: (acme, hand) => hand.put({ ...keys.reference(acme.id, 'R-99'), jobId: acme.jobs[0]?.id }),
  },
  {
    kind: 'reference-orphan',
    what: 'a job was deleted past the service',
    by: (acme, hand) => hand.delete(jobKey(acme, 0)),
    isLossy: true,
  },
  {
    kind: 'reference-shared',
    what: 'two jobs have one referenceId',
    by: (acme, hand) => hand.set(jobKey(acme, 3), 'referenceId', 'R-2'),
    isLossy: true,
  },
  {
    kind: 'status-digit',
    what: 'a leaf of the status map was deleted',
    by: (acme, hand) => hand.delete(leafKey(acme, 4)),
  },
  {
    kind: 'status-digit',
    what: 'a number of the status map is another',
    by: (acme, hand) => hand.set(leafKey(acme, 4), 'n0', 2),
  },
  {
    kind: 'status-digit',
    what: 'a number of the status map is below zero',
    by: (acme, hand) => hand.set(leafKey(acme, 4), 'n0', -5),
  },
  {
    kind: 'status-digit',
    what: 'a number of the status map is a text',
    by: (acme, hand) => hand.set(leafKey(acme, 4), 'n0', 'none'),
  },
  {
    kind: 'status-digit',
    what: 'the status map shows jobs that never were',
    by: (acme, hand) => hand.set(leafKey(acme, 4), 'n39', 9_007_199_254_740_991),
  },
  {
    kind: 'status-digit',
    what: 'a base of the status map was deleted',
    by: async (acme, hand) => {
      await hand.set(leafKey(acme, 4), 'n0', undefined);
      await hand.set(leafKey(acme, 4), BASE_ATTRIBUTE, 1);
    },
  },
  {
    kind: 'status-digit',
    what: 'a base of the status map holds other digits',
    by: async (acme, hand) => {
      const digits = new Uint8Array(GENERATION).fill(digitOf('draft'), 4, 5);
      await hand.put({ ...baseKey(acme), digits: compressed(baseFrom(digits)) });
      await hand.set(leafKey(acme, 4), BASE_ATTRIBUTE, 1);
    },
  },
  {
    kind: 'status-digit',
    what: 'a base of the status map is unreadable',
    by: async (acme, hand) => {
      await hand.put({ ...baseKey(acme), digits: 'none' });
      await hand.set(leafKey(acme, 4), 'n0', undefined);
      await hand.set(leafKey(acme, 4), BASE_ATTRIBUTE, 1);
    },
  },
  {
    kind: 'status-digit',
    what: 'the status of a job was changed past the service',
    by: (acme, hand) => hand.set(jobKey(acme, 0), 'status', 'draft'),
    isLossy: true,
  },
  {
    kind: 'status-count',
    what: 'a count is too high',
    by: (acme, hand) => hand.set(leafKey(acme, 4), 'a', 99),
  },
  {
    kind: 'status-count',
    what: 'a leaf has no count',
    by: (acme, hand) => hand.set(leafKey(acme, 1), 'a', undefined),
  },
  {
    kind: 'id-block',
    what: 'a block of ids from before there were postings names nobody',
    by: (acme, hand) => hand.delete(blockKey(acme)),
  },
  {
    kind: 'id-block',
    what: 'a block of ids names another employer',
    by: (acme, hand) => hand.set(blockKey(acme), 'employerId', 999_999),
  },
  {
    kind: 'public-name-missing',
    what: 'a confidential job from before there were postings has no name',
    by: (acme, hand) => hand.set(jobKey(acme, 0), 'confidential', true),
    isLossy: true,
  },
  {
    kind: 'public-name-wrong',
    what: 'the name of a job leads nowhere',
    by: (acme, hand) => hand.set(jobKey(acme, 0), attributes.publicName, newPublicName()),
  },
  {
    kind: 'public-name-wrong',
    what: 'the name of a job leads to another one',
    by: async (acme, hand) => {
      const name = newPublicName();
      await hand.set(jobKey(acme, 0), attributes.publicName, name);
      await hand.put({ ...keys.publicName(name), employerId: acme.id, jobId: 1 });
    },
  },
  {
    kind: 'public-name-orphan',
    what: 'one name leads to a job that is gone, and another to a job that has none',
    by: async (acme, hand) => {
      for (const jobId of [2_000_000_000, acme.jobs[0]?.id]) {
        await hand.put({ ...keys.publicName(newPublicName()), employerId: acme.id, jobId });
      }
    },
    isOfTable: true,
  },
  {
    kind: 'application-number',
    what: 'the last number of applications was deleted',
    by: (acme, hand) => hand.delete(keys.applicationNumbers(acme.id)),
  },
  {
    kind: 'application-number',
    what: 'the last number of applications was set back',
    by: (acme, hand) => hand.set(keys.applicationNumbers(acme.id), 'number', 1),
  },
  {
    kind: 'application-attributes',
    what: 'an application has another number than its key',
    by: (acme, hand) => hand.set(keys.application(acme.id, 1), 'number', 7),
  },
  {
    kind: 'application-attributes',
    what: 'a queued application is not in the queue of mail',
    by: async (acme, hand) => {
      await hand.set(keys.application(acme.id, 1), attributes.mailPartition, undefined);
      await hand.set(keys.application(acme.id, 1), attributes.mailOrder, undefined);
    },
  },
  {
    kind: 'application-attributes',
    what: 'a queued application is in the shard of another employer',
    by: (acme, hand) => hand.set(keys.application(acme.id, 1), attributes.mailPartition, 'MAIL#none'),
  },
  {
    kind: 'application-attributes',
    what: 'a queued application is due at no time',
    by: (acme, hand) => hand.set(keys.application(acme.id, 1), attributes.mailOrder, 'soon'),
  },
  {
    kind: 'application-attributes',
    what: 'a held application is in the queue of mail',
    by: async (acme, hand) => {
      const at = new Date().toISOString();
      await hand.set(keys.application(acme.id, 2), attributes.mailPartition, mailPartitionOf(acme.id));
      await hand.set(keys.application(acme.id, 2), attributes.mailOrder, mailOrder(at, acme.id, 2));
    },
  },
  {
    kind: 'application-attributes',
    what: 'a queued application has a failure',
    by: (acme, hand) => hand.set(keys.application(acme.id, 1), 'failure', 'undelivered'),
  },
  {
    kind: 'pointer-missing',
    what: 'an application is not in the list of its job',
    by: (acme, hand) => hand.delete(pointerKey(acme, 2)),
  },
  {
    kind: 'pointer-missing',
    what: 'an application leaves the list of its job too early',
    by: (acme, hand) => hand.set(pointerKey(acme, 2), timeToLive, 2_000_000_000),
  },
  {
    kind: 'pointer-orphan',
    what: 'the list of a job names an application that never was',
    by: (acme, hand) => hand.put({ ...pointerKey(acme, 9), [timeToLive]: 2_000_000_000 }),
  },
  {
    kind: 'pointer-orphan',
    what: 'the list of a job names an application for another job',
    by: (acme, hand) =>
      hand.put({ ...keys.jobApplication(acme.id, 999_999, 1), [timeToLive]: 2_000_000_000 }),
  },
  {
    kind: 'confirmation-missing',
    what: 'a confirmation that is due is not in the queue',
    by: (acme, hand) => hand.set(keys.application(acme.id, 1), 'confirmation', 'queued'),
    isLossy: true,
  },
  {
    kind: 'candidate-orphan',
    what: 'an application was deleted past the service',
    by: async (acme, hand) => {
      await hand.delete(keys.application(acme.id, 1));
      await hand.delete(pointerKey(acme, 1));
    },
    isLossy: true,
  },
  {
    kind: 'last-position',
    what: 'the numbers were deleted',
    by: (acme, hand) => hand.delete(keys.numbers(acme.id)),
  },
  {
    kind: 'last-position',
    what: 'the last position was set back',
    by: (acme, hand) => hand.set(keys.numbers(acme.id), 'lastPosition', 1),
  },
  {
    kind: 'counter',
    what: 'the counter of jobs was set back',
    by: (_, hand) => hand.set(keys.counter('JOB'), 'n', 1),
    isOfTable: true,
  },
  {
    kind: 'counter',
    what: 'the counter of employers was deleted',
    by: (_, hand) => hand.delete(keys.counter('EMPLOYER')),
    isOfTable: true,
  },
  {
    kind: 'counter',
    what: 'the counter of places is missing',
    by: (_, hand) => hand.put({ ...keys.location('atlantis', 'BC'), id: 100_007 }),
    isOfTable: true,
  },
  {
    kind: 'employer-missing',
    what: 'a profile was deleted',
    by: (acme, hand) => hand.delete(keys.employer(acme.id)),
    isOfTable: true,
  },
  {
    kind: 'key-missing',
    what: 'the list names a key that opens nothing',
    by: (acme, hand) => hand.put({ ...keys.employerKey(acme.id, `${acme.id}-00000000`), hash: 'f00' }),
  },
  {
    kind: 'key-unlisted',
    what: 'a key was taken from the list',
    by: (acme, hand) => hand.delete(keys.employerKey(acme.id, acme.key.id)),
    isOfTable: true,
  },
  {
    kind: 'key-employer',
    what: 'a key knows an older name',
    by: (acme, hand) => hand.set(keys.apiKey(acme.hash), 'employer', { ...acme.employer, name: 'Before' }),
  },
  {
    kind: 'key-employer',
    what: 'a key knows of a suspension that the employer does not have',
    by: (acme, hand) =>
      hand.set(keys.apiKey(acme.hash), 'employer', {
        ...acme.employer,
        suspendedAt: '2026-06-01T12:00:00.000Z',
      }),
  },
];

/** The kinds of the findings, once each. */
export const kindsOf = (findings: { kind: FindingKind }[]) =>
  [...new Set(findings.map(({ kind }) => kind))].toSorted();

/** The jobs of the list of all of them, which a repair may bring into another order. */
const byId = ([all]: Awaited<ReturnType<Acme['seen']>>) => all?.jobs.toSorted((a, b) => a.id - b.id);

/** Damages the jobs of a new employer, and expects that a verification finds it, and repairs it when it is told to. */
export async function expectRepair(table: VerifiedTable, { kind, by, isLossy, isOfTable }: Damage) {
  const acme = await table.employerWithJobs();
  const before = await acme.seen();
  const applied = await acme.applications();
  await by(acme, table.hand);

  const scope = isOfTable ? undefined : acme.id;
  const dry = await table.verified(false, scope);
  expect(kindsOf(dry.findings)).toContain(kind);
  expect(dry.repaired).toEqual([]);

  const mended = await table.verified(true, scope);
  expect(mended.findings).toEqual([]);
  expect(kindsOf(mended.repaired)).toContain(kind);
  // Without --repair nothing was written, so everything was still there to be fixed.
  expect(kindsOf(mended.repaired)).toEqual(expect.arrayContaining(kindsOf(dry.findings)));

  const after = await acme.seen();
  for (const { total, jobs } of after) expect(total).toBe(jobs.length);
  if (!isLossy) {
    expect(after.map(({ total }) => total)).toEqual(before.map(({ total }) => total));
    expect(byId(after)).toEqual(byId(before));
    expect(await acme.applications()).toEqual(applied);
  }
  expect((await acme.post('/jobs', aJob({ referenceId: 'R-new' }))).status).toBe(201);
  expect((await table.verified(false, scope)).findings).toEqual([]);
}
