import { describe, expect, test } from '@jest/globals';
import type { Incoming } from '../../../../functions/http/incoming.ts';
import { requireSameOrigin } from '../../../../functions/http/public-page.ts';
import { createApplicationToken } from '../../../../functions/applications/application/application.ts';
import { Refusal } from '../../../../functions/platform/errors.ts';
import { signingKey } from '../../../../functions/platform/crypto/signing-key.ts';
import { applicationWords } from '../../../../pages/public/application-words.ts';
import { languages } from '../../../../schemas/languages.ts';
import { applicationsInTable } from '../../../setup/applications-in-table.ts';
import { sharedService } from '../../../setup/shared-service.ts';
import { applyForm, candidate } from '../../../setup/an-application.ts';
import { setProfile } from '../../../setup/employers-in-table.ts';

const service = sharedService();

async function applied(fields: Record<string, unknown> = {}) {
  const { acme, job } = await service.employerWithJob({ status: 'active', ...fields });
  const id = await applicationsInTable(service.db).create(acme.employer, job);
  return { acme, job, id, token: createApplicationToken(await signingKey(service.db), id) };
}

/** The stage on the page, in each language. */
const stagesOn = async (token: string) => {
  const texts = languages.map(async (lang) =>
    (await fetch(`${service.origin}/application?token=${token}&lang=${lang}`)).text(),
  );
  return (await Promise.all(texts)).map((text) => /<strong>([^<]*)<\/strong>/.exec(text)?.[1]);
};

describe('the candidate’s page of an application', () => {
  test('shows the stage in the page’s language, only if the employer’s profile allows it and the job is not confidential', async () => {
    const { acme, id, token } = await applied();
    await acme.put(`/applications/${id}`, { stage: 'interview' });
    expect(await stagesOn(token)).toEqual([undefined, undefined]);
    const { body } = await acme.put('/employer', { showStage: true });
    expect(body.showStage).toBe(true);
    const words = languages.map((language) => applicationWords[language].stages.interview);
    expect(await stagesOn(token)).toEqual(words);
    const hidden = await applied({ confidential: true });
    await setProfile(service.db, hidden.acme.employer, { showStage: true });
    expect(await stagesOn(hidden.token)).toEqual([undefined, undefined]);
  });
});

const pageText = async (query: string, options?: RequestInit) =>
  (await fetch(`${service.origin}/application?lang=en${query}`, options)).text();

test('the candidate’s page shows the candidate’s name, and mentions no résumé when none was sent', async () => {
  const { token } = await applied();
  expect(await pageText(`&token=${token}`)).toContain(`From <bdi>${candidate.name}</bdi>`);
  const withdrawn = await pageText('', { method: 'POST', body: new URLSearchParams({ token }) });
  for (const page of [await pageText(`&token=${(await applied()).token}&withdraw`), withdrawn]) {
    expect(page).toContain('everything you sent');
    expect(page).not.toContain('résumé');
  }
});

const siteOrigin = 'https://jobs.example.com';

/** The code of the refusal of a form with these headers; undefined for a form that is accepted. */
const refusalOf = (headers: Record<string, string>) => {
  const requestContext = { domainName: 'jobs.example.com', stage: '$default' };
  try {
    const event: unknown = { headers, requestContext, rawPath: '/application' };
    return requireSameOrigin(event as Incoming);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
};

describe('a form of a public page', () => {
  const evil = 'https://evil.example';
  test.each([
    ['a program without these headers', {}],
    ['the page itself', { 'sec-fetch-site': 'same-origin', origin: siteOrigin }],
    ['the page of an earlier version', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['somebody who types', { 'sec-fetch-site': 'none' }],
    ['an older browser', { origin: siteOrigin }],
  ])('is accepted from %s', (_, headers) => {
    expect(refusalOf(headers)).toBeUndefined();
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site', origin: evil }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'null' }],
    [{ 'sec-fetch-site': 'same-site', origin: siteOrigin }],
    [{ origin: evil }],
    [{ origin: `${siteOrigin}.evil.example` }],
    [{ origin: 'null' }],
  ])('is refused from another site: %j', (headers) => {
    expect(refusalOf(headers)).toBe('cross_site_request');
  });

  test('has no effect when another site sends it: a 403 for an application, a report and a withdrawal', async () => {
    const { acme, job, id, token } = await applied();
    const forms = {
      [`/jobs/${job.id}/apply`]: applyForm(),
      [`/jobs/${job.id}/report`]: new URLSearchParams({ reason: 'fraud' }),
      '/application': new URLSearchParams({ token }),
    };
    for (const [path, body] of Object.entries(forms)) {
      const headers = { 'sec-fetch-site': 'cross-site', origin: evil };
      const response = await fetch(`${service.origin}${path}`, { method: 'POST', body, headers });
      const answer = [path, response.status, await response.text()];
      expect(answer).toEqual([path, 403, expect.stringContaining('Nothing was sent')]);
    }
    const { data } = (await acme.get('/applications')).body;
    expect(data.map((each: { id: string }) => each.id)).toEqual([id]);
  });
});
