import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { connectionOf } from '../../bin/admin/connection.ts';
import { runAdmin } from '../setup/admin.ts';
import { createTable } from '../../bin/local/create-table.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { indexes } from '../../functions/platform/dynamodb/table.ts';
import { eventLog } from '../../functions/events/store/event-log.ts';
import { aJob } from '../setup/a-job.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { createSigningSecret } from '../../functions/platform/crypto/signing-key.ts';
import { apply } from '../setup/an-application.ts';
import { codeBlocks, section } from '../setup/markdown.ts';
import { createHttpClient } from '../setup/http-client.ts';
import type { openService } from '../setup/service.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/alarms.md'), 'utf8');

const runbook = section(page, 'Restore the table').replaceAll(/^ {3}/gm, '');
const [preparation = '', comparison = ''] = codeBlocks(runbook, 'sh');

/** The admin commands with which the runbook prepares a table. */
const preparations = preparation.trim().replaceAll('TABLE_NAME=NEW npm run -s admin -- ', '').split('\n');

/** The admin commands whose output the runbook compares. */
const lists = [...comparison.matchAll(/'([a-z][\w -]+)'/g)].map(([, line = '']) => line);

test('the runbook has the names of all indexes', () => {
  const [, names = ''] = /for index in ([\w ]+); do/.exec(runbook) ?? [];
  expect(names.split(' ').toSorted()).toEqual(Object.keys(indexes).toSorted());
});

test('the runbook enables the stream of a restored table with the old and new images of each write', () => {
  const [, stream] = /--stream-specification (\S+)/.exec(runbook) ?? [];
  expect(stream).toBe('StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES');
});

const client = createDocumentClient();
const tables: string[] = [];

async function newTable(): Promise<string> {
  const name = `restore-${crypto.randomUUID()}`;
  await createTable(client, name);
  await createSigningSecret(database({ client, tableName: name, remainingMillis: () => Infinity }));
  tables.push(name);
  return name;
}

/** Copies a table, like a restore to a point in time: another table with the items of that time. */
async function copyOf(name: string): Promise<string> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name }));
  const copy = await newTable();
  for (const Item of Items) await client.send(new PutCommand({ TableName: copy, Item }));
  return copy;
}

const adminOn = (table: string, line: string) => runAdmin(connectionOf(client, table, false), line);

const outputOf = async (table: string, line: string) => {
  const { exitCode, stderr, printed } = await adminOn(table, line);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return printed;
};

afterAll(async () => {
  for (const TableName of tables) await client.send(new DeleteTableCommand({ TableName }));
});

/** The log builder of a table, and a function that reads the events of an employer. */
async function logOf(table: string) {
  process.env['TABLE_NAME'] = table;
  const { tableStream } = await import('../setup/table-stream.ts');
  const { build, catchUp, records } = await tableStream();
  await build([]);
  const db = connectionOf(client, table, false).open();
  return { catchUp, records, ...eventLog(db, () => new Date()) };
}

/** A newly loaded service on a table, as a deployment with another table starts new containers. */
async function serviceOn(table: string) {
  process.env['TABLE_NAME'] = table;
  jest.resetModules();
  const { openService: start } = await import('../setup/service.ts');
  return start();
}

const locationIn = (name: string) => [{ description: `${name}, BC` }];

/** The highest ids in jobs. */
const idsOf = (jobs: { id: number; locations: { id: number }[] }[]) => ({
  jobs: Math.max(...jobs.map(({ id }) => id)),
  places: Math.max(...jobs.flatMap(({ locations }) => locations.map(({ id }) => id))),
});

/** Creates a table, a copy of its state at one time, which is prepared by the runbook, and changes after that time. */
async function restored() {
  const table = await newTable();
  const service = await serviceOn(table);
  const acme = await service.newEmployer();
  const job = { status: 'active', applicantRoutingType: { id: 1 }, applicationEmail: 'jobs@example.com' };
  const { body: survivor } = await acme.post('/jobs', aJob(job));
  await apply(service.anyone, survivor.id);
  const revoked = await outputOf(table, 'key issue --employer 1 --label revoked');
  await acme.post('/webhooks', { url: 'https://hooks.example.com/restored' });
  const log = await logOf(table);
  await log.catchUp();
  const newest = await log.last(acme.employer.id);
  const copy = await copyOf(table);
  // Functions read the name of their table when they are loaded.
  jest.resetModules();
  const copyLog = await logOf(copy);
  // The stream of a restored table contains only writes after the restore.
  await copyLog.records();
  process.env['TABLE_NAME'] = table;
  jest.resetModules();

  await outputOf(table, `key revoke ${revoked.key.id}`);
  const later = await service.newEmployer({ name: 'Later' });
  await acme.post('/webhooks', { url: 'https://hooks.example.com/lost' });
  const operations = Array.from({ length: 20 }, (_, index) => ({
    operation: 'create',
    body: aJob({ locations: locationIn(index === 0 ? 'Kitsilano' : 'Vancouver') }),
  }));
  const { body: batch } = await acme.post('/jobs/batch', { operations });
  const lost = batch.results.map((result: { job: object }) => result.job);
  const { body: application } = await apply(service.anyone, survivor.id, { name: 'Lost' });
  await service.close();
  await log.catchUp();
  const lastEvent = await log.last(acme.employer.id);
  expect(lastEvent).toBeGreaterThan(newest);
  return { table, copy, copyLog, newest, lastEvent, acme, kept: survivor, revoked, later, lost, application };
}

