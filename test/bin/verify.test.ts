import { execFile } from 'node:child_process';
import path from 'node:path';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { connectionOf } from '../../bin/admin/connection.ts';
import { compare } from '../../bin/admin/verify/compare.ts';
import { agreed, kinds, type FindingKind } from '../../bin/admin/verify/findings.ts';
import { noProgress } from '../../bin/admin/progress.ts';
import { readEmployer } from '../../bin/admin/verify/reading.ts';
import { verify } from '../../bin/admin/verify/verify.ts';
import { hashOfApiKey } from '../../functions/employers/domain/api-key.ts';
import { slotOf } from '../../functions/jobs/domain/status-map.ts';
import { apiKeyStore } from '../../functions/employers/store/api-keys.ts';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { employerStore } from '../../functions/employers/store/employers.ts';
import { newPublicName } from '../../functions/jobs/store/public-names.ts';
import {
  attributes,
  idBlockOf,
  indexes,
  keys,
  mailOrder,
  mailPartitionOf,
  refreshOrder,
  refreshPartition,
  statusPartition,
  tableDefinition,
  timeToLive,
  type Key,
} from '../../functions/platform/dynamodb/table.ts';
import { loadEmployer } from '../bench/load-employer.ts';
import { shapes } from '../bench/shapes.ts';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { applicationsInTable } from '../setup/applications-in-table.ts';
import { startEngine } from '../setup/engine.ts';
import { inParallel } from '../setup/in-parallel.ts';
import { startService } from '../setup/service.ts';

jest.setTimeout(90_000);

const root = path.join(import.meta.dirname, '../..');
const TABLE = 'jobs-of-the-verify-test';

// Its own table, because a verification reads all of it and a broken counter would affect every test.
const engine = await startEngine();
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = engine.endpoint;
process.env['TABLE_NAME'] = TABLE;
const client = createClient();
const connection = connectionOf(client, TABLE, false);
let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  await client.send(new CreateTableCommand(tableDefinition(TABLE)));
  service = await startService();
});

afterAll(async () => {
  await service.close();
  client.destroy();
  await engine.stop();
});

const verified = async (repair = false, employer?: number) => {
  const answer = await verify(connection, { employer, repair, progress: noProgress });
  if (!answer) throw new Error('There is nothing to verify.');
  return answer;
};

const kindsOf = (findings: { kind: FindingKind }[]) =>
  [...new Set(findings.map(({ kind }) => kind))].toSorted();

/** What a verification counts where there are no applications. */
const noApplications = {
  held: 0,
  queued: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  failed: 0,
};

interface JobSeen {
  id: number;
  referenceId: string | null;
  title: string;
  status: string;
}

/** An employer with nine jobs, of all statuses, two without a referenceId, on the first positions; and what it sees. */
async function employerWithJobs() {
  const acme = await service.newEmployer();
  const statuses = ['active', 'archived', 'draft'];
  for (let number = 0; number < 9; number += 1) {
    const referenceId = number % 4 === 3 ? null : `R-${number}`;
    const job = aJob({ title: `Baker ${number}`, status: statuses[number % 3], referenceId });
    expect((await acme.post('/jobs', job)).status).toBe(201);
  }
  const seen = async () => {
    const queries = ['', '&status=active', '&status=archived', '&status=draft', '&q=baker'];
    const lists = await Promise.all(
      queries.map(async (query) => {
        const { body } = await acme.get(`/jobs?pageSize=100${query}`);
        return { query, total: body.paging.total, jobs: body.data as JobSeen[] };
      }),
    );
    return lists;
  };
  const [{ jobs } = { jobs: [] }] = await seen();
  const { create } = applicationsInTable(service.db);
  for (const state of ['queued', 'held'] as const) {
    await create(acme.employer, jobs.at(-1) ?? { id: 0, title: '', referenceId: null }, {
      state,
      candidate: state,
    });
  }
  return {
    ...acme,
    id: acme.employer.id,
    hash: hashOfApiKey(acme.apiKey) ?? '',
    seen,
    jobs: jobs.toReversed(),
    /** Ids and states of all applications, then of those of the job. */
    applications: async () => {
      const lists = await Promise.all(
        ['', `/jobs/${jobs.at(-1)?.id}`].map((of) => acme.get(`${of}/applications`)),
      );
      return lists.map(({ body }) =>
        body.data.map(({ id, state }: { id: string; state: string }) => ({ id, state })),
      );
    },
  };
}
type Acme = Awaited<ReturnType<typeof employerWithJobs>>;

