import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import type { Client } from '../setup/http-client.ts';
import {
  conflicting,
  fatalErrorAfterWork,
  fatalErrorBeforeWork,
  forgottenToken,
  lostResponse,
  noResponseAfterWork,
  throttled,
} from '../setup/faults.ts';
import { startFaultyStore, type Fault } from '../setup/faulty-store.ts';
import { realLogo } from '../setup/logos.ts';
import { startService } from '../setup/service.ts';
import { ownFiles } from '../setup/own-files.ts';

ownFiles();
const store = await startFaultyStore({ limits: true });
const service = await startService({ mayFail: true, functionMillis: 10_000 });
const { handler: sweep } = await import('../../functions/accounts/sweep-logos.ts');
const folder = join(process.env['DATA_DIR'] ?? '', 'files/logos');

afterEach(() => {
  store.reset();
});
afterAll(async () => {
  await service.close();
  await store.goDown();
});

const [former, wanted] = [realLogo('chromium.png'), realLogo('chromium.jpg')];

const put = (acme: Pick<Client, 'put'>, { bytes, mediaType } = wanted) =>
  acme.put('/employer/logo', bytes, { 'content-type': mediaType });

const filesOf = async ({ id }: { id: number }) =>
  (await readdir(folder)).filter((name) => name.startsWith(`${id}-`));

/** Creates an employer with a logo. The fault then occurs at the calls that `isMet` selects. */
async function withLogo(fault: Fault, isMet: (index: number) => boolean) {
  const acme = await service.newEmployer();
  await put(acme, former);
  store.plans.set(accountKeys.employer(acme.employer.id).PK, {
    calls: 0,
    plan: ({ index }) => (isMet(index) ? fault : undefined),
  });
  return acme;
}

/** Which logo the profile links to; expects that the linked file exists. */
async function logoSeenBy({ get }: Pick<Client, 'get'>): Promise<'former' | 'wanted' | 'none'> {
  store.reset();
  const { logo } = (await get('/employer')).body;
  if (logo === null) return 'none';
  const answer = await fetch(logo as string);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const which = [former, wanted].find((each) => each.bytes.equals(bytes));
  return which === former ? 'former' : which === wanted ? 'wanted' : 'none';
}

/** Expects that a sweep two days later leaves only the file that the profile links to. */
async function expectSwept(acme: Awaited<ReturnType<typeof withLogo>>): Promise<void> {
  const at = Date.now() / 1_000 - 2 * 86_400;
  for (const name of await filesOf(acme.employer)) await utimes(join(folder, name), at, at);
  await sweep(
    {},
    lambdaContext('sweep-logos', 'sweep', () => 600_000),
  );
  const { logo } = (await acme.get('/employer')).body;
  expect(await filesOf(acme.employer)).toEqual(logo === null ? [] : [logo.split('/').at(-1)]);
}

const passing = { throttled, conflicting, lostAnswer: lostResponse, forgottenAnswer: forgottenToken };

/** The table calls of setting a logo: two reads of both profile items, and the update of the profile. */
const CALLS = [0, 1, 2, 3, 4];
const CHANGE = CALLS.length - 1;

describe.each(Object.entries(passing))('a temporary fault (%s) at one call to the table', (_, fault) => {
  test.each(CALLS)('does not prevent setting a logo: call %i', async (call) => {
    const acme = await withLogo(fault, (index) => index === call);
    expect((await put(acme)).status).toBe(200);
    expect(await logoSeenBy(acme)).toBe('wanted');
    expect(await filesOf(acme.employer)).toHaveLength(1);
  });

  test.each([0, 1, 2])('does not prevent deleting a logo: call %i', async (call) => {
    const acme = await withLogo(fault, (index) => index === call);
    expect((await acme.delete('/employer/logo')).status).toBe(204);
    expect(await logoSeenBy(acme)).toBe('none');
    expect(await filesOf(acme.employer)).toEqual([]);
  });
});

test.each([
  ['the store refuses', throttled, 503, ['former'], 1],
  ['the store does not say what it did', noResponseAfterWork, 503, ['wanted'], 2],
  ['the function dies before the profile is written', fatalErrorBeforeWork, 500, ['former'], 2],
  ['the function dies after it', fatalErrorAfterWork, 500, ['wanted'], 2],
] as const)(
  'the logo is intact, either the former or the new file, and the sweep removes unused files, when %s',
  async (_, fault, status, outcomes, files) => {
    const acme = await withLogo(fault, (index) => index >= CHANGE);
    expect((await put(acme)).status).toBe(status);
    expect(await filesOf(acme.employer)).toHaveLength(files);
    expect(outcomes).toContain(await logoSeenBy(acme));
    await expectSwept(acme);
    expect((await put(acme)).status).toBe(200);
    expect(await logoSeenBy(acme)).toBe('wanted');
    await expectSwept(acme);
  },
);
