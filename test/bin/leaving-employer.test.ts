import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { connectionOf, type Connection } from '../../bin/admin/connection.ts';
import { adminOfSuite, runAdmin } from '../setup/admin.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { ownerOf } from '../../bin/admin/deletion/ownership.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { partitions } from '../../lib/partitions.ts';
import { aJob } from '../setup/a-job.ts';
import { anApplication } from '../setup/an-application.ts';
import { tableStream } from '../setup/table-stream.ts';
import { realLogo } from '../setup/logos.ts';
import { newFolder } from '../setup/new-folder.ts';
import { ownService } from '../setup/own-service.ts';
import { ownFiles } from '../setup/own-files.ts';

const exports = await newFolder();
ownFiles();
process.env['RATE_LIMITS'] = 'on';
const service = await ownService();
const stream = await tableStream();
const { client, connection, items: allItems } = adminOfSuite();
const TableName = process.env['TABLE_NAME'] ?? '';

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** Runs a command and returns its output; `typed` is the operator's input at its prompt. */
const admin = (
  line: string,
  { to = connection, now = later(10), typed }: { to?: Connection; now?: Date; typed?: string } = {},
) => runAdmin(to, line, { now, typed });

/** Items by key. */
const byKey = (items: Item[]) => new Map(items.map((item) => [`${item['PK']} ${item['SK']}`, item]));

/** The contents of all stored files and mails of the service, by name. */
async function allFiles(): Promise<Map<string, string>> {
  const folder = process.env['DATA_DIR'] ?? '';
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(path, 'base64')] as const)),
  );
}

/** An employer with an item of every kind that employers own, and a file of every kind. */
async function employerWithEverything(name: string) {
  const acme = await service.newEmployer({ name, plan: 'unlimited' });
  const { id } = acme.employer;
  const created = async (fields: object, headers = {}) => {
    const job = aJob({ title: name, status: 'active', ...fields });
    const { status, body } = await acme.post('/jobs', job, headers);
    expect(status).toBe(201);
    return body;
  };
  const jobs = [
    await created({ referenceId: 'A' }, { 'idempotency-key': 'one' }),
    await created({ confidential: true }),
    await created({ autoRefresh: true, salary: { amount: 24.5001, period: { id: 5 } } }),
  ];
  const gone = await created({});
  await acme.delete(`/jobs/${gone.id}`);
  await acme.get('/jobs?q=baker');
  await acme.put('/employer', { about: `<p>${name}</p>`, website: 'https://example.com' });
  const { mediaType, bytes } = realLogo('chromium.png');
  expect((await acme.put('/employer/logo', bytes, { 'content-type': mediaType })).status).toBeLessThan(300);
  await acme.post('/webhooks', { url: 'https://hooks.example.com/jobs', description: name });
  await admin(`key issue --employer ${id} --label "${name}"`);
  for (const [index, email] of ['zoe', 'max', 'ida'].entries()) {
    const ofCandidate = { email: `${email}@${id}.example.net`, ...(index === 2 && { resume: undefined }) };
    const body = anApplication(ofCandidate);
    const path = `/public/jobs/${jobs[0].id}/applications`;
    expect((await service.anyone.post(path, body, { 'idempotency-key': email })).status).toBe(201);
  }
  const elsewhere = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/apply' };
  const { postingUrl } = await created(elsewhere);
  await fetch(`${postingUrl}/apply`, { redirect: 'manual' });
  await service.db.put({ Item: { ...jobKeys.rowPack(id, 0), to: 1, rows: Buffer.from(name) } });
  await service.runMail();
  await service.runConfirmations();
  await stream.catchUp();
  return { acme, id, jobs: [...jobs] };
}

/** An employer that no test changes. */
const staying = await employerWithEverything('Staying Inc.');

const linesOf = async (folder: string, name: string) => {
  const lines = (await readFile(join(folder, name), 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
};

/** An application of a list as the export has it. */
const withFile = (each: { resume: object | null }) => ({ ...each, file: each.resume && expect.any(String) });

const refusal = (exitCode: number, text: string) => ({ exitCode, stderr: expect.stringContaining(text) });

const contentsOf = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'contents.json'), 'utf8'));

/** A connection that fails after this many writes or file reads, as if the process had been killed. */
function mortal(steps: number): Connection {
  let remainingSteps = steps;
  const step = () => {
    remainingSteps -= 1;
    if (remainingSteps < 0) throw new Error('killed');
  };
  const sender = {
    send: async (command: { constructor: { name: string } }, ...rest: never[]) => {
      if (/^(?:Put|Update|Delete|TransactWrite)/.test(command.constructor.name)) step();
      return client.send(command as never, ...rest);
    },
  } as unknown as DynamoDBDocumentClient;
  const dying = connectionOf(sender, TableName, true);
  const { files } = dying;
  if (!files) throw new Error('There are no files.');
  const dyingFiles = {
    ...files,
    get: async (key: string) => (step(), files.get(key)),
    remove: async (key: string) => (step(), files.remove(key)),
  };
  return { ...dying, files: dyingFiles };
}