/** An operator who edits the table by hand. */
const hand = {
  delete: (key: Key) => client.send(new DeleteCommand({ TableName: TABLE, Key: key })),
  put: (item: Key & Record<string, unknown>) => client.send(new PutCommand({ TableName: TABLE, Item: item })),
  set: (key: Key, name: string, value: unknown) =>
    client.send(
      new UpdateCommand({
        TableName: TABLE,
        Key: key,
        UpdateExpression: value === undefined ? 'REMOVE #name' : 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ...(value !== undefined && { ExpressionAttributeValues: { ':value': value } }),
      }),
    ),
};

const jobKey = ({ id, jobs }: Acme, number: number) => keys.job(id, jobs[number]?.id ?? 0);
const blockKey = ({ jobs }: Acme) => keys.idBlock(idBlockOf(jobs[0]?.id ?? 0));
const pointerKey = ({ id, jobs }: Acme, number: number) => keys.jobApplication(id, jobs[0]?.id ?? 0, number);
const leafKey = ({ id }: Acme, position: number) => keys.statusLeaf(id, slotOf(position).leaf);

interface Damage {
  kind: FindingKind;
  what: string;
  by: (acme: Acme) => Promise<unknown>;
  /** Damage that cannot be undone: the repair makes the table consistent, but a job differs from before. */
  isLossy?: true;
  /** Damage to what belongs to no employer, or to one that does not list it. */
  isOfTable?: true;
}

/** A day that has not come, as a slip in a year is. */
const SOMETIME = '2099-01-01';

