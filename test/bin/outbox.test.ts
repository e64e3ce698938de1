import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../bin/local/gateway.ts';
import { outbox } from '../../functions/mail/outbox.ts';
import { aMailedApplication, renderMail } from '../setup/a-mail.ts';
import { hebrew } from '../setup/hebrew.ts';

const dataDir = process.env['DATA_DIR'] ?? '';
let folder = '';
/** Gives every test its own outbox. */
beforeEach(() => {
  process.env['DATA_DIR'] = join(dataDir, randomUUID());
  folder = join(process.env['DATA_DIR'], 'outbox');
});

const put = (id: string, message: Uint8Array) => outbox(folder).put(id, message);

const gateway = createGateway();
const origin = `http://127.0.0.1:${await gateway.listen(0)}`;

async function get(path: string) {
  const response = await fetch(`${origin}${path}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
}

const hostile = '<script>alert(1)</script>"\'&';

describe('the outbox page', () => {
  test('shows a note when there is no mail yet', async () => {
    const { status, text } = await get('/outbox');
    expect(status).toBe(200);
    expect(text).toContain('No mail yet.');
  });

  test('lists mails, newest first, and shows the text of each', async () => {
    for (const [id, title] of Object.entries({ a1: 'Baker', b2: 'Cook' })) {
      await put(id, await renderMail(aMailedApplication({ id, jobTitle: title, referenceId: null })));
    }
    const { text } = await get('/outbox');
    const links = [...text.matchAll(/href="(\/outbox\/\w+)"/g)].map(([, link]) => link);
    expect(new Set(links)).toEqual(new Set(['/outbox/a1', '/outbox/b2']));
    const mail = await get('/outbox/b2');
    expect(mail.text).toContain('<h1 dir="auto">Zoë Tremblay: Cook</h1>');
    expect(mail.text).toContain('Zoë Tremblay &lt;zoe@example.org&gt;');
    expect(mail.text).toContain('| Dear all,\n|\n| I bake.');
  });

  test('shows the HTML of a mail unchanged, with a Content-Security-Policy that allows no scripts and no external content', async () => {
    await put('h1', await renderMail(aMailedApplication({ id: 'h1', coverLetter: hostile })));
    expect((await get('/outbox/h1')).text).toContain('href="/outbox/h1/html"');
    const { status, text, headers } = await get('/outbox/h1/html');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(text).toContain('View the posting</a>');
    expect(text).not.toContain('<script');
    await put('h2', Buffer.from('Subject: Text\r\n\r\nText'));
    expect((await get('/outbox/h2')).text).not.toContain('/html"');
    expect((await get('/outbox/h2/html')).status).toBe(404);
  });

  test('lets each typed text have its own writing direction', async () => {
    const { title: jobTitle, name, letter: coverLetter } = hebrew;
    const resume = { fileName: `${name}.pdf`, mediaType: 'application/pdf', content: Buffer.from('%PDF-') };
    const typed = { id: 'b7', jobTitle, referenceId: null, name, coverLetter, resume };
    await put('b7', await renderMail(aMailedApplication(typed)));
    for (const path of ['/outbox', '/outbox/b7']) {
      const { text } = await get(path);
      expect(text.match(/>[^<]*\p{Script=Hebrew}/gu)?.length).toBeGreaterThan(1);
      const unmarked = /<(?!(?:title|bdi)\b)(?![^>]*dir="auto")\w[^>]*>[^<]*\p{Script=Hebrew}/u;
      expect(text).not.toMatch(unmarked);
    }
  });

  test('lists the newest 50 mails, and marks those with attachments', async () => {
    const resume = { fileName: 'a.txt', mediaType: 'text/plain', content: Buffer.from('Baker') };
    const message = await renderMail(aMailedApplication({ id: 'a', resume }));
    for (let number = 0; number < 51; number += 1) await put(`a${number}`, message);
    const { text } = await get('/outbox');
    expect(new Set(text.match(/href="\/outbox\/\w+"/g)).size).toBe(50);
    expect(text).toContain('the newest 50 of 51.');
    expect(text).toContain('with attachments');
  });

  test('serves attachments unchanged, as downloads', async () => {
    const content = Buffer.from(hostile);
    const fileName = 'résumé "1"\'.txt';
    const resume = { fileName, mediaType: 'text/plain', content };
    await put('c3', await renderMail(aMailedApplication({ id: 'c3', resume })));
    const { status, headers, bytes } = await get('/outbox/c3/attachments/0');
    expect(status).toBe(200);
    expect(bytes.equals(content)).toBe(true);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="r_sum_ _1__.txt"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%221%22%27.txt`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  test('escapes hostile markup, and has a Content-Security-Policy that allows no scripts', async () => {
    const application = aMailedApplication({
      id: 'd4',
      jobTitle: hostile,
      referenceId: hostile,
      name: hostile,
      coverLetter: hostile,
      resume: { fileName: `${hostile}.pdf`, mediaType: 'application/pdf', content: Buffer.from('%PDF-') },
    });
    await put('d4', await renderMail(application));
    for (const path of ['/outbox', '/outbox/d4']) {
      const { text, headers } = await get(path);
      expect(text).not.toContain('<script');
      expect(text).toContain('&lt;script&gt;');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('shows a file that is not a mail without failing', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'e5.eml'), Buffer.from([0, 255, 13, 10, 13]));
    expect((await get('/outbox')).status).toBe(200);
    expect((await get('/outbox/e5')).status).toBe(200);
  });

  test.each([
    '/outbox/none',
    '/outbox/%2e%2e%2fjobs',
    '/outbox/none/html',
    '/outbox/a1/attachments/9',
    '/outbox/a1/attachments/x',
  ])('is a 404 with a link back to the outbox when there is no mail: %s', async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(text).toContain('href="/outbox"');
  });
});