const exported = (id: number, folder: string, to = connection) =>
  admin(`employer export ${id} --to ${folder}`, { to });

describe('admin employer export', () => {
  test('writes all data of an employer in the form of API responses, without secrets', async () => {
    const { acme, id, jobs } = staying;
    const folder = join(exports, 'new', 'folder');
    const { exitCode, printed } = await exported(id, folder);
    const holds = { jobs: 4, applications: 3, files: 3, events: expect.any(Number), webhooks: 1, keys: 2 };
    expect([exitCode, printed]).toEqual([0, { employer: id, folder, holds }]);
    expect(await contentsOf(folder)).toMatchObject({ employer: id, isComplete: true, holds: printed.holds });

    const lines = await linesOf(folder, 'jobs.jsonl');
    for (const { id: jobId } of jobs) {
      const { body } = await acme.get(`/jobs/${jobId}`);
      const line = lines.find((each) => each.id === jobId);
      expect({ ...line, postingUrl: `${service.origin}${line.postingUrl}` }).toEqual(body);
    }
    const { body: listed } = await acme.get('/applications');
    const applications = await linesOf(folder, 'applications.jsonl');
    expect(applications).toEqual(listed.data.map(withFile));
    for (const { file, resume } of applications) {
      expect(file === null).toBe(resume === null);
      if (file !== null) expect((await readFile(join(folder, file))).length).toBe(resume.size);
    }
    for (const name of ['events', 'webhooks'])
      expect(await linesOf(folder, `${name}.jsonl`)).toEqual((await acme.get(`/${name}`)).body.data);
    const { body: profile } = await acme.get('/employer');
    const ofEmployer = await readFile(join(folder, 'employer.json'), 'utf8');
    const { employer, profile: exportedProfile } = JSON.parse(ofEmployer);
    expect([employer, exportedProfile.about]).toEqual([acme.employer, profile.about]);
    const names = await readdir(folder, { recursive: true });
    expect(names).toContain(`files/${exportedProfile.logo}`);
    const texts = await Promise.all(
      names.filter((name) => /json/.test(name)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(texts.join('')).not.toMatch(/whsec_|jps_|[\da-f]{64}/);
  });

  test('resumes copying files after an interruption, and removes the files of applications that have been erased', async () => {
    const { acme, id } = await employerWithEverything('Interrupted Inc.');
    const folder = join(exports, 'interrupted');
    // This run fails after it has copied the logo and one file of an application.
    expect((await exported(id, folder, mortal(2))).exitCode).toBe(1);
    expect(await contentsOf(folder)).toEqual({ employer: id, isComplete: false });
    // This run copies the missing file.
    expect((await exported(id, folder, mortal(1))).exitCode).toBe(0);
    expect(await contentsOf(folder)).toMatchObject({ isComplete: true, holds: { files: 3 } });
    const [{ id: erased }] = await linesOf(folder, 'applications.jsonl');
    await acme.delete(`/applications/${erased}`);
    expect((await exported(id, folder)).printed.holds).toMatchObject({ applications: 2, files: 2 });
    expect(await readdir(join(folder, 'files'))).toHaveLength(2);
  });

  test('refuses a folder that contains other files', async () => {
    const { acme } = await service.employerWithJob();
    const [one, other] = [join(exports, 'one'), await newFolder()];
    await writeFile(join(other, 'notes.txt'), 'Mine.');
    await exported(acme.employer.id, one);
    const second = await service.newEmployer();
    for (const folder of [one, other]) {
      const { exitCode, stderr } = await exported(second.employer.id, folder);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('holds something else')]);
    }
    expect(await readdir(other)).toEqual(['notes.txt']);
  });
});

const deletion = (id: number, options = '') => `employer delete ${id} ${options}`;

