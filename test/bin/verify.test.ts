import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { noProgress } from '../../bin/admin/progress.ts';
import { compare } from '../../bin/admin/verify/compare.ts';
import { agreed, kinds, type FindingKind } from '../../bin/admin/verify/findings.ts';
import { readEmployer } from '../../bin/admin/verify/reading.ts';
import { verify } from '../../bin/admin/verify/verify.ts';
import { apiKeyStore } from '../../functions/employers/store/api-keys.ts';
import { employerStore } from '../../functions/employers/store/employers.ts';
import { indexes, keys, timeToLive } from '../../functions/platform/dynamodb/table.ts';
import { profileStore } from '../../functions/profile/store/profiles.ts';
import { apply } from '../setup/an-application.ts';
import { applicationsInTable } from '../setup/applications-in-table.ts';
import { damages, expectRepair, jobKey, kindsOf } from '../setup/damages.ts';
import { inParallel } from '../setup/in-parallel.ts';
import { realLogo } from '../setup/logos.ts';
import { noApplications, verifiedTable } from '../setup/verified-table.ts';

jest.setTimeout(90_000);

const root = path.join(import.meta.dirname, '../..');
const table = await verifiedTable();
const { connection, employerWithJobs, endpoint, files, hand, service, tableName, verified } = table;

afterEach(table.empty);
afterAll(table.close);

/** Kinds of findings that together need each way of repair; the trial verify tries every kind. */
const repairedKinds: FindingKind[] = [
  'job-attributes',
  'last-position',
  'position',
  'publish-date',
  'reference-missing',
  'reference-orphan',
  'reference-shared',
  'public-name-missing',
  'application-attributes',
  'pointer-missing',
  'status-digit',
  'employer-missing',
  'key-unlisted',
  'key-employer',
];
const atEveryRepair = repairedKinds.flatMap(
  (repaired) => damages.find(({ kind }) => kind === repaired) ?? [],
);

