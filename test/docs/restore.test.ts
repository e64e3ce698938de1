import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { connectionOf } from '../../bin/admin/connection.ts';
import { runAdmin } from '../setup/admin.ts';
import { prepareRestored } from '../../bin/admin/restore/prepare.ts';
import { createTable } from '../../bin/local/create-table.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { indexes, tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { eventLog } from '../../functions/events/store/event-log.ts';
import { aJob } from '../setup/a-job.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { createSigningSecret } from '../../functions/platform/crypto/signing-key.ts';
import { tableStream } from '../setup/table-stream.ts';
import { apply } from '../setup/an-application.ts';
import { codeBlocks, section } from '../setup/markdown.ts';
import { createHttpClient } from '../setup/http-client.ts';
import type { startService } from '../setup/service.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/alarms.md'), 'utf8');

/** The admin commands that the runbook shows, without the assignment of TABLE_NAME. */
const commands = codeBlocks(section(page, 'Restore the table').replaceAll(/^ {3}/gm, ''), 'sh')
  .flatMap((block) => block.trim().split('\n'))
  .map((line) => line.replace('TABLE_NAME=NEW npm run -s admin -- ', ''));

test('the runbook has the names of all indexes', () => {
  const [, names = ''] = /for index in ([\w ]+); do/.exec(section(page, 'Restore the table')) ?? [];
  expect(names.split(' ').toSorted()).toEqual(Object.keys(indexes).toSorted());
});

const client = createDocumentClient();
const tables: string[] = [];