describe('a restored table that was prepared by the runbook', () => {
  let restoration: Awaited<ReturnType<typeof restored>>;
  let service: Awaited<ReturnType<typeof openService>>;
  let acme: ReturnType<typeof createHttpClient>;

  beforeAll(async () => {
    restoration = await restored();
    expect(preparations).toEqual(['restore prepare', 'verify']);
    const LOCATION = { from: expect.any(Number), to: expect.any(Number) };
    const counters = { JOB: { from: 64, to: 1_000_064 }, EMPLOYER: { from: 1, to: 1_001 }, LOCATION };
    expect(await outputOf(restoration.copy, 'restore prepare')).toEqual({ counters, employers: 1 });
    expect((await outputOf(restoration.copy, 'verify')).findings).toEqual([]);
    service = await serviceOn(restoration.copy);
    acme = createHttpClient(service.origin, { 'api-key': restoration.acme.apiKey });
  });

  afterAll(() => service.close());

  test('has the job of the restored time', async () => {
    const { body } = await acme.get(`/jobs/${restoration.kept.id}`);
    // The URLs differ, because each service of the suite has its own address.
    expect({ ...body, postingUrl: null }).toEqual({ ...restoration.kept, postingUrl: null });
  });

  test('assigns no former id to a new job, location, application, webhook or employer', async () => {
    const { status, body: job } = await acme.post('/jobs', aJob({ locations: locationIn('Anmore') }));
    expect(status).toBe(201);
    expect(job.id).toBeGreaterThan(idsOf(restoration.lost).jobs);
    expect(idsOf([job]).places).toBeGreaterThan(idsOf(restoration.lost).places);
    const { body: application } = await apply(service.anyone, restoration.kept.id, { name: 'New' });
    expect(application.id).not.toBe(restoration.application.id);
    expect((await acme.get(`/applications/${restoration.application.id}`)).status).toBe(404);
    const { body: webhook } = await acme.post('/webhooks', { url: 'https://hooks.example.com/next' });
    expect(webhook.id).toBeGreaterThan(2);
    const { employer } = await service.newEmployer();
    expect(employer.id).toBeGreaterThan(restoration.later.employer.id);
  });

  test('continues the event log after all former event ids, and readers skip the gap', async () => {
    const { copyLog, newest, lastEvent } = restoration;
    const following = async (after: number) => {
      const { body } = await acme.get(`/events?after=${after}`);
      return { ids: body.data.map(({ id }: { id: number }) => id), latest: body.paging.latest };
    };
    await copyLog.catchUp();
    const { latest } = await following(0);
    expect(latest).toBeGreaterThan(lastEvent);
    const { body: job } = await acme.post('/jobs', aJob());
    await copyLog.catchUp();
    const { ids, latest: last } = await following(latest);
    expect(ids).toEqual(ids.map((_: number, index: number) => latest + 1 + index));
    const { body } = await acme.get(`/events?after=${last - 1}`);
    expect(body.data).toMatchObject([{ type: 'job.created', data: { job: { id: job.id } } }]);
    const afterGap = await following(newest);
    for (const cursor of [newest + 1, lastEvent]) expect(await following(cursor)).toEqual(afterGap);
    expect((await outputOf(restoration.copy, 'verify')).findings).toEqual([]);
  });

  test('has webhooks that continue where the event log continues', async () => {
    const { body } = await acme.get('/webhooks/1');
    expect(body).toMatchObject({ url: 'https://hooks.example.com/restored', status: 'active' });
    expect(body.cursor).toBeGreaterThan(restoration.lastEvent);
  });

  test('differs from the former table in what the runbook compares: revoked keys and later employers', async () => {
    expect(lists).toEqual(['employer list', 'partner list', 'key list', 'events --operator']);
    const [former, present] = await Promise.all(
      [restoration.table, restoration.copy].map((table) => outputOf(table, 'key list')),
    );
    const revokedAt = ({ keys }: { keys: { id: string; revokedAt: string | null }[] }) =>
      keys.find(({ id }) => id === restoration.revoked.key.id)?.revokedAt;
    expect([revokedAt(former), revokedAt(present)]).toEqual([expect.any(String), null]);
    const { employers } = await outputOf(restoration.table, 'employer list');
    expect(employers).toContainEqual(restoration.later.employer);
  });
});
