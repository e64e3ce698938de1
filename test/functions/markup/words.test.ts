import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { cleanHtml } from '../../../functions/markup/clean-html.ts';
import { generatedAdvertisement, type GeneratedHtml } from '../../setup/generated-html.ts';
import { visibleWords } from '../../setup/advertisements.ts';

const cleaned = async (html: string) => (await cleanHtml(html)).html;

describe('the words of a description', () => {
  test('are those of its source, as a browser breaks lines, once it is cleaned', async () => {
    await fc.assert(
      fc.asyncProperty(generatedAdvertisement, async ({ html, words }: GeneratedHtml) => {
        expect(visibleWords(html)).toEqual(words);
        expect(visibleWords(await cleaned(html))).toEqual(words);
      }),
      { numRuns: 400 },
    );
  });

  test('are those of its source at any depth', async () => {
    for (const depth of [99, 100, 101, 1_000]) {
      for (const tag of ['b', 'div', 'section']) {
        const html = `${`<${tag}>`.repeat(depth)}Cook<br>Baker<h2>Waiter</h2>Chef<p>Host</p>`;
        expect(visibleWords(await cleaned(html))).toEqual(['Cook', 'Baker', 'Waiter', 'Chef', 'Host']);
      }
    }
  });

  test('stay in their lines inside preformatted text', async () => {
    expect(await cleaned('<pre>\nCook\r\n<b>Baker\n\nWaiter</b>\n</pre>Chef')).toBe(
      'Cook<br /><b>Baker<br /><br />Waiter</b><br />Chef',
    );
  });
});

describe('cleaning', () => {
  test('does not change clean text', async () => {
    await fc.assert(
      fc.asyncProperty(generatedAdvertisement, async ({ html }: GeneratedHtml) => {
        const once = await cleaned(html);
        expect(await cleanHtml(once)).toEqual({ html: once, removed: [] });
      }),
      { numRuns: 200 },
    );
  });
});
