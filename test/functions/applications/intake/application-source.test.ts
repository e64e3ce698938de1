import { expect, test } from '@jest/globals';
import { parseSource } from '../../../../functions/applications/intake/parse-form.ts';
import { applicationSource } from '../../../../schemas/application.ts';
import { formats } from '../../../../functions/validation/formats.ts';

test.each([
  ['', null],
  ['lang=fr', null],
  ['source=LinkedIn', 'LinkedIn'],
  ['utm_source=newsletter&utm_medium=mail', 'newsletter'],
  ['utm_source=newsletter&source=fair', 'fair'],
  ['source=&utm_source=newsletter', 'newsletter'],
  ['source=%20%E2%80%8B&utm_source=newsletter', 'newsletter'],
  ['source=first&source=second', 'first'],
  ['source=+two+words+', 'two words'],
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