test('the runbook enables the stream of a restored table with the old and new images of each write', async () => {
  const definition = tableDefinition(`restore-${crypto.randomUUID()}`);
  const { TableName = '' } = definition;
  await client.send(new CreateTableCommand(definition));
  tables.push(TableName);
  const [, said = ''] = /--stream-specification (\S+)/.exec(section(page, 'Restore the table')) ?? [];
  const { StreamEnabled, StreamViewType } = Object.fromEntries(
    said.split(',').map((each) => each.split('=')),
  );
  const StreamSpecification = { StreamEnabled: StreamEnabled === 'true', StreamViewType };
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  expect(Table?.LatestStreamArn).toMatch(/\/stream\//);
});

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

/** Runs `employer delete` on a machine that has the files. Returns the exit code. */
async function deleteFrom(table: string, { id, name }: { id: number; name: string }): Promise<number> {
  const connection = connectionOf(client, table, true);
  const later = new Date(Date.now() + 600_000);
  const line = `employer delete ${id} --name "${name}"`;
  return (await runAdmin(connection, line, { now: later })).exitCode;
}

afterAll(async () => {
  for (const TableName of tables) await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
});

/** The log builder of a table, and a function that reads the events of an employer. */
async function logOf(table: string) {
  process.env['TABLE_NAME'] = table;
  const { catchUp, records } = await tableStream();
  const db = connectionOf(client, table, false).open();
  return { catchUp, records, ...eventLog(db, () => new Date()) };
}

/** A newly loaded service on a table, as a deployment with another table starts new containers. */
async function serviceOn(table: string) {
  process.env['TABLE_NAME'] = table;
  jest.resetModules();
  const { startService: start } = await import('../setup/service.ts');
  return start();
}

const locationIn = (name: string) => [{ description: `${name}, BC` }];

/** The highest ids in jobs. */
const idsOf = (jobs: { id: number; locations: { id: number }[] }[]) => ({
  jobs: Math.max(...jobs.map(({ id }) => id)),
  places: Math.max(...jobs.flatMap(({ locations }) => locations.map(({ id }) => id))),
});

/** Creates a table, a restored copy of its state at one time, and changes after that time. */
async function restored() {
  const table = await newTable();
  const service = await serviceOn(table);
  const acme = await service.newEmployer();
  const job = { status: 'active', applicantRoutingType: { id: 1 }, applicationEmail: 'jobs@example.com' };
  const { body: kept } = await acme.post('/jobs', aJob(job));
  await apply(service.anyone, kept.id);
  const rotated = await outputOf(table, 'key issue --employer 1 --label rotated');
  const revoked = await outputOf(table, 'key issue --employer 1 --label revoked');
  const suspended = await service.newEmployer({ name: 'Suspended' });
  const deleted = await service.newEmployer({ name: 'Gone' });
  await acme.put('/employer', { about: '<p>Then.</p>', website: 'https://then.example' });
  await suspended.put('/employer', { about: '<p>Gone since.</p>' });
  for (const name of ['changed', 'deleted']) {
    await acme.post('/webhooks', { url: `https://hooks.example.com/${name}` });
  }
  const log = await logOf(table);
  await log.catchUp();
  const newest = await log.last(acme.employer.id);
  const [copy, withoutOriginal] = [await copyOf(table), await copyOf(table)];
  const copyLog = await logOf(copy);
  // The stream of a restored table contains only writes after the restore.
  await copyLog.records();

  await acme.put('/employer', { about: '<p>Since.</p>' });
  await suspended.put('/employer', { about: null });
  await outputOf(table, `key revoke ${revoked.key.id}`);
  const successor = await outputOf(table, `key rotate ${rotated.key.id} --overlap 0`);
  await outputOf(table, `employer suspend ${suspended.employer.id}`);
  const later = await service.newEmployer({ name: 'Later' });
  await outputOf(table, `employer suspend ${deleted.employer.id}`);
  expect(await deleteFrom(table, deleted.employer)).toBe(0);
  await acme.delete('/webhooks/2');
  await acme.put('/webhooks/1', { url: 'https://hooks.example.com/since' });
  await acme.post('/webhooks', { url: 'https://hooks.example.com/created' });
  const operations = Array.from({ length: 20 }, (_, index) => ({
    operation: 'create',
    body: aJob({ locations: locationIn(index === 0 ? 'Kitsilano' : 'Vancouver') }),
  }));
  const { body: batch } = await acme.post('/jobs/batch', { operations });
  const lost = batch.results.map((result: { job: object }) => result.job);
  const { body: application } = await apply(service.anyone, kept.id, { name: 'Lost' });
  await service.close();
  await log.catchUp();
  const lastEvent = await log.last(acme.employer.id);
  expect(lastEvent).toBeGreaterThan(newest);
  return {
    table,
    copy,
    /** A second copy, which is prepared without the original table. */
    withoutOriginal,
    copyLog,
    newest,
    lastEvent,
    acme,
    kept,
    rotated,
    revoked,
    successor,
    suspended,
    deleted,
    later,
    lost,
    application,
  };
}

let made: ReturnType<typeof restored> | undefined;
const restoredOnce = () => (made ??= restored());

describe('a restored table that was prepared by the runbook', () => {
  let past: Awaited<ReturnType<typeof restored>>;
  let service: Awaited<ReturnType<typeof startService>>;
  let prepared: { access: Record<string, unknown[]> };
  let verified: { findings: unknown[] };

  const employerWith = (apiKey: string) => createHttpClient(service.origin, { 'api-key': apiKey });
  const statusOf = async (apiKey: string) => (await employerWith(apiKey).get('/jobs')).status;

  beforeAll(async () => {
    past = await restoredOnce();
    const [prepare = '', verify = '', ...others] = commands;
    expect([prepare, verify, others]).toEqual(['restore prepare --from OLD', 'verify', []]);
    prepared = await outputOf(past.copy, prepare.replace('OLD', past.table));
    verified = await outputOf(past.copy, verify);
    service = await serviceOn(past.copy);
  });

  afterAll(() => service.close());

  test('has the job of the restored time, and admin verify has no finding', async () => {
    expect(verified.findings).toEqual([]);
    const { body } = await employerWith(past.acme.apiKey).get(`/jobs/${past.kept.id}`);
    // The URLs differ, because each service of the suite has its own address.
    expect({ ...body, postingUrl: null }).toEqual({ ...past.kept, postingUrl: null });
  });

  test('has the profiles of the table in use, not those of the restored time', async () => {
    const { body } = await employerWith(past.acme.apiKey).get('/employer');
    expect(body).toMatchObject({ about: '<p>Since.</p>', website: 'https://then.example' });
    const { Item } = await client.send(
      new GetCommand({ TableName: past.copy, Key: accountKeys.about(past.suspended.employer.id) }),
    );
    expect(Item).toBeUndefined();
  });

  test('assigns no former id to a new job, location, application or employer', async () => {
    const acme = employerWith(past.acme.apiKey);
    const { status, body: job } = await acme.post('/jobs', aJob({ locations: locationIn('Anmore') }));
    expect(status).toBe(201);
    expect(job.id).toBeGreaterThan(idsOf(past.lost).jobs);
    expect(idsOf([job]).places).toBeGreaterThan(idsOf(past.lost).places);
    const { body: application } = await apply(service.anyone, past.kept.id, { name: 'New' });
    expect(application.id).not.toBe(past.application.id);
    expect((await acme.get(`/applications/${past.application.id}`)).status).toBe(404);
    const { employer } = await service.newEmployer();
    expect(employer.id).toBeGreaterThan(past.later.employer.id);
  });

  test('continues the event log after all former event ids, and readers skip the gap', async () => {
    const { copyLog, newest, lastEvent, acme, later } = past;
    const following = async (after: number, apiKey = acme.apiKey) => {
      const { status, body } = await employerWith(apiKey).get(`/events?after=${after}`);
      const { next, more, latest } = body.paging;
      const cursor = Number(new URL(next).searchParams.get('after'));
      return { status, ids: body.data.map(({ id }: { id: number }) => id), cursor, more, latest };
    };
    const before = Array.from({ length: newest }, (_, index) => index + 1);
    const { latest } = await following(0);
    expect(latest).toBeGreaterThan(lastEvent);
    const atEnd = { status: 200, cursor: latest, more: false, latest };
    expect(await following(0)).toEqual({ ...atEnd, ids: before });
    for (const cursor of [newest, newest + 1, lastEvent, latest]) {
      expect(await following(cursor)).toEqual({ ...atEnd, ids: [] });
    }
    expect(await following(1, later.apiKey)).toMatchObject({ status: 200, ids: [], more: false });

    const { body: job } = await employerWith(acme.apiKey).post('/jobs', aJob());
    await copyLog.catchUp();
    const { ids, latest: last } = await following(latest);
    expect(ids).toEqual(ids.map((_: number, index: number) => latest + 1 + index));
    const { body } = await employerWith(acme.apiKey).get(`/events?after=${last - 1}`);
    expect(body.data).toMatchObject([{ type: 'job.created', data: { job: { id: job.id } } }]);
    const since = { status: 200, cursor: last, more: false, latest: last };
    expect(await following(0)).toEqual({ ...since, ids: [...before, ...ids] });
    for (const cursor of [newest, newest + 1, lastEvent]) {
      expect(await following(cursor)).toEqual({ ...since, ids });
    }
    expect((await outputOf(past.copy, 'verify')).findings).toEqual([]);
  });

  test('has the webhooks of the table in use, which continue where the event log continues', async () => {
    const acme = employerWith(past.acme.apiKey);
    const { latest } = await past.copyLog.after(past.acme.employer.id, { after: 0, limit: 1 });
    const { body } = await acme.get('/webhooks');
    expect(body.data).toEqual([
      expect.objectContaining({ id: 1, url: 'https://hooks.example.com/since', status: 'active' }),
      expect.objectContaining({ id: 3, url: 'https://hooks.example.com/created', status: 'active' }),
    ]);
    for (const { cursor } of body.data) {
      expect(cursor).toBeGreaterThan(past.lastEvent);
      expect(await past.copyLog.after(past.acme.employer.id, { after: cursor, limit: 100 })).toMatchObject({
        last: latest,
        more: false,
      });
    }
    const { body: next } = await acme.post('/webhooks', { url: 'https://hooks.example.com/next' });
    expect(next.id).toBe(4);
  });

  test('accepts exactly the keys that the table in use accepted', async () => {
    expect({
      acme: await statusOf(past.acme.apiKey),
      revoked: await statusOf(past.revoked.apiKey),
      rotated: await statusOf(past.rotated.apiKey),
      successor: await statusOf(past.successor.apiKey),
      suspended: await statusOf(past.suspended.apiKey),
      later: await statusOf(past.later.apiKey),
    }).toEqual({ acme: 200, revoked: 401, rotated: 401, successor: 200, suspended: 403, later: 200 });
    expect(await statusOf(past.deleted.apiKey)).toBe(401);
  });

  test('is reported with its new counters and its changes of access', () => {
    const { key } = past.successor;
    expect(prepared).toEqual({
      counters: {
        JOB: { from: 64, to: 128 },
        EMPLOYER: { from: 3, to: 4 },
        LOCATION: { from: expect.any(Number), to: expect.any(Number) },
      },
      employers: 4,
      access: {
        keysEnded: expect.arrayContaining([past.rotated.key.id, past.revoked.key.id]),
        keysAdded: expect.arrayContaining([key.id, past.later.key.id]),
        employersAdded: [past.later.employer.id],
        employersSuspended: [past.suspended.employer.id],
        employersDeleted: [past.deleted.employer.id],
      },
    });
  });

  test('lets the operator delete an employer again that was deleted after the restored time', async () => {
    const { employer } = past.deleted;
    expect(await deleteFrom(past.copy, { ...employer, name: 'Whatever' })).toBe(0);
    expect((await adminOn(past.copy, `employer show ${employer.id}`)).exitCode).toBe(1);
  });

  test('cannot be swapped with the table in use: restore prepare refuses a --from table with lower numbers', async () => {
    const { exitCode, stderr } = await adminOn(past.table, `restore prepare --from ${await newTable()}`);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^TABLE_NAME has given more numbers than --from/),
    ]);
    const missing = await adminOn(past.copy, 'restore prepare --from no-such-table');
    expect([missing.exitCode, missing.stderr]).toEqual([
      1,
      'There is no table no-such-table: check --from.\n',
    ]);
  });
});

