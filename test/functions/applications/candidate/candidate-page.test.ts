import { describe, expect, test } from '@jest/globals';
import { createApplicationToken } from '../../../../functions/applications/application/application-id.ts';
import { signingKey } from '../../../../functions/platform/crypto/signing-key.ts';
import { applicationWords } from '../../../../pages/public/application-words.ts';
import { languages } from '../../../../schemas/languages.ts';
import { applicationsInTable } from '../../../setup/applications-in-table.ts';
import { sharedService } from '../../../setup/shared-service.ts';
import { candidate } from '../../../setup/an-application.ts';
import { setProfile } from '../../../setup/employers-in-table.ts';

const service = sharedService();

async function applied(fields: Record<string, unknown> = {}) {
  const { acme, job } = await service.employerWithJob({ status: 'active', ...fields });
  const id = await applicationsInTable(service.db).create(acme.employer, job);
  return { acme, id, token: createApplicationToken(await signingKey(service.db), id) };
}

/** The stage on the page, in each language. */
const stagesOn = async (token: string) => {
  const texts = languages.map(async (lang) =>
    (await fetch(`${service.origin}/application?token=${token}&lang=${lang}`)).text(),
  );
  return (await Promise.all(texts)).map((text) => /<strong>([^<]*)<\/strong>/.exec(text)?.[1]);
};

describe('the candidate’s page of an application', () => {
  test('shows the stage in the page’s language, and only if the employer’s profile allows it', async () => {
    const { acme, id, token } = await applied();
    await acme.put(`/applications/${id}`, { stage: 'interview' });
    expect(await stagesOn(token)).toEqual([undefined, undefined]);
    const { body } = await acme.put('/employer', { showStage: true });
    expect(body.showStage).toBe(true);
    const words = languages.map((language) => applicationWords[language].stages.interview);
    expect(await stagesOn(token)).toEqual(words);
  });

  test('shows no stage when the job is confidential', async () => {
    const { acme, token } = await applied({ confidential: true });
    await setProfile(service.db, acme.employer, { showStage: true });
    expect(await stagesOn(token)).toEqual([undefined, undefined]);
  });
});

const read = async (query: string, options?: RequestInit) =>
  (await fetch(`${service.origin}/application?lang=en${query}`, options)).text();

test('the candidate’s page shows the candidate’s name, and mentions no résumé when none was sent', async () => {
  const { token } = await applied();
  expect(await read(`&token=${token}`)).toContain(`From <bdi>${candidate.name}</bdi>`);
  const withdrawn = await read('', { method: 'POST', body: new URLSearchParams({ token }) });
  for (const page of [await read(`&token=${(await applied()).token}&withdraw`), withdrawn]) {
    expect(page).toContain('everything that you sent');
    expect(page).not.toContain('résumé');
  }
});

describe('withdrawing an application on the candidate’s page', () => {
  const withdraw = async (token: string, headers: Record<string, string>) => {
    const body = new URLSearchParams({ token });
    const response = await fetch(`${service.origin}/application`, { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  };
  const evil = 'https://evil.example';

  test.each([
    ['a program without these headers', {}],
    ['the page itself', { 'sec-fetch-site': 'same-origin', origin: service.origin }],
    [
      'the page itself, as loaded from an earlier version',
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
    ],
    ['somebody who types', { 'sec-fetch-site': 'none' }],
    ['an older browser', { origin: service.origin }],
  ])('erases the application when the request comes from %s', async (_, headers) => {
    const { acme, id, token } = await applied();
    expect((await withdraw(token, headers)).status).toBe(200);
    expect((await acme.get(`/applications/${id}`)).status).toBe(404);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site', origin: evil }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'null' }],
    [{ 'sec-fetch-site': 'same-site', origin: service.origin }],
    [{ 'sec-fetch-site': 'anything' }],
    [{ origin: evil }],
    [{ origin: `${service.origin}.evil.example` }],
    [{ origin: 'malformed' }],
    [{ origin: 'null' }],
  ])('403s when another site sends the request, and does not erase the application: %j', async (headers) => {
    const { acme, id, token } = await applied();
    const { status, text } = await withdraw(token, headers);
    expect([status, text]).toEqual([403, expect.stringContaining('Nothing was sent')]);
    expect((await acme.get(`/applications/${id}`)).status).toBe(200);
  });
});
