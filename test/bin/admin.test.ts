import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { connect } from '../../bin/admin/connection.ts';
import { runAdmin, adminOfSuite } from '../setup/admin.ts';
import { hashApiKey, isUsable, newApiKey } from '../../functions/accounts/domain/api-key.ts';
import { addDays } from '../../functions/platform/time/calendar.ts';
import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { LostRace } from '../../functions/platform/dynamodb/failures.ts';
import { emptyProfile } from '../../functions/accounts/domain/profile.ts';
import { profileStore } from '../../functions/accounts/store/profiles.ts';
import { jobsInTable } from '../setup/jobs-in-table.ts';
import { bareEnvironment } from '../setup/local-start.ts';
import { newFolder } from '../setup/new-folder.ts';
import { ownTable } from '../setup/own-table.ts';

const program = path.join(import.meta.dirname, '../../bin/admin.ts');
const DAY = 86_400_000;

await ownTable();
const tableName = process.env['TABLE_NAME'] ?? '';
const endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
const { admin, client, printed } = adminOfSuite({ isLocal: false });
const { admin: adminLocally } = adminOfSuite();
const db = database({ client, tableName, remainingMillis: () => Infinity });

const folder = await newFolder();
await writeFile(path.join(folder, 'engine.json'), JSON.stringify({ endpoint, tableName }));

const inAws = {
  TABLE_NAME: tableName,
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
};

/** Runs a command with this environment in the process of the test. */
async function adminWith(environment: NodeJS.ProcessEnv, line: string) {
  const before = process.env;
  process.env = { AWS_EC2_METADATA_DISABLED: 'true', ...environment };
  try {
    return await runAdmin(connect, line);
  } finally {
    process.env = before;
  }
}

const anEmployer = (options = '') => printed(`employer create --name "Acme Inc" ${options}`);

const issueKey = ({ id }: { id: number }, options = '') => printed(`key issue --employer ${id} ${options}`);

const keysOf = async (employerId: number | string) =>
  (await printed(`key list --employer ${employerId}`)).keys;

/** The result of authentication with a key. */
const opened = (apiKey: string) => apiKeyStore(db).get(hashApiKey(apiKey) ?? '');

/** Whether a key is valid, optionally some milliseconds from now. */
const works = async (apiKey: string, later = 0) => {
  const storedKey = await opened(apiKey);
  return storedKey !== undefined && isUsable(storedKey.key, new Date(Date.now() + later));
};

test('employer create prints the new employer, whose name has up to 128 characters, with its first key', async () => {
  const name = '🚀'.repeat(128);
  const { employer, apiKey, key } = await printed(`employer create --name ${name} --plan unlimited`);
  expect(employer).toEqual({ id: expect.any(Number), name, plan: 'unlimited', suspendedAt: null });
  expect(apiKey).toMatch(/^jps_[\w-]{49}$/);
  expect(key).toEqual({
    id: expect.stringMatching(new RegExp(`^${employer.id}-[0-9a-z]{8}$`)),
    label: null,
    permissions: null,
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    createdBy: { type: 'operator', id: null },
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  });
  expect(await opened(apiKey)).toMatchObject({ employer, key });
});

test('A command succeeds when its standard output is closed', async () => {
  const child = spawn(process.execPath, [program, 'employer', 'create', '--name', 'Unread'], {
    env: { ...bareEnvironment(), ...inAws },
  });
  child.stdout.destroy();
  let errorOutput = '';
  child.stderr.on('data', (text) => (errorOutput += String(text)));
  expect([...(await once(child, 'close')), errorOutput]).toEqual([0, null, '']);
  const names = (await employerStore(db).list()).map((employer) => employer.name);
  expect(names).toContain('Unread');
});

test('employer list prints all employers sorted by id, of which employer suspend suspended one', async () => {
  const { employer: acme } = await anEmployer('--plan unlimited');
  const { employer: suspended } = await suspend((await anEmployer()).employer.id);
  const { employers } = await printed('employer list');
  const ids = employers.map(({ id }: { id: number }) => id);
  expect(employers).toEqual(expect.arrayContaining([acme, suspended]));
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
});