/** What an operator can break by hand, and the kind of finding it causes. */
const damages: Damage[] = [
  {
    kind: 'job-attributes',
    what: 'the search text of a job is another',
    by: (acme) => hand.set(jobKey(acme, 1), 't', 'x'),
  },
  {
    kind: 'job-attributes',
    what: 'a job has no search text',
    by: (acme) => hand.set(jobKey(acme, 1), 't', undefined),
  },
  {
    kind: 'job-attributes',
    what: 'the status partition of a job is another',
    by: (acme) => hand.set(jobKey(acme, 0), 's', statusPartition(acme.id, 'draft')),
  },
  {
    kind: 'last-publish-date',
    what: 'an employer has published in the future',
    by: (acme) => hand.set(keys.numbers(acme.id), 'publishDate', SOMETIME),
  },
  {
    kind: 'publish-date',
    what: 'a job has been published in the future',
    by: (acme) => hand.set(jobKey(acme, 8), 'publishDate', SOMETIME),
  },
  {
    kind: 'job-attributes',
    what: 'a job waits for auto-refresh that has none',
    by: async (acme) => {
      await hand.set(jobKey(acme, 1), 'f', refreshPartition(0));
      await hand.set(jobKey(acme, 1), 'g', refreshOrder('2020-01-01', acme.id, 2));
    },
  },
  {
    kind: 'job-attributes',
    what: 'a job has another id than its key',
    by: (acme) => hand.set(jobKey(acme, 0), 'id', 999_999),
  },
  {
    kind: 'position',
    what: 'a job has no position',
    by: (acme) => hand.set(jobKey(acme, 8), 'p', undefined),
  },
  {
    kind: 'position',
    what: 'two jobs stand at one position',
    by: (acme) => hand.set(jobKey(acme, 8), 'p', 8),
  },
  {
    kind: 'position',
    what: 'a job stands at no whole position',
    by: (acme) => hand.set(jobKey(acme, 8), 'p', 8.5),
  },
  {
    kind: 'reference-missing',
    what: 'a reference was deleted',
    by: (acme) => hand.delete(keys.reference(acme.id, 'R-2')),
  },
  {
    kind: 'reference-wrong',
    what: 'a reference names another job',
    by: (acme) => hand.set(keys.reference(acme.id, 'R-2'), 'jobId', acme.jobs[0]?.id),
  },
  {
    kind: 'reference-wrong',
    what: 'a reference names nothing',
    by: (acme) => hand.set(keys.reference(acme.id, 'R-2'), 'jobId', 'none'),
  },
  {
    kind: 'reference-orphan',
    what: 'a reference names a job that never was',
    by: (acme) => hand.put({ ...keys.reference(acme.id, 'R-99'), jobId: 2_000_000_000 }),
  },
  {
    kind: 'reference-orphan',
    what: 'a reference names a job that has another referenceId',
    by: (acme) => hand.put({ ...keys.reference(acme.id, 'R-99'), jobId: acme.jobs[0]?.id }),
  },
  {
    kind: 'reference-orphan',
    what: 'a job was deleted past the service',
    by: (acme) => hand.delete(jobKey(acme, 0)),
    isLossy: true,
  },
  {
    kind: 'reference-shared',
    what: 'two jobs have one referenceId',
    by: (acme) => hand.set(jobKey(acme, 3), 'referenceId', 'R-2'),
    isLossy: true,
  },
  {
    kind: 'status-digit',
    what: 'a leaf of the status map was deleted',
    by: (acme) => hand.delete(leafKey(acme, 4)),
  },
  {
    kind: 'status-digit',
    what: 'a number of the status map is another',
    by: (acme) => hand.set(leafKey(acme, 4), 'n0', 2),
  },
  {
    kind: 'status-digit',
    what: 'a number of the status map is below zero',
    by: (acme) => hand.set(leafKey(acme, 4), 'n0', -5),
  },
  {
    kind: 'status-digit',
    what: 'a number of the status map is a text',
    by: (acme) => hand.set(leafKey(acme, 4), 'n0', 'none'),
  },
  {
    kind: 'status-digit',
    what: 'the status map shows jobs that never were',
    by: (acme) => hand.set(leafKey(acme, 4), 'n39', 9_007_199_254_740_991),
  },
  {
    kind: 'status-digit',
    what: 'the status of a job was changed past the service',
    by: (acme) => hand.set(jobKey(acme, 0), 'status', 'draft'),
    isLossy: true,
  },
  { kind: 'status-count', what: 'a count is too high', by: (acme) => hand.set(leafKey(acme, 4), 'a', 99) },
  {
    kind: 'status-count',
    what: 'a leaf has no count',
    by: (acme) => hand.set(leafKey(acme, 1), 'a', undefined),
  },
  {
    kind: 'id-block',
    what: 'a block of ids from before there were postings names nobody',
    by: (acme) => hand.delete(blockKey(acme)),
  },
  {
    kind: 'id-block',
    what: 'a block of ids names another employer',
    by: (acme) => hand.set(blockKey(acme), 'employerId', 999_999),
  },
  {
    kind: 'public-name-missing',
    what: 'a confidential job from before there were postings has no name',
    by: (acme) => hand.set(jobKey(acme, 0), 'confidential', true),
    isLossy: true,
  },
  {
    kind: 'public-name-wrong',
    what: 'the name of a job leads nowhere',
    by: (acme) => hand.set(jobKey(acme, 0), attributes.publicName, newPublicName()),
  },
  {
    kind: 'public-name-wrong',
    what: 'the name of a job leads to another one',
    by: async (acme) => {
      const name = newPublicName();
      await hand.set(jobKey(acme, 0), attributes.publicName, name);
      await hand.put({ ...keys.publicName(name), employerId: acme.id, jobId: 1 });
    },
  },
  {
    kind: 'public-name-orphan',
    what: 'one name leads to a job that is gone, and another to a job that has none',
    by: async (acme) => {
      for (const jobId of [2_000_000_000, acme.jobs[0]?.id]) {
        await hand.put({ ...keys.publicName(newPublicName()), employerId: acme.id, jobId });
      }
    },
    isOfTable: true,
  },
  {
    kind: 'application-number',
    what: 'the last number of applications was deleted',
    by: (acme) => hand.delete(keys.applicationNumbers(acme.id)),
  },
  {
    kind: 'application-number',
    what: 'the last number of applications was set back',
    by: (acme) => hand.set(keys.applicationNumbers(acme.id), 'number', 1),
  },
  {
    kind: 'application-attributes',
    what: 'an application has another number than its key',
    by: (acme) => hand.set(keys.application(acme.id, 1), 'number', 7),
  },
  {
    kind: 'application-attributes',
    what: 'a queued application is not in the queue of mail',
    by: async (acme) => {
      await hand.set(keys.application(acme.id, 1), attributes.mailPartition, undefined);
      await hand.set(keys.application(acme.id, 1), attributes.mailOrder, undefined);
    },
  },
  {
    kind: 'application-attributes',
    what: 'a queued application is in the shard of another employer',
    by: (acme) => hand.set(keys.application(acme.id, 1), attributes.mailPartition, 'MAIL#none'),
  },
  {
    kind: 'application-attributes',
    what: 'a queued application is due at no time',
    by: (acme) => hand.set(keys.application(acme.id, 1), attributes.mailOrder, 'soon'),
  },
  {
    kind: 'application-attributes',
    what: 'a held application is in the queue of mail',
    by: async (acme) => {
      const at = new Date().toISOString();
      await hand.set(keys.application(acme.id, 2), attributes.mailPartition, mailPartitionOf(acme.id));
      await hand.set(keys.application(acme.id, 2), attributes.mailOrder, mailOrder(at, acme.id, 2));
    },
  },
  {
    kind: 'application-attributes',
    what: 'a queued application has a failure',
    by: (acme) => hand.set(keys.application(acme.id, 1), 'failure', 'undelivered'),
  },
  {
    kind: 'pointer-missing',
    what: 'an application is not in the list of its job',
    by: (acme) => hand.delete(pointerKey(acme, 2)),
  },
  {
    kind: 'pointer-missing',
    what: 'an application leaves the list of its job too early',
    by: (acme) => hand.set(pointerKey(acme, 2), timeToLive, 2_000_000_000),
  },
  {
    kind: 'pointer-orphan',
    what: 'the list of a job names an application that never was',
    by: (acme) => hand.put({ ...pointerKey(acme, 9), [timeToLive]: 2_000_000_000 }),
  },
  {
    kind: 'pointer-orphan',
    what: 'the list of a job names an application for another job',
    by: (acme) => hand.put({ ...keys.jobApplication(acme.id, 999_999, 1), [timeToLive]: 2_000_000_000 }),
  },
  {
    kind: 'candidate-orphan',
    what: 'an application was deleted past the service',
    by: async (acme) => {
      await hand.delete(keys.application(acme.id, 1));
      await hand.delete(pointerKey(acme, 1));
    },
    isLossy: true,
  },
  {
    kind: 'last-position',
    what: 'the numbers were deleted',
    by: (acme) => hand.delete(keys.numbers(acme.id)),
  },
  {
    kind: 'last-position',
    what: 'the last position was set back',
    by: (acme) => hand.set(keys.numbers(acme.id), 'lastPosition', 1),
  },
  {
    kind: 'counter',
    what: 'the counter of jobs was set back',
    by: () => hand.set(keys.counter('JOB'), 'n', 1),
    isOfTable: true,
  },
  {
    kind: 'counter',
    what: 'the counter of employers was deleted',
    by: () => hand.delete(keys.counter('EMPLOYER')),
    isOfTable: true,
  },
  {
    kind: 'counter',
    what: 'the counter of places is missing',
    by: () => hand.put({ ...keys.location('atlantis', 'BC'), id: 100_007 }),
    isOfTable: true,
  },
  {
    kind: 'profile-missing',
    what: 'a profile was deleted',
    by: (acme) => hand.delete(keys.employer(acme.id)),
    isOfTable: true,
  },
  {
    kind: 'key-missing',
    what: 'the list names a key that opens nothing',
    by: (acme) => hand.put({ ...keys.employerKey(acme.id, `${acme.id}-00000000`), hash: 'f00' }),
  },
  {
    kind: 'key-unlisted',
    what: 'a key was taken from the list',
    by: (acme) => hand.delete(keys.employerKey(acme.id, acme.key.id)),
    isOfTable: true,
  },
  {
    kind: 'key-employer',
    what: 'a key knows an older name',
    by: (acme) => hand.set(keys.apiKey(acme.hash), 'employer', { ...acme.employer, name: 'Before' }),
  },
  {
    kind: 'key-employer',
    what: 'a key knows of a suspension that the employer does not have',
    by: (acme) =>
      hand.set(keys.apiKey(acme.hash), 'employer', {
        ...acme.employer,
        suspendedAt: '2026-06-01T12:00:00.000Z',
      }),
  },
];

