import { describe, expect, test } from '@jest/globals';
import { parseSource } from '../../../../functions/applications/intake/parse-form.ts';
import { formats } from '../../../../functions/validation/formats.ts';
import { applicationSource } from '../../../../schemas/application.ts';
import { consentSentences } from '../../../../schemas/consent.ts';
import type { Client } from '../../../setup/http-client.ts';
import { apply, applyForm, sendForm } from '../../../setup/an-application.ts';
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
    const { status } = await sendForm(action, applyForm());
    expect(status).toBe(303);
    const { source, language, consent, receivedAt } = await onlyOne(acme);
    expect([source, language]).toEqual(['newsletter', 'fr']);
    expect(consent).toEqual({ text: consentSentences.fr(365), at: receivedAt, language: 'fr' });
  });

  test('has the source that a career site sends as JSON, and a repeat does not change the source', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const original = await apply(service.anyone, job.id, { source: 'Career site' });
    const second = await apply(service.anyone, job.id, { source: 'Fair' });
    expect(second.text).toBe(original.text);
    expect((await onlyOne(acme)).source).toBe('Career site');
  });

  test('takes the source from the query, and ignores an invalid source field in the form', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const form = `${service.origin}/jobs/${job.id}/apply?source=fair`;
    const { status } = await sendForm(form, applyForm({ source: 'x'.repeat(500) }));
    expect(status).toBe(303);
    expect((await onlyOne(acme)).source).toBe('fair');
  });
});

test.each([
  ['', null],
  ['utm_source=newsletter&source=fair', 'fair'],
  ['source=&utm_source=newsletter', 'newsletter'],
  ['source=%20%E2%80%8B&utm_source=newsletter', 'newsletter'],
  ['source=first&source=second', 'first'],
  ['source=a%0D%0Ab%00c', 'a b c'],
  ['source=%E2%80%AEevil', 'evil'],
  ['source=%FF%FE', '\uFFFD\uFFFD'],
  [`source=${'é'.repeat(99)}%F0%9F%A5%96more`, `${'é'.repeat(99)}🥖`],
  [`source=${'x'.repeat(100_000)}`, 'x'.repeat(100)],
])('parseSource reads the query %s as the source %j', (query, source) => {
  const parsed = parseSource(query);
  expect(parsed).toBe(source);
  // The source from the form also satisfies the rules for a source that a career site sends.
  if (parsed !== null) {
    expect(Array.from(parsed).length).toBeLessThanOrEqual(applicationSource.maxLength);
    expect(formats.line.validate(parsed)).toBe(true);
  }
});