test('employer list --deletion-requested prints the oldest request first, and resume and move print the one that they withdraw', async () => {
  const { partner } = await printed('partner create --name "Acme ATS"');
  const requestTimes = ['2029-12-03T02:00:00.000Z', undefined, '2029-12-03T01:00:00.000Z'];
  const ids: number[] = [];
  for (const [index, deletionRequestedAt] of requestTimes.entries()) {
    const { employer } = await anEmployer(`--partner ${partner.id} --reference C-${index}`);
    ids.push(employer.id);
    if (deletionRequestedAt === undefined) continue;
    const request = { suspendedAt: deletionRequestedAt, deletionRequestedAt };
    await employerStore(db).change(employer.id, (current) => ({ ...current, ...request }));
  }
  const { employers } = await printed('employer list --deletion-requested');
  expect(employers.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[0]]);
  const resumed = await printed(`employer resume ${ids[0]}`);
  const moved = await printed(`employer move ${ids[2]} --partner none`);
  expect([resumed, moved].map((each) => each.withdrawnRequestOf)).toEqual([requestTimes[0], requestTimes[2]]);
});

test('employer show prints an employer and its profile', async () => {
  const { employer } = await anEmployer();
  const silent = { ...emptyProfile, about: null };
  expect(await printed(`employer show ${employer.id}`)).toEqual({ employer, profile: silent });
  const changes = { about: '<p>We bake.</p>', website: 'https://example.com' };
  await profileStore(db).update(employer.id, (profile) => ({ ...profile, ...changes }));
  expect((await printed(`employer show ${employer.id}`)).profile).toEqual({ ...silent, ...changes });
});

test('employer update changes the employer and the copies of its fields in all of its keys', async () => {
  const { employer, apiKey } = await anEmployer();
  const issued = await issueKey(employer);
  const update = await printed(`employer update ${employer.id} --name New --plan unlimited`);
  const updated = { ...employer, name: 'New', plan: 'unlimited' };
  expect(update).toEqual({ employer: updated, jobsBroughtBack: 0 });
  for (const key of [apiKey, issued.apiKey]) expect((await opened(key))?.employer).toEqual(updated);
  const renamed = { ...updated, name: 'Newer' };
  expect((await printed(`employer update ${employer.id} --name Newer`)).employer).toEqual(renamed);
  expect((await printed(`employer show ${employer.id}`)).employer).toEqual(renamed);
});

test('partner update changes the name, plan and employer limit of a partner and of its keys, and refuses the id of an employer', async () => {
  const { partner, apiKey } = await printed('partner create --name ATS --max-employers 1');
  const update = (options: string) => printed(`partner update ${partner.id} ${options}`);
  const updated = { ...partner, name: 'Better ATS', plan: 'unlimited', maxEmployers: 2 };
  const changes = '--name "Better ATS" --plan unlimited --max-employers 2';
  expect(await update(changes)).toEqual({ partner: updated });
  expect((await opened(apiKey))?.employer).toEqual(updated);
  expect((await update('--max-employers 3')).partner).toEqual({ ...updated, maxEmployers: 3 });
  const { employer } = await anEmployer();
  expect(await refused(`partner update ${employer.id} --name A`)).toContain(`no partner ${employer.id}`);
});

const suspend = (id: number) => printed(`employer suspend ${id}`);

test('employer suspend suspends the employer and its keys, and keeps the date of an earlier suspension; employer resume restores them', async () => {
  const { employer, apiKey } = await anEmployer();
  const before = await opened(apiKey);
  const issued = await issueKey(employer);
  const suspended = { ...employer, suspendedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/) };
  const { employer: suspendedEmployer } = await suspend(employer.id);
  expect(suspendedEmployer).toEqual(suspended);
  for (const key of [apiKey, issued.apiKey]) expect((await opened(key))?.employer).toEqual(suspended);
  expect(await suspend(employer.id)).toEqual({ employer: suspendedEmployer });
  const renamed = await printed(`employer update ${employer.id} --name New`);
  expect(renamed).toEqual({ employer: { ...suspendedEmployer, name: 'New' } });
  await printed(`employer update ${employer.id} --name "Acme Inc"`);
  for (let time = 0; time < 2; time += 1) {
    expect(await printed(`employer resume ${employer.id}`)).toEqual({ employer });
    expect(await opened(apiKey)).toEqual(before);
  }
});