describe('admin employer delete', () => {
  test('removes every item and file of the employer and of no other employer, even if it is killed repeatedly', async () => {
    await stream.catchUp();
    const [itemsBefore, filesBefore] = [byKey(await allItems()), await allFiles()];
    const { id, jobs } = await employerWithEverything('Vanishing Inc.');
    const owned = (await allItems()).filter((item) => ownerOf(item) === id);
    const kinds = Object.entries(partitions).filter(([, prefix]) =>
      owned.some(({ PK }) => PK.startsWith(prefix)),
    );
    const all = 'apiKeys applications employers events idBlocks publicNames rowPacks webhooks';
    expect(kinds.map(([name]) => name).toSorted()).toEqual(all.split(' '));
    await admin(`employer suspend ${id}`, { now: new Date() });

    const line = deletion(id, '--name "Vanishing Inc." --by Ada');
    let kills = 0;
    while ((await admin(line, { to: mortal(3) })).exitCode !== 0) kills += 1;
    expect(kills).toBeGreaterThan(owned.length / 4);
    await stream.catchUp();

    const [itemsAfter, filesAfter] = [byKey(await allItems()), await allFiles()];
    expect(filesAfter).toEqual(filesBefore);
    // Rate-limit items contain only an account id and expire by themselves; only slow machines write them.
    const shared = /^(?:COUNT#|COUNTER |LOCATION |OPERATOR |KEY#RATE#)/;
    const ofOthers = (items: Map<string, Item>) => new Map([...items].filter(([key]) => !shared.test(key)));
    expect(ofOthers(itemsAfter)).toEqual(ofOthers(itemsBefore));
    expect(JSON.stringify([...itemsAfter])).not.toMatch(new RegExp(`Vanishing|@${id}.example`));

    const { printed } = await admin('events --operator');
    const held = { jobs: 4, applications: 3, items: expect.any(Number), files: 3 };
    const times = { at: expect.any(String), finishedAt: expect.any(String) };
    const by = { type: 'operator', name: 'Ada' };
    const event = printed.events.find(({ employer }: { employer: number }) => employer === id);
    expect(event).toEqual({ type: 'employer.deleted', by, employer: id, held, ...times });
    expect((await admin('verify')).printed.findings).toEqual([]);
    expect((await service.anyone.get(`/public/jobs/${jobs[0].id}`)).status).toBe(404);
    expect((await staying.acme.get('/jobs')).body.paging.total).toBe(4);
    expect((await service.newEmployer()).employer.id).toBe(id + 1);
    // A second run, for example after a restore, finds no items and prints the same report.
    expect((await admin(deletion(id))).printed).toEqual({ deleted: { employer: id, ...held } });
  });

  test('also removes an item that another process writes during the scan', async () => {
    const { employer } = await service.newEmployer({ name: 'Late Inc.' });
    await admin(`employer suspend ${employer.id}`, { now: new Date() });
    const late = { ...jobKeys.numbers(employer.id), lastPosition: 1 };
    let scans = 0;
    const to: Connection = {
      ...connection,
      scan: async function* scan(names) {
        yield* connection.scan(names);
        scans += 1;
        // The second scan follows the first scan that deletes items.
        if (scans === 2) await service.db.put({ Item: late });
      },
    };
    expect((await admin(deletion(employer.id, '--name "Late Inc."'), { to })).exitCode).toBe(0);
    expect((await allItems()).filter((item) => ownerOf(item) === employer.id)).toEqual([]);
  });

  test("removes an employer of a partner from the partner's list, references and count exactly once", async () => {
    const { printed: created } = await admin('partner create --name "Acme ATS"');
    const partnerId = String(created.partner.id);
    const employerOf = async (reference: string) => {
      const line = `employer create --name "Client Inc." --partner ${partnerId} --reference ${reference}`;
      return (await admin(line)).printed.employer;
    };
    const [gone, other] = [await employerOf('A'), await employerOf('B')];
    expect((await admin(deletion(created.partner.id, '--name "Acme ATS"'))).exitCode).toBe(1);
    await admin(`employer suspend ${gone.id}`, { now: new Date() });
    while ((await admin(deletion(gone.id, '--name "Client Inc."'), { to: mortal(1) })).exitCode !== 0);
    expect((await allItems()).filter((item) => ownerOf(item) === gone.id)).toEqual([]);
    expect((await admin(`partner show ${partnerId}`)).printed.employers).toBe(1);
    expect((await employerOf('A')).id).toBeGreaterThan(other.id);
    expect((await admin('verify')).printed.findings).toEqual([]);
  });

  test('with --dry-run prints what it would delete and deletes nothing', async () => {
    const { id } = staying;
    const before = byKey(await allItems());
    const { exitCode, printed } = await admin(deletion(id, '--dry-run'));
    const items = (await allItems()).filter((item) => ownerOf(item) === id).length;
    const wouldDelete = { employer: id, jobs: 4, applications: 3, items, files: 3 };
    expect([exitCode, printed]).toEqual([0, { wouldDelete }]);
    expect(byKey(await allItems())).toEqual(before);
  });

  test('refuses a wrong name, and an employer that is not suspended or was suspended only a minute ago', async () => {
    const { employer } = await service.newEmployer({ name: 'Careful Inc.' });
    const line = deletion(employer.id, '--name "Careful Inc."');
    expect(await admin(line)).toMatchObject(refusal(1, 'is not suspended'));
    await admin(`employer suspend ${employer.id}`, { now: new Date() });
    expect(await admin(line, { now: later(1) })).toMatchObject(refusal(1, 'try again after'));
    expect(await admin(deletion(employer.id))).toMatchObject(refusal(2, '--name'));
    const wrong = await admin(deletion(employer.id), { typed: 'careful inc.' });
    expect(wrong).toMatchObject(refusal(1, 'Nothing was deleted'));
    expect(await admin(deletion(999_999), { typed: 'Nobody' })).toMatchObject({ exitCode: 1 });
    expect((await admin(`employer show ${employer.id}`)).exitCode).toBe(0);
    expect((await admin(deletion(employer.id), { typed: 'Careful Inc.' })).exitCode).toBe(0);
    expect((await admin(`employer show ${employer.id}`)).exitCode).toBe(1);
  });
});
