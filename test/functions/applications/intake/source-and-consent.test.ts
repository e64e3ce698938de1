import { describe, expect, test } from '@jest/globals';
import { consentSentences } from '../../../../schemas/consent.ts';
import type { Client } from '../../../setup/http-client.ts';
import { apply, applyForm } from '../../../setup/an-application.ts';
import { sharedService } from '../../../setup/shared-service.ts';

const service = sharedService();

/** Returns the application of an employer, and expects that there is only one. */
const onlyOne = async ({ get }: Pick<Client, 'get'>) => {
  const { data } = (await get('/applications')).body;
  expect(data).toHaveLength(1);
  return data[0];
};

/** Reads a page, and returns the URL in an attribute. */
async function followed(url: string, attribute: RegExp): Promise<string> {
  const text = await (await fetch(url)).text();
  const [, address = ''] = attribute.exec(text) ?? [];
  return new URL(address.replaceAll('&amp;', '&'), url).href;
}

describe('a candidate’s application', () => {
  test('records the source of the visit to the posting, the language, and the consent given in the form', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const posting = `${service.origin}/jobs/${job.id}?utm_source=newsletter&lang=fr`;
    const form = await followed(posting, /class="button" href="([^"]+)"/);
    const action = await followed(form, /<form[^>]* action="([^"]+)"/);
    const { status } = await fetch(action, { method: 'POST', body: applyForm(), redirect: 'manual' });
    expect(status).toBe(303);
    const { source, language, consent, receivedAt } = await onlyOne(acme);
    expect([source, language]).toEqual(['newsletter', 'fr']);
    expect(consent).toEqual({ text: consentSentences.fr(365), at: receivedAt, language: 'fr' });
  });

  test('has the source that a career site sends as JSON, and a repeat does not change the source', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const first = await apply(service.anyone, job.id, { source: 'Career site' });
    const second = await apply(service.anyone, job.id, { source: 'Fair' });
    expect(second.text).toBe(first.text);
    expect((await onlyOne(acme)).source).toBe('Career site');
  });

  test.each([
    ['x'.repeat(101), 'too_long'],
    ['two\nlines', 'malformed'],
    [7, 'wrong_type'],
    [['a'], 'wrong_type'],
  ])('is a 400 and is not stored when the source is %j', async (source, code) => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const { status, body } = await apply(service.anyone, job.id, { source });
    expect([status, body.errors]).toEqual([400, [{ pointer: '/source', code, message: expect.any(String) }]]);
    expect((await acme.get('/applications')).body.data).toEqual([]);
  });

  test('takes the source from the query, and ignores an invalid source field in the form', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const body = applyForm({ source: 'x'.repeat(500) });
    const { status } = await fetch(`${service.origin}/jobs/${job.id}/apply?source=fair`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    expect(status).toBe(303);
    expect((await onlyOne(acme)).source).toBe('fair');
  });
});