/** The date this many days from today, in UTC as in the command. */
const inDays = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);

/** Callbacks that delete the jobs of a test, since runs of other tests would refresh them. */
const posted: (() => Promise<unknown>)[] = [];

/** A job with auto-refresh that was published this many days ago. */
async function aJobOf(employerId: number, daysAgo: number) {
  const { id } = await jobsInTable(db).create(employerId, inDays(-daysAgo));
  posted.push(() => jobsInTable(db).delete(employerId, id));
  return async () => (await jobsInTable(db).get(employerId, id))?.publishDate;
}

describe('refresh', () => {
  afterEach(async () => {
    for (const each of posted.splice(0)) await each();
  });

  test('refreshes due jobs once; a dry run reports them and changes nothing', async () => {
    const { employer } = await anEmployer('--plan unlimited');
    const publishDate = await aJobOf(employer.id, 7);
    await aJobOf(employer.id, 6);
    const today = inDays(0);
    const sum = { date: today, due: 1, refreshed: 1, parked: 0, waiting: 0, failed: 0, errors: [] };
    expect(await printed('refresh --dry-run')).toEqual({ ...sum, dryRun: true });
    expect(await publishDate()).toBe(inDays(-7));
    expect(await printed('refresh')).toEqual({ ...sum, dryRun: false });
    expect(await publishDate()).toBe(today);
    expect(await printed('refresh')).toEqual({ ...sum, dryRun: false, due: 0, refreshed: 0 });
  });

  test('accepts a past day, a future day only with --dry-run in AWS, and no day more than 31 days ahead', async () => {
    const { employer } = await anEmployer('--plan unlimited');
    const publishDate = await aJobOf(employer.id, 0);
    const later = inDays(7);
    expect(await printed(`refresh --date ${later} --dry-run`)).toMatchObject({ date: later, refreshed: 1 });
    expect(await refused(`refresh --date ${later}`)).toBe(
      `${later} is in the future: add --dry-run to see what will be due.\n`,
    );
    const stderr = expect.stringMatching('is more than 31 days ahead: add --dry-run');
    expect(await adminLocally(`refresh --date ${inDays(32)}`)).toMatchObject({ exitCode: 1, stderr });
    expect(await publishDate()).toBe(inDays(0));
    for (const date of [later, inDays(31)]) {
      expect(await adminLocally(`refresh --date ${date}`)).toMatchObject({ exitCode: 0 });
      expect(await publishDate()).toBe(date);
    }
  });

  // auto-refresh.test.ts has the runs.
  test.each([
    ['employer update ID --plan standard', 'employer update ID --plan unlimited'],
    ['employer suspend ID', 'employer resume ID'],
  ])('skips the jobs of an employer after %s, and %s prints how many it brings back', async (end, begin) => {
    const { employer } = await anEmployer('--plan unlimited');
    await aJobOf(employer.id, 9);
    const operate = (line: string) => printed(line.replace('ID', String(employer.id)));
    expect(await operate(end)).not.toHaveProperty('jobsBroughtBack');
    expect(await printed('refresh')).toMatchObject({ refreshed: 0, parked: 1 });
    expect(await operate(begin)).toEqual({ employer, jobsBroughtBack: 1 });
    expect(await printed('refresh')).toMatchObject({ refreshed: 1, parked: 0 });
  });
});

test('key issue prints a new key with its label, which expires at the end of the given day', async () => {
  const { employer } = await anEmployer();
  const { apiKey, key } = await issueKey(employer, '--label "Career site" --expires 2099-12-31');
  const expiresAt = '2100-01-01T00:00:00.000Z';
  expect(key).toMatchObject({ label: 'Career site', expiresAt, revokedAt: null });
  expect(await opened(apiKey)).toMatchObject({ employer, key });
});