describe('admin verify', () => {
  test.each(damages)('finds and fixes $kind: $what', async ({ kind, by, isLossy, isOfTable }) => {
    const acme = await employerWithJobs();
    const before = await acme.seen();
    const applied = await acme.applications();
    await by(acme);

    const scope = isOfTable ? undefined : acme.id;
    const dry = await verified(false, scope);
    expect(kindsOf(dry.findings)).toContain(kind);
    expect(dry.repaired).toEqual([]);

    const mended = await verified(true, scope);
    expect(mended.findings).toEqual([]);
    expect(kindsOf(mended.repaired)).toContain(kind);
    // Without --repair nothing was written, so everything was still there to be fixed.
    expect(kindsOf(mended.repaired)).toEqual(expect.arrayContaining(kindsOf(dry.findings)));

    const after = await acme.seen();
    for (const { total, jobs } of after) expect(total).toBe(jobs.length);
    if (!isLossy) {
      expect(after.map(({ total }) => total)).toEqual(before.map(({ total }) => total));
      expect(after[0]?.jobs.toSorted((a, b) => a.id - b.id)).toEqual(acme.jobs);
      expect(await acme.applications()).toEqual(applied);
    }
    expect((await acme.post('/jobs', aJob({ referenceId: 'R-new' }))).status).toBe(201);
    expect((await verified(false, scope)).findings).toEqual([]);
  });

  test('restores a lost suspension on the keys, and a lost profile of a suspended employer', async () => {
    const acme = await employerWithJobs();
    const employer = await employerStore(service.db).suspend(acme.id, new Date());
    await hand.set(keys.apiKey(acme.hash), 'employer', acme.employer);
    expect(kindsOf((await verified(true, acme.id)).repaired)).toEqual(['key-employer']);
    await hand.delete(keys.employer(acme.id));
    // Only a census of the whole table finds the keys of an employer that does not list them.
    expect(kindsOf((await verified(true)).repaired)).toContain('profile-missing');
    expect(await employerStore(service.db).get(acme.id)).toEqual(employer);
    expect((await apiKeyStore(service.db).get(acme.hash))?.employer).toEqual(employer);
  });

  test('tries every kind of damage that has a repair', () => {
    const without = Object.entries(kinds).filter(([, { repair }]) => repair.startsWith('None: '));
    expect(new Set([...damages.map(({ kind }) => kind), ...without.map(([kind]) => kind)])).toEqual(
      new Set(Object.keys(kinds)),
    );
  });

  test('finds a job that cannot be read, leaves it unchanged, and fixes everything else', async () => {
    const acme = await employerWithJobs();
    const { id, jobs } = acme;
    await hand.set(jobKey(acme, 0), 'title', undefined);
    await hand.delete(keys.reference(id, 'R-1'));
    const { findings, repaired } = await verified(true, id);
    expect(kindsOf(repaired)).toEqual(['reference-missing']);
    expect(findings).toEqual([expect.objectContaining({ kind: 'job-unreadable', key: jobKey(acme, 0) })]);
    await hand.set(jobKey(acme, 0), 'title', 'Baker 0');
    expect(await verified(true, id)).toMatchObject({ findings: [], repaired: [] });
    expect(await acme.seen()).toMatchObject([{ total: jobs.length }, {}, {}, {}, { total: jobs.length }]);
  });

  test('finds an application that cannot be read, and leaves it and what names it unchanged', async () => {
    const acme = await employerWithJobs();
    await hand.set(keys.application(acme.id, 1), 'state', undefined);
    const { findings, repaired } = await verified(true, acme.id);
    expect(repaired).toEqual([]);
    const key = keys.application(acme.id, 1);
    expect(findings).toEqual([expect.objectContaining({ kind: 'application-unreadable', key })]);
    await hand.set(key, 'state', 'queued');
    expect((await verified(false, acme.id)).findings).toEqual([]);
  });

  test('finds nothing where DynamoDB has deleted some of what has expired', async () => {
    const { employer, id, jobs } = await employerWithJobs();
    const [job = { id: 0, title: '', referenceId: null }] = jobs;
    await applicationsInTable(service.db).create(employer, job, { keptSeconds: 0 });
    await hand.delete(keys.application(id, 3));
    await applicationsInTable(service.db).create(employer, job, { keptSeconds: 0 });
    await hand.delete(keys.jobApplication(id, job.id, 4));
    expect(await verified(true, id)).toMatchObject({
      applications: { queued: 1, held: 1 },
      findings: [],
      repaired: [],
    });
  });

  test('finds an index row that does not match its job', async () => {
    const acme = await employerWithJobs();
    const reading = await readEmployer(connection.open, acme.id);
    expect(compare(reading)).toEqual([]);
    // Nobody can write to an index directly, and the embedded engine updates them at once.
    const [first, second] = acme.jobs.map(({ id }) => id);
    const { byStatus, bySearchText, byPublishDate } = reading.rows;
    byStatus.delete(first ?? 0);
    bySearchText.set(second ?? 0, 'stale');
    byPublishDate.set(2_000_000_000, 'of nobody');
    expect(compare(reading)).toEqual([
      expect.objectContaining({ kind: 'index-row', job: 2_000_000_000, found: 'of nobody' }),
      expect.objectContaining({ kind: 'index-row', job: first, found: '' }),
      expect.objectContaining({ kind: 'index-row', job: second, found: 'stale' }),
    ]);
    expect(Object.keys(reading.rows).every((name) => name in indexes)).toBe(true);
  });

  test('finds nothing in 1,000 intact jobs', async () => {
    const { employer } = await service.newEmployer();
    const [shape] = Object.values(shapes);
    if (!shape) throw new Error('The bench has no shape.');
    await loadEmployer({ client, tableName: TABLE, employerId: employer.id, shape, size: 1_000 });
    expect(await verified(false, employer.id)).toEqual({
      checked: { employers: 1, jobs: 1_000, references: 1_000, apiKeys: 1, indexRows: 3_000 },
      applications: noApplications,
      findings: [],
      repaired: [],
    });
  });

  test('reports and repairs nothing during 200 simultaneous writes to an intact table', async () => {
    const acme = await employerWithJobs();
    const ids = acme.jobs.map(({ id }) => id);
    const statuses = ['active', 'draft', 'archived'];
    const traffic = { isOver: false };
    const writes = Promise.all(
      Array.from({ length: 200 }, (_, number) => {
        const status = statuses[number % 3];
        if (number % 4 === 0) return acme.post('/jobs', aJob({ referenceId: `N-${number}`, status }));
        if (number % 4 === 1) return acme.delete('/jobs', { referenceId: `N-${number - 1}` });
        return acme.put(`/jobs/${ids[number % ids.length]}`, { status, referenceId: `M-${number}` });
      }),
    ).finally(() => (traffic.isOver = true));
    let rounds = 0;
    while (!traffic.isOver) {
      const { findings, repaired } = await verified(true, acme.id);
      expect({ findings, repaired }).toEqual({ findings: [], repaired: [] });
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(0);
    // A slow machine does not get all of them done in time.
    for (const { status } of await writes) expect([200, 201, 204, 404, 503]).toContain(status);
    expect((await verified(true, acme.id)).repaired).toEqual([]);
  });

  test('reports and repairs nothing while 40 applications arrive, are mailed and are erased', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const traffic = { isOver: false };
    const send = async (number: number) => {
      const { status, body } = await apply(service.anyone, job.id, { email: `c${number}@example.com` });
      expect(status).toBe(201);
      if (number % 3 === 0) expect((await acme.delete(`/applications/${body.id}`)).status).toBe(204);
      if (number % 10 === 0) await service.runMail();
    };
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const all = inParallel(numbers, 4, send).finally(() => (traffic.isOver = true));
    let rounds = 0;
    while (!traffic.isOver) {
      const { findings, repaired } = await verified(true, acme.employer.id);
      expect({ findings, repaired }).toEqual({ findings: [], repaired: [] });
      rounds += 1;
    }
    await all;
    expect(rounds).toBeGreaterThan(0);
    const { applications } = await verified(true, acme.employer.id);
    expect(Object.values(applications).reduce((sum, count) => sum + count)).toBe(26);
  });

  test('ignores what one reading shows and the next does not', async () => {
    const acme = await employerWithJobs();
    const first = await readEmployer(connection.open, acme.id);
    await hand.delete(keys.reference(acme.id, 'R-1'));
    const broken = compare(await readEmployer(connection.open, acme.id));
    expect(agreed(compare(first), broken)).toEqual([]);
    expect(agreed(broken, broken)).toHaveLength(1);
    await verified(true, acme.id);
  });

  test('ignores unknown kinds of items', async () => {
    const { employer } = await service.newEmployer();
    await hand.put({ ...keys.idempotency(keys.employer(employer.id), '1') });
    await hand.put({ ...keys.idempotency(keys.applicationNumbers(employer.id), '1') });
    await hand.put({ ...keys.rateLimit('0'), fullAt: 1 });
    await hand.put({ ...keys.job(employer.id, 999_999_998), [timeToLive]: 1 });
    expect((await verified()).findings).toEqual([]);
  });
});

