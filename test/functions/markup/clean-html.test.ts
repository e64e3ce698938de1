import * as fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { anyMarkup } from '../../browser/any-markup.ts';
import { cleanHtml, markupWarnings } from '../../../functions/markup/clean-html.ts';
import { hostilePieces, repeated } from '../../fuzz/hostile-markup.ts';
import { aJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import { generatedAdvertisement } from '../../setup/generated-html.ts';
import { advertisements, visibleWords } from '../../setup/advertisements.ts';

const post = (body: unknown, headers?: Record<string, string>) => jobsInMemory().post('/jobs', body, headers);

/** What a stored description may contain, besides text without angle brackets. */
const allowedMarkup =
  /<(?:strong|b|em|i|p|div|ul|ol|li)>|<\/(?:strong|b|em|i|p|div|ul|ol|li|a)>|<br \/>|<a(?=[^<>]* href=")(?: href="(?:https?|mailto|tel):[^"<>]+"| target="_(?:blank|self|parent|top)"){1,2}>/gi;

const withoutAllowedMarkup = (html: string) => html.replace(allowedMarkup, '');

const link = (attributes: string) => `<p><a ${attributes}>Apply</a></p>`;

const bold = (depth: number) => `${'<b>'.repeat(depth)}Cook${'</b>'.repeat(depth)}`;

describe('a description', () => {
  test.each([
    '<p>One <strong>two</strong> <b>three</b> <em>four</em> <i>five</i><br />six</p>',
    link('href="https://example.com/?a=1&amp;b=%20#c" target="_blank"'),
    link('target="_top" href="http://example.com"'),
    link('href="mailto:jobs@example.com?subject=Cook"'),
    link('href="tel:+16045551234"'),
    link('href="HTTPS://EXAMPLE.COM/"'),
    '\nPlain text\n',
    'R&amp;D &lt;b&gt; &amp;amp; "quotes" \'single\'',
    '<p>Préposé·e — 5 à 7 ans d’expérience 🙂 漢字\u00a0!</p>',
    '<ul>\n\t<li>One</li>\r\n</ul>',
    '<li>A<ol><p><li>B</li></p></ol></li>',
    '<p>\u0092windows\u0093</p>',
  ])('is kept as sent, without a warning: %s', async (description) => {
    expect(await cleanHtml(description)).toEqual({ html: description, removed: [], removedCharacters: 0 });
  });

  test.each([
    ['<h1>One</h1><H6>Two</H6>', '<strong>One</strong><br /><strong>Two</strong>', ''],
    [
      '<h2>About us</h2>We bake bread.<h2>You</h2><h3>Skills</h3>Baking',
      '<strong>About us</strong><br />We bake bread.<br /><strong>You</strong><br /><strong>Skills</strong><br />Baking',
      '',
    ],
    ['<section>One</section>\n<section>Two</section>', 'One<br />\nTwo', 'section'],
    ['One<hr>Two', 'One<br />Two', 'hr'],
    [
      '<table><tr><th>Pay</th><td>$20</td></tr><tr><td>Start</td> <td>June</td></tr></table>Apply',
      'Pay $20<br />Start June<br />Apply',
      'table, tr, th, td',
    ],
    ['<dl><dt>Pay</dt><dd><b>$20</b></dd></dl>', 'Pay<br /><b>$20</b>', 'dl, dt, dd'],
    [
      '<pre>\nOne\r\n<b>Two\n\nThree</b>\n</pre>Four',
      'One<br /><b>Two<br /><br />Three</b><br />Four',
      'pre',
    ],
    ['Ba<span>ker</span>, <u>co</u>ok', 'Baker, cook', 'span, u'],
    ['<span>One</span>\nTwo', 'One Two', 'span'],
    ['One\nTwo\r\n\r\n \nThree & four\n', '<p>One<br />Two</p><p>Three &amp; four</p>', ''],
    ['<p style="color:red" onclick="alert(1)">Cook</p>', '<p>Cook</p>', 'p@style, p@onclick'],
    ['<script>alert(1)</script><p>Cook</p>', '<p>Cook</p>', 'script'],
    ...['textarea', 'option', 'xmp', 'noscript', 'title', 'template'].map((tag) => [
      `<${tag}>alert(1)</${tag}><p>Cook</p>`,
      '<p>Cook</p>',
      tag,
    ]),
    ['<SCRIPT SRC=//x.example></SCRIPT>Cook', 'Cook', 'script'],
    ['<style>p { color: red }</style>Cook', 'Cook', 'style'],
    ['<img src=x onerror=alert(1)>Cook', 'Cook', 'img'],
    ['<form action="/x"><button>Apply</button></form>', 'Apply', 'form, button'],
    ['<o:p>Cook</o:p>', 'Cook', 'o:p'],
    ['<a href="">Cook</a>', 'Cook', 'a@href, a without href'],
    ['<!-- secret -->Cook', 'Cook', 'comment'],
    ['<![CDATA[<p>Cook</p>]]>Baker', '<p>Cook</p>Baker', 'CDATA section'],
    ['<b style="font-weight:normal;" id="x"><p>Cook</p></b>', '<p>Cook</p>', 'b'],
    ['<strong style="color: red; font-weight: 400">Cook</strong>', 'Cook', 'strong'],
    [
      '<i style="font-style:normal">Cook</i> <em style="font-style: normal">Baker</em>',
      'Cook Baker',
      'i, em',
    ],
    ['<b style="font-weight:700">Cook</b>', '<b>Cook</b>', 'b@style'],
    ['<p>Cook</p><b/><p>Baker</p>', '<p>Cook</p><b></b><p>Baker</p>', ''],
    ['See <https://example.com/jobs>', 'See &lt;https://example.com/jobs&gt;', ''],
    ['Ask <a@b.ca>, <www.b.ca>, <tel:+1>', 'Ask &lt;a@b.ca&gt;, &lt;www.b.ca&gt;, &lt;tel:+1&gt;', ''],
    ...['script', 'title', 'noscript', 'plaintext'].map((name) => [
      `<p>Cook</p><${name} /><p>Baker</p>`,
      '<p>Cook</p><p>Baker</p>',
      name,
    ]),
    ['<!DOCTYPE html>Cook', 'Cook', 'doctype'],
    ['Cook <b and baker', 'Cook ', 'unfinished tag'],
    ['Cook&#1;', 'Cook', 'control character'],
    ['Cook&#x202E;', 'Cook', 'direction override'],
    ['<p>One<p>Two', '<p>One</p><p>Two</p>', ''],
    ['<li>A<div><li>B</li></div></li>', '<li>A<div><div>B</div></div></li>', 'li in li'],
    ['<ul><li><b>A<li>B</ul>', '<ul><li><b>A<div>B</div></b></li></ul>', 'li in li'],
    // After the button is removed, a parser ends the first paragraph before the second one.
    ['<p>One<button><p>Two</p></button></p>', '<p>One</p><p>Two</p><p></p>', 'button'],
    ['<BR/>Cook<P>One</P>', '<br />Cook<p>One</p>', ''],
    ['<p title="</p><script>alert(1)</script>">Cook</p>', '<p>Cook</p>', 'p@title'],
  ] as [string, string, string][])(
    'is cleaned, never rejected: %s',
    async (description, cleaned, removed) => {
      const { html, removed: names } = await cleanHtml(description);
      expect([html, names.join(', ')]).toEqual([cleaned, removed]);
      expect(await cleanHtml(cleaned)).toEqual({ html: cleaned, removed: [], removedCharacters: 0 });
    },
  );

  test.each([
    ['<title>Cook &amp; baker</title>', '12 characters of text, title'],
    ['<p>Cook</p><script>The rest, which no end tag follows', '34 characters of text, script'],
    ['<p>Cook</p><!-- The rest', '9 characters of text, comment'],
    ['<p>Cook</p>Baker <b The rest', '11 characters of text, unfinished tag'],
    ['<p>Cook</p><!-- aside --><script>alert(1)</script>', 'comment, script'],
  ])('gets a warning with the number of characters that are lost: %s', async (html, removed) => {
    const [warning] = markupWarnings('description', await cleanHtml(html));
    expect(warning).toMatchObject({ code: 'markup_removed', removed });
  });

  test.each([
    [101, 100, ['nesting deeper than 100']],
    [100_000, 100, ['nesting deeper than 100']],
  ])('with %i nested elements keeps the outer %i', async (sent, kept, removed) => {
    expect(await cleanHtml(bold(sent))).toEqual({ html: bold(kept), removed, removedCharacters: 0 });
  });

  test.each([
    ['<div>&lt;p class="x"&gt;Cook</div>', true],
    ['Cook&lt;br /&gt;Baker', true],
    ['&lt;span&gt;Cook&lt;/span&gt;', true],
    ['You know what &lt;b&gt; means, and 1 &lt; 2 &gt; 0', false],
    ['&lt;people&gt;', false],
  ])('gets a warning only if readers see tags: %s', async (description, hasWarning) => {
    const { body, headers } = await post(aJob({ description }));
    expect(body.description).toBe(description);
    expect(headers.get('job-warning')).toBe(hasWarning ? 'markup_escaped; pointer="/description"' : null);
    const strict = await post(aJob({ description }), { prefer: 'handling=strict' });
    expect([strict.status, strict.body.errors?.[0].code]).toEqual(
      hasWarning ? [400, 'markup_escaped'] : [201, undefined],
    );
  });

  const empty = [
    '<br>',
    '<p>\u00a0</p>',
    '<img src="x">',
    '<script>1</script>',
    '<p>&ZeroWidthSpace;&shy;</p>',
  ];
  test.each(empty)('is rejected when it has no content: %j', async (description) => {
    const { status, body } = await post(aJob({ description }));
    expect([status, body.errors[0].pointer]).toEqual([400, '/description']);
  });
});

describe('href', () => {
  const scripts = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'feed:javascript:a()', 'vbscript:msgbox(1)'];
  const blanks = [' javascript:alert(1)', '\u0001javascript:alert(1)', 'javascript\u00a0:alert(1)'];
  const broken = ['java\tscript:alert(1)', 'java\nscript:alert(1)', '&Tab;javascript:alert(1)'];
  const byNumber = ['&#106;avascript:alert(1)', '&#x6A;&#x61;vascript:alert(1)'];
  const byName = ['java&Tab;script:alert(1)', 'java&NewLine;script:alert(1)', 'javascript&colon;alert(1)'];
  const data = ['data:text/html,<script>alert(1)</script>', 'data:text/html;base64,PHNjcmlwdD4='];
  const others = ['file:///etc/passwd', 'ftp://example.com', 'blob:https://example.com/1', 'about:blank'];
  const almost = ['httpx://example.com', 'https', 'https:', 'https: //example.com', 'sms:+16045551234'];
  const relative = ['//example.com', '\\\\example.com', '/apply', '#apply', '', ' '];
  test.each([scripts, blanks, broken, byNumber, byName, data, others, almost, relative].flat())(
    'is removed and the link text is kept when it is %j',
    async (href) => {
      const { html, removed } = await cleanHtml(link(`href="${href.replaceAll('"', '&quot;')}"`));
      expect(html).toBe('<p>Apply</p>');
      expect(removed).toContain('a@href');
    },
  );

  test.each([
    ['a quote', `href='https://a.example/"onclick="b()'`, 'https://a.example/&quot;onclick=&quot;b()'],
    ['brackets', 'href="https://example.com/<script>"', 'https://example.com/&lt;script&gt;'],
    ['an entity', 'href="https&#58;//example.com/?a&amp;b"', 'https://example.com/?a&amp;b'],
    ['blanks around it', 'href=" https://example.com/ "', 'https://example.com/'],
    ['no quotes', 'href=https://example.com/', 'https://example.com/'],
  ])('remains a single attribute of the link when it has %s', async (_, attributes, href) => {
    const { html } = await cleanHtml(link(attributes));
    expect(html).toBe(link(`href="${href}"`));
    expect(withoutAllowedMarkup(html)).toBe('Apply');
  });

  test('is the first of two href attributes', async () => {
    const { html } = await cleanHtml(link('href="https://example.com" href="javascript:alert(1)"'));
    expect(html).toBe(link('href="https://example.com"'));
  });
});

describe('target', () => {
  test.each(['_blank', '_self', '_parent', '_top'])('is kept when it is %s', async (target) => {
    const { html, removed } = await cleanHtml(link(`href="https://example.com" target="${target}"`));
    expect([html, removed]).toEqual([link(`href="https://example.com" target="${target}"`), []]);
  });

  test.each(['', '_new', 'blank', 'jobs', '_BLANK', '_blank x', 'x_blank', '"'])(
    'is removed and reported when it is %j',
    async (target) => {
      const dirty = link(`href="https://example.com" target="${target.replaceAll('"', '&quot;')}"`);
      expect(await cleanHtml(dirty)).toEqual({
        html: link('href="https://example.com"'),
        removed: ['a@target'],
        removedCharacters: 0,
      });
    },
  );
});

describe('a generated description', () => {
  test('has only allowed markup after cleaning, and a second cleaning changes nothing', () =>
    fc.assert(
      fc.asyncProperty(anyMarkup, async (description) => {
        const { html } = await cleanHtml(description);
        expect(withoutAllowedMarkup(html)).not.toMatch(/[<>]/);
        expect(await cleanHtml(html)).toEqual({ html, removed: [], removedCharacters: 0 });
      }),
      { numRuns: 150 },
    ));
});

describe('a hostile description', () => {
  test.each(hostilePieces)('is cleaned in time when it repeats %j', async (piece) => {
    expect(await cleanHtml(`Cook${repeated(piece)(16 * 1024)}`)).toHaveProperty('html');
  });

  test('gets a response in time when it nests as deeply as a body allows', async () => {
    const { status } = await post(aJob({ description: `${'<div><b>'.repeat(62_500)}Cook` }));
    expect([201, 400, 413]).toContain(status);
  });
});

test('a warning fits into a header, whatever was removed', async () => {
  const description = Array.from({ length: 5_000 }, (_, index) => `<x${index} é"\\>Cook`).join('');
  const { status, headers } = await post(aJob({ description }));
  expect(status).toBe(201);
  expect(headers.get('job-warning')).toMatch(/^markup_removed; pointer="\/description"; removed="x0, x1, /);
  expect(headers.get('job-warning')?.length).toBeLessThan(500);
});

const cleaned = async (html: string) => (await cleanHtml(html)).html;

/** The words that a person reads, with decoded character references, separated by single spaces. */
function textOf(html: string): string {
  const parts: string[] = [];
  new Parser({ ontext: (part) => parts.push(part) }).end(visibleWords(html).join(' '));
  return parts.join('').replace(/\s+/g, ' ');
}

describe('the words of a description', () => {
  test.each(advertisements)('are the same before and after cleaning: %s', async (_, description) => {
    const { html } = await cleanHtml(description);
    expect(textOf(html)).toBe(textOf(description));
    expect(withoutAllowedMarkup(html)).not.toMatch(/[<>]/);
    expect(await cleanHtml(html)).toEqual({ html, removed: [], removedCharacters: 0 });
  });

  test('are the same, with the same line breaks, before and after cleaning', async () => {
    await fc.assert(
      fc.asyncProperty(generatedAdvertisement, async ({ html, words }) => {
        expect(visibleWords(html)).toEqual(words);
        expect(visibleWords(await cleaned(html))).toEqual(words);
      }),
      { numRuns: 400 },
    );
  });

  test('are the same after cleaning at any nesting depth', async () => {
    for (const depth of [99, 100, 101, 1_000]) {
      for (const tag of ['b', 'div', 'section']) {
        const html = `${`<${tag}>`.repeat(depth)}Cook<br>Baker<h2>Waiter</h2>Chef<p>Host</p>`;
        expect(visibleWords(await cleaned(html))).toEqual(['Cook', 'Baker', 'Waiter', 'Chef', 'Host']);
      }
    }
  });
});