test('key issue --permissions prints a key that has only these, and so has its successor', async () => {
  const { employer } = await anEmployer();
  const { key } = await issueKey(employer, '--permissions jobs:write,applications:read');
  expect(key.permissions).toEqual(['jobs:write', 'applications:read']);
  expect((await printed(`key rotate ${key.id}`)).key.permissions).toEqual(key.permissions);
});

test('key list prints the keys of one employer, oldest first, without their secret texts and those that ended 30 days ago, and by default those of all', async () => {
  const { employer, apiKey, key } = await anEmployer();
  const now = new Date(Date.now() - 31 * DAY);
  const { key: old } = await apiKeyStore(db).create(employer, { label: null, expiresAt: null, now });
  await apiKeyStore(db).revoke(old.id, now);
  const issued = await issueKey(employer, '--label Second');
  const keys = await keysOf(employer.id);
  expect(keys).toEqual([key, issued.key]);
  expect(JSON.stringify(keys)).not.toContain(apiKey);
  const { key: other } = await anEmployer();
  expect((await printed('key list')).keys).toEqual(expect.arrayContaining([key, issued.key, other]));
});

describe('key find', () => {
  test('prints the id and the employer of a key, even of a revoked one and a suspended employer, but not the key itself', async () => {
    const { employer } = await anEmployer();
    const issued = await issueKey(employer, '--label "night sync"');
    const revoked = await printed(`key revoke ${issued.key.id}`);
    const suspended = await suspend(employer.id);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'key', 'find'], {
      env: { ...bareEnvironment(), ...inAws },
      input: `${issued.apiKey}\n`,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({ ...suspended, ...revoked });
    expect(stdout).not.toContain(issued.apiKey);
  });

  const { apiKey } = newApiKey();
  test.each([
    ['', 'Standard input contains no API key'],
    [apiKey.slice(0, -1), 'Standard input contains no API key'],
    [apiKey, 'No employer in this table has that key'],
  ])('reports the error in one sentence and does not print the key: %j', async (input, sentence) => {
    const { exitCode, stdout, stderr } = await admin('key find', { input });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain(apiKey.slice(4, -1));
  });

  test.each([`key find ${apiKey}`, `key revoke ${apiKey}`, `key list --employer=${apiKey}`, apiKey])(
    'rejects an API key on the command line and does not print it (%#)',
    async (args) => {
      const { exitCode, stdout, stderr } = await admin(args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).not.toContain(apiKey.slice(4, -6));
    },
  );
});

const labelled = async () => {
  const { employer } = await anEmployer();
  return issueKey(employer, '--label "night sync"');
};
const daysFromNow = (date: string) => (Date.parse(date) - Date.now()) / DAY;

