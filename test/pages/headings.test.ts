import { describe, expect, test } from '@jest/globals';
import { withHeadings } from '../../pages/public/headings.ts';

describe('a sanitized text', () => {
  test.each([
    ['<p><strong>Us</strong></p><p>Bread.</p>', '<h2>Us</h2><p>Bread.</p>'],
    ['<p> <b>Us &amp; <em>you</em></b>\n</p>', '<h2>Us &amp; <em>you</em></h2>'],
    ['<strong>Us</strong><p>Bread.</p>', '<h2>Us</h2><p>Bread.</p>'],
    ['<strong>Us</strong><br />Bread.<br /><strong>You</strong>', '<h2>Us</h2>Bread.<br /><h2>You</h2>'],
    ['<div><strong>Us</strong></div><div>Bread.</div>', '<div><h2>Us</h2></div><div>Bread.</div>'],
    ['<ul><li>A</li></ul><strong>Us</strong><ul></ul>', '<ul><li>A</li></ul><h2>Us</h2><ul></ul>'],
    [`<p><strong>${'a'.repeat(120)}</strong></p>`, `<h2>${'a'.repeat(120)}</h2>`],
  ])('turns a block that is entirely bold into a heading: %s', (clean, shown) => {
    expect(withHeadings(clean)).toBe(shown);
  });

  test.each([
    '<p>Us</p>',
    '<p><strong>Us:</strong> bread.</p>',
    '<p><strong>Us</strong> <strong>and you</strong></p>',
    '<p><strong>Us</strong><br />Bread.</p>',
    '<p>Bread.<br /><strong>Us</strong></p>',
    '<p>Bread.<br /><strong>Us</strong><br />Cake.</p>',
    '<p><em><strong>Us</strong></em></p>',
    '<p><strong> </strong></p>',
    '<p><strong><em></em></strong></p>',
    '<strong><p>Us</p></strong>',
    '<ul><li><strong>Us</strong></li></ul>',
    '<ul><li><p><strong>Us</strong></p></li></ul>',
    '<ol><li>A<br /><b>Us</b><br />C</li></ol>',
    `<p><strong>${'a'.repeat(121)}</strong></p>`,
  ])('is unchanged if no block is entirely bold: %s', (clean) => {
    expect(withHeadings(clean)).toBe(clean);
  });
});