describe('admin verify', () => {
  test.each(atEveryRepair)('finds and fixes $kind: $what', (damage) => expectRepair(table, damage));

  test('restores a lost suspension on the keys, and a lost profile of a suspended employer', async () => {
    const acme = await employerWithJobs();
    const employer = await employerStore(service.db).suspend(acme.id, new Date());
    await hand.set(keys.apiKey(acme.hash), 'employer', acme.employer);
    expect(kindsOf((await verified(true, acme.id)).repaired)).toEqual(['key-employer']);
    await hand.delete(keys.employer(acme.id));
    // Only a census of the whole table finds the keys of an employer that does not list them.
    expect(kindsOf((await verified(true)).repaired)).toContain('employer-missing');
    expect(await employerStore(service.db).get(acme.id)).toEqual(employer);
    expect((await apiKeyStore(service.db).get(acme.hash))?.employer).toEqual(employer);
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

  test.each([
    ['a field that there is not', 'employer', 'profile', { motto: 'Bread' }],
    ['a website that is none', 'employer', 'profile', { website: 'javascript:alert(1)' }],
    ['a profile that is a number', 'employer', 'profile', 7],
    ['an about that is a number', 'about', 'about', 7],
    ['an about without text', 'about', 'html', '<p>We bake.</p>'],
  ] as const)('finds %s in a profile, and leaves it unchanged', async (_, item, name, value) => {
    const acme = await employerWithJobs();
    const profile = { about: '<p>We bake.</p>', website: 'https://example.com', confirmation: false };
    await profileStore(service.db).update(acme.id, (current) => ({ ...current, ...profile }));
    expect((await verified(true, acme.id)).findings).toEqual([]);
    const key = keys[item](acme.id);
    if (item === 'about') await hand.put({ ...key, [name]: value });
    else await hand.set(key, name, value);
    const { findings, repaired } = await verified(true, acme.id);
    expect(findings).toEqual([expect.objectContaining({ kind: 'profile-unreadable', key })]);
    expect(repaired).toEqual([]);
  });

  test('finds what an employer says about itself that is gone', async () => {
    const acme = await employerWithJobs();
    const key = keys.about(acme.id + 1_000);
    await hand.put({ ...key, about: '<p>We bake.</p>' });
    expect(kindsOf((await verified(false)).findings)).toContain('employer-missing');
  });

  test('finds a logo whose file is gone, until the employer sends it again', async () => {
    const acme = await employerWithJobs();
    const { bytes, mediaType } = realLogo('chromium.png');
    const send = () => acme.put('/employer/logo', bytes, { 'content-type': mediaType });
    const logo =
      String((await send()).body.logo)
        .split('/')
        .at(-1) ?? '';
    expect((await verified(true, acme.id)).findings).toEqual([]);
    await files.remove(`logos/${logo}`);
    const { findings, repaired } = await verified(true, acme.id);
    const finding = { kind: 'logo-missing', key: keys.employer(acme.id), expected: logo, found: null };
    expect([findings, repaired]).toEqual([[expect.objectContaining(finding)], []]);
    await send();
    expect((await verified(false, acme.id)).findings).toEqual([]);
  });

  test('finds the file of a logo that a sweep should have removed a day ago, and no younger one', async () => {
    const acme = await employerWithJobs();
    const { bytes, mediaType } = realLogo('chromium.png');
    const { body } = await acme.put('/employer/logo', bytes, { 'content-type': mediaType });
    const current = String(body.logo).split('/').at(-1) ?? '';
    await files.leave(`logos/${current}`, bytes, 49);
    const left = `${acme.id}-0123456789abcdef-00000049.png`;
    await files.leave(`logos/${left}`, bytes, 49);
    await files.leave(`logos/${acme.id}-0123456789abcdef-00000047.png`, bytes, 47);
    // It belongs to another employer, whose id begins alike, and that no other test has.
    await files.leave(`logos/${acme.id}00000-0123456789abcdef-00000049.png`, bytes, 49);
    const { findings, repaired } = await verified(true, acme.id);
    const finding = { kind: 'logo-orphan', employer: acme.id, expected: null, found: left };
    expect([findings, repaired]).toEqual([[expect.objectContaining(finding)], []]);
  });

  test('looks for no logos where only the table is known', async () => {
    const acme = await employerWithJobs();
    await profileStore(service.db).update(acme.id, (current) => ({ ...current, logo: 'gone.png' }));
    expect(kindsOf((await verified(false, acme.id)).findings)).toEqual(['logo-missing']);
    const options = { employer: acme.id, repair: false, progress: noProgress };
    expect(await verify({ ...connection, files: undefined }, options)).toMatchObject({ findings: [] });
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
    const reading = await readEmployer(connection, acme.id);
    expect(compare(reading)).toEqual([]);
    // Nobody can write to an index directly, and the embedded engine updates them at once.
    const [first, second] = acme.jobs.map(({ id }) => id);
    const { byStatus, byChange, byPublishDate, byReferenceId } = reading.rows;
    byStatus.delete(first ?? 0);
    byChange.set(second ?? 0, 'stale');
    byReferenceId.delete(second ?? 0);
    byPublishDate.set(2_000_000_000, 'of nobody');
    expect(compare(reading)).toEqual([
      expect.objectContaining({ kind: 'index-row', job: 2_000_000_000, found: 'of nobody' }),
      expect.objectContaining({ kind: 'index-row', job: first, found: '' }),
      expect.objectContaining({ kind: 'index-row', job: second, found: 'stale' }),
      expect.objectContaining({ kind: 'index-row', job: second, found: '' }),
    ]);
    expect(Object.keys(reading.rows).every((name) => name in indexes)).toBe(true);
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
    const first = await readEmployer(connection, acme.id);
    await hand.delete(keys.reference(acme.id, 'R-1'));
    const broken = compare(await readEmployer(connection, acme.id));
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
      { env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: endpoint, TABLE_NAME: tableName } },
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
    const checked = { employers: 1, jobs: 9, references: 6, apiKeys: 1, indexRows: 34 };
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