describe('key rotate', () => {
  test('prints a successor with the same label, and lets the old key work for one more day', async () => {
    const { apiKey, key } = await labelled();
    const { rotated, ...successor } = await printed(`key rotate ${key.id}`);
    const fresh = { id: expect.not.stringMatching(key.id), createdAt: expect.any(String) };
    expect(successor.key).toEqual({ ...key, ...fresh });
    expect(rotated).toEqual({ ...key, expiresAt: expect.any(String) });
    expect(daysFromNow(rotated.expiresAt)).toBeCloseTo(1, 2);
    expect([await works(apiKey), await works(successor.apiKey)]).toEqual([true, true]);
    expect([await works(apiKey, DAY), await works(successor.apiKey, DAY)]).toEqual([false, true]);
    const keys = await keysOf(key.id.split('-')[0]);
    expect(keys.slice(1)).toEqual([rotated, successor.key]);
  });

  test('with --overlap 0 revokes the old key immediately, whatever the clock says', async () => {
    const { apiKey, key } = await labelled();
    const { rotated } = await printed(`key rotate ${key.id} --overlap 0`);
    expect(rotated).toEqual({ ...key, revokedAt: expect.any(String) });
    expect([await works(apiKey, -DAY), await works(apiKey), await works(apiKey, DAY)]).not.toContain(true);
    expect((await opened(apiKey))?.key).toEqual(rotated);
  });

  const soon = new Date(Date.now() + DAY / 2).toISOString();

  test.each<[old: string, options: string, daysOfOld: number, expiresAt: string | null]>([
    ['', '--overlap 7', 7, null],
    ['--expires 2099-12-31', '', 1, null],
    [`--expires ${soon}`, '--expires 2099-12-31', 0.5, '2100-01-01T00:00:00.000Z'],
  ])(
    'for a key with the options %j: rotation with %j ends the key after %d days and the successor at %s',
    async (old, options, days, expiresAt) => {
      const { employer } = await anEmployer();
      const before = await issueKey(employer, old);
      const { key, rotated } = await printed(`key rotate ${before.key.id} ${options}`);
      expect(daysFromNow(rotated.expiresAt)).toBeCloseTo(days, 2);
      expect(key.expiresAt).toBe(expiresAt);
      expect((await opened(before.apiKey))?.key).toEqual(rotated);
    },
  );

  test('refuses a key that has ended, and changes nothing', async () => {
    const { key } = await labelled();
    const { key: revoked } = await printed(`key revoke ${key.id}`);
    expect(await refused(`key rotate ${key.id}`)).toBe(
      `Key ${key.id} has ended: issue another with key issue.\n`,
    );
    const keys = await keysOf(key.id.split('-')[0]);
    expect(keys.slice(1)).toEqual([revoked]);
  });

  test.each(['rotated', 'revoked'] as const)(
    'creates no successor when another process has just %s the key',
    async (change) => {
      const { key } = await labelled();
      const store = apiKeyStore(db);
      const storedKey = await store.find(key.id);
      const overlapEnd = new Date(Date.now() + DAY).toISOString();
      const rotation = { overlapEnd, expiresAt: null, now: new Date() };
      await (change === 'rotated' ? store.rotate(storedKey!, rotation) : store.revoke(key.id, new Date()));
      const before = await store.list(storedKey!.employer.id);
      await expect(store.rotate(storedKey!, rotation)).rejects.toThrow(LostRace);
      expect(await store.list(storedKey!.employer.id)).toEqual(before);
    },
  );
});

test('key revoke revokes only the given key, and keeps the date of an earlier revocation', async () => {
  const { employer, apiKey, key } = await anEmployer();
  const issued = await issueKey(employer);
  const revoked = await printed(`key revoke ${key.id}`);
  expect(revoked.key).toEqual({ ...key, revokedAt: expect.any(String) });
  expect([await works(apiKey), await works(issued.apiKey)]).toEqual([false, true]);
  expect(await printed(`key revoke ${key.id}`)).toEqual(revoked);
});