test('a restored table whose original is lost continues its numbers after a wide gap', async () => {
  const { withoutOriginal, lost, acme, application, kept } = await restoredOnce();
  expect(await outputOf(withoutOriginal, 'restore prepare')).toMatchObject({
    counters: { EMPLOYER: { from: 3, to: 1_003 } },
    access: null,
  });
  expect((await outputOf(withoutOriginal, 'verify')).findings).toEqual([]);
  const service = await serviceOn(withoutOriginal);
  try {
    const employer = createHttpClient(service.origin, { 'api-key': acme.apiKey });
    const { body: job } = await employer.post('/jobs', aJob());
    expect(job.id).toBeGreaterThan(1_000_000);
    const { body: webhook } = await employer.post('/webhooks', { url: 'https://hooks.example.com/next' });
    expect(webhook.id).toBeGreaterThan(1_000_000);
    expect(job.id).toBeGreaterThan(Math.max(...lost.map(({ id }: { id: number }) => id)));
    const { body: next } = await apply(service.anyone, kept.id, { name: 'New' });
    expect(next.id).not.toBe(application.id);
  } finally {
    await service.close();
  }
});

test('restore prepare handles employers in parallel, and shows their number and the rate', async () => {
  const [inUse, copy] = [await newTable(), await newTable()];
  for (const table of [inUse, copy]) {
    const employers = employerStore(connectionOf(client, table, false).open());
    for (let n = 0; n < 10; n += 1)
      await employers.create({ name: `Employer ${n}`, plan: 'standard' }, new Date());
  }
  let underWay = 0;
  let most = 0;
  const counting = new Proxy(client, {
    get: (target, name, proxy) =>
      name === 'send'
        ? async (...sent: [never]) => {
            most = Math.max(most, (underWay += 1));
            return target.send(...sent).finally(() => (underWay -= 1));
          }
        : (Reflect.get(target, name, proxy) as unknown),
  });
  const answers: string[] = [];
  const progress = {
    show: (part: number, text: string) => void answers.push(`${part}, ${text}`),
    end: () => undefined,
  };
  const connection = connectionOf(counting, copy, false);
  expect(await prepareRestored(connection, inUse, { now: new Date(), progress })).toMatchObject({
    employers: 10,
  });
  expect(most).toBeGreaterThanOrEqual(10);
  const steps = ['Reading keys', 'Reading keys', 'Writing keys', 'Numbers and webhooks'];
  expect(answers.filter((text) => text.startsWith('1,'))).toEqual(
    steps.map((step) => expect.stringMatching(`^1, ${step}: 10 of 10 employers, \\d+ a second$`)),
  );
});
