import { expect, test } from '@jest/globals';
import { html, plainText } from '../../pages/html.ts';

test('an HTML template escapes what could end an element, or an attribute in either quotes', () => {
  const value = `</p>&lt; "it's"`;
  const escaped = html`${value}`;
  expect(escaped.text).toBe('&lt;/p&gt;&amp;lt; &quot;it&#39;s&quot;');
  expect(html`${escaped}`.text).toBe(escaped.text);
  expect(plainText(escaped)).toBe(value);
});