describe('an admin command line', () => {
  test.each([
    ['', 'Usage: npm run -s admin -- [options] [command]'],
    ['employer crate', 'Did you mean create?'],
    ['key create', 'The commands of key are issue, list, find, rotate, revoke; --help explains them.'],
    ['employer create', "required option '--name <name>' not specified"],
    ['employer create --name --plan standard', "'--plan' is invalid. It must be 1 to 128"],
    ['employer create --name A --name B', "'B' is invalid. It was given twice."],
    ['employer create --name " "', 'It must be 1 to 128 characters on one line that is not blank.'],
    [`employer create --name ${'🚀'.repeat(129)}`, 'It must be 1 to 128 characters'],
    ['employer create --name A --plan gold', "'gold' is invalid. It must be standard or unlimited."],
    ['employer create --name A --label B', "unknown option '--label'"],
    ['refresh --date 2027-02-29', "'2027-02-29' is invalid. It must be a date such as 2030-12-31."],
    ['partner update 1', 'Specify what to change: --name, --plan or --max-employers.'],
    ['employer update 0 --name A', "'0' is invalid for argument 'id'. It must be an employer id such as 1."],
    ['key issue --employer 1 --expires 2099-02-30', 'It must be a date not in the past'],
    ['key issue --employer 1 --expires 2001-01-01', 'It must be a date not in the past'],
    ['key issue --employer 1 --expires 2099-02-01T00:00:00', 'It must be a date'],
    ['key issue --employer 1 --permissions jobs', 'permissions such as jobs:write'],
    ['key rotate 1-k7f3q9x2 --overlap 8', "'8' is invalid. It must be a whole number from 0 to 7."],
    ['application list --employer 1 --state gone', "'gone' is invalid"],
    ['application erase --email nobody --yes', "'nobody' is invalid"],
    ['employer list --stage prod --local', "option '--local' cannot be used with option '--stage <name>'"],
    ['employer list --stage prod.eu', 'It must be the name of a stage such as prod.'],
    ['key revoke 1-ABC', "'1-ABC' is invalid for argument 'keyId'. It must be a key id such as"],
  ])(
    'is rejected with exit code 2 and a sentence with the valid values when it is invalid: %j',
    async (args, sentence) => {
      const { exitCode, stdout, stderr } = await admin(args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain(sentence);
    },
  );

  test.each(['employers list', 'partner keys list 1'])(
    'accepts the plural of a command group: %s',
    async (line) => {
      expect((await admin(line)).exitCode).not.toBe(2);
    },
  );
});

/** The error message of a failing command. */
const refused = async (line: string, environment?: NodeJS.ProcessEnv) => {
  const { exitCode, stdout, stderr } = await (environment ? adminWith(environment, line) : admin(line));
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^.*\.\n$/);
  return stderr;
};

describe('a failing admin command prints one sentence and exits with 1', () => {
  test.each([
    ['employer update 999 --name A', 'There is no employer 999: employer list shows them all.'],
    ['key issue --employer 999', 'There is no employer 999'],
    ['key list --employer 999', 'There is no employer 999'],
    ['application list --employer 999', 'There is no employer 999'],
    ['key rotate 999-k7f3q9x2', 'There is no key 999-k7f3q9x2: key list shows them all.'],
    ['key revoke 999-k7f3q9x2', 'There is no key 999-k7f3q9x2: key list shows them all.'],
  ])('when a record does not exist: %j', async (args, sentence) => {
    expect(await refused(args)).toContain(sentence);
  });

  test.each<[what: string, missing: NodeJS.ProcessEnv, sentence: string]>([
    ['table', { TABLE_NAME: 'elsewhere' }, 'There is no table elsewhere'],
    ['credentials', { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }, 'No AWS credentials were found'],
    ['region', { AWS_REGION: undefined }, 'No AWS region is set'],
  ])('when there is no %s', async (_, missing, sentence) => {
    expect(await refused('employer list', { ...inAws, HOME: folder, ...missing })).toContain(sentence);
  });
});

describe('admin --local', () => {
  test('uses the engine of the data folder, whatever the AWS settings', async () => {
    const aws = { ...inAws, TABLE_NAME: 'elsewhere', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' };
    const elsewhere = { ...aws, DATA_DIR: folder };
    const { exitCode, stdout } = await adminWith(elsewhere, 'employer create --local --name Here');
    expect(exitCode).toBe(0);
    const { employer, apiKey } = JSON.parse(stdout);
    expect((await opened(apiKey))?.employer).toEqual(employer);
  });

  test.each([
    ['there is no engine.json', undefined],
    ['engine.json is cut short', '{"endpoint":'],
    ['nothing answers', '{"endpoint":"http://127.0.0.1:1","tableName":"jobs"}'],
  ])('reports that no service is running when %s', async (_, file) => {
    const empty = await newFolder();
    if (file !== undefined) await writeFile(path.join(empty, 'engine.json'), file);
    const stderr = `No service is running on ${empty}: start it with npm start.\n`;
    const outcome = await adminWith({ DATA_DIR: empty }, 'employer list --local');
    expect(outcome).toEqual({ exitCode: 1, stdout: '', stderr });
  });
});