/** `npm run admin -- verify ...` */
const admin = (...args: string[]) =>
  new Promise<{ exitCode: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(root, 'bin/admin.ts'), 'verify', ...args],
      { env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint, TABLE_NAME: TABLE } },
      (_, stdout, stderr) => resolve({ exitCode: child.exitCode, stdout, stderr }),
    );
  });

describe('npm run admin -- verify', () => {
  test('exits with 1 and says what --repair would do while something is wrong, and exits with 0 after the repair', async () => {
    const { id, jobs } = await employerWithJobs();
    await hand.delete(keys.reference(id, 'R-1'));
    const finding = {
      kind: 'reference-missing',
      employer: id,
      job: jobs[1]?.id,
      version: 1,
      key: keys.reference(id, 'R-1'),
      expected: jobs[1]?.id,
      found: null,
      ...kinds['reference-missing'],
    };
    const applications = { ...noApplications, queued: 1, held: 1 };
    const checked = { employers: 1, jobs: 9, references: 6, apiKeys: 1, indexRows: 27 };
    const dry = await admin('--employer', String(id));
    expect(dry).toMatchObject({ exitCode: 1, stderr: '' });
    expect(JSON.parse(dry.stdout)).toEqual({ checked, applications, findings: [finding], repaired: [] });

    const mended = await admin('--employer', String(id), '--repair');
    expect(mended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(mended.stdout)).toEqual({
      checked: { ...checked, references: 7 },
      applications,
      findings: [],
      repaired: [finding],
    });
    expect(await admin()).toMatchObject({ exitCode: 0 });
  });

  test.each([
    [['--employer', '999999'], 1, 'There is no employer 999999: employer list shows them all.\n'],
    [['--repair=yes'], 2, "unknown option '--repair=yes'"],
    [['--name', 'A'], 2, "unknown option '--name'"],
  ])('says what is wrong with %j', async (args, exitCode, sentence) => {
    const answer = await admin(...args);
    expect(answer).toMatchObject({ exitCode, stdout: '' });
    expect(answer.stderr).toContain(sentence);
  });
});
