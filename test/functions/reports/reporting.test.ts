import { expect, test } from '@jest/globals';
import { sharedService } from '../../setup/shared-service.ts';
import { ownService } from '../../setup/own-service.ts';

process.env['OPERATOR_POLICY_URL'] = 'https://acme.test/reports?a=1&b=2';
const ownPolicy = await ownService();
const service = sharedService();

const textOf = async (origin: string, lang: string) =>
  (await (await fetch(`${origin}/reporting?lang=${lang}`)).text()).replaceAll(/\s+/g, ' ');

test.each([
  ['en', '“Report this posting”', 'What we do', '<bdi>Demo Job Board</bdi> reads every report'],
  ['fr', '«\u00A0Signaler cette offre\u00A0»', 'Ce que nous faisons', '<bdi>Demo Job Board</bdi> lit chaque'],
])(
  'the page about reports explains how to report and what the operator does: lang=%s',
  async (lang, ...said) => {
    const text = await textOf(service.origin, lang);
    for (const part of said) expect(text).toContain(part.replaceAll('\u00A0', ' '));
    expect(text).toContain('<a href="mailto:operator@example.com">');
  },
);

test('the page about reports links to OPERATOR_POLICY_URL instead of the default text', async () => {
  const text = await textOf(ownPolicy.origin, 'en');
  expect(text).toContain('<a href="https://acme.test/reports?a=1&amp;b=2">');
  expect(text).not.toContain('What we do');
});
