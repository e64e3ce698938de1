import { describe, expect, test } from '@jest/globals';
import type { MailedApplication } from '../../../../functions/applications/mail/message.ts';
import { aMailedApplication, FROM, messageOf, parsed, TO } from '../../../setup/a-mail.ts';

const mailOf = async (fields: Partial<MailedApplication> = {}) =>
  parsed(await messageOf(aMailedApplication(fields)));

/** Every header that the mail of an application has, once each. */
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

describe('the mail of an application', () => {
  test('comes from the service, goes to the employer, and is replied to the candidate', async () => {
    const mail = await mailOf();
    expect(mail.from).toEqual({ name: '', address: FROM });
    expect(mail.to).toEqual([{ name: '', address: TO }]);
    expect(mail.replyTo).toEqual([{ name: 'Zoë Tremblay', address: 'zoe@example.org' }]);
    expect(mail.cc).toBeUndefined();
    expect(mail.bcc).toBeUndefined();
  });

  test('says in its subject which job it is for', async () => {
    expect((await mailOf()).subject).toBe('Application: Baker (REQ-1)');
    const job = { id: 7, title: 'Boulangère 🥐', referenceId: null };
    expect((await mailOf({ job })).subject).toBe('Application: Boulangère 🥐');
  });

  test('says in plain text all that the candidate wrote, and where to find it in the API', async () => {
    const { text, html } = await mailOf();
    expect(html).toBeUndefined();
    expect(text?.trimEnd()).toBe(`Job: Baker (REQ-1, job 7)
Name: Zoë Tremblay
E-mail: zoe@example.org
Telephone: +1 604 555 0199
Résumé: attached (résumé.pdf)
Received: 2026-11-22 09:30 UTC
Application: 0123456789abcdef0123456789abcdef
In the API: https://jobs.example.com/api/v1.1/applications/0123456789abcdef0123456789abcdef

To respond to the candidate, reply to this mail.

Cover letter:

Dear all,

I bake.`);
  });

  test('has the résumé attached, byte for byte, under its name', async () => {
    const content = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256);
    const fileName = 'Zoë\'s "final" résumé; 日本語 (1).pdf';
    const { attachments } = await mailOf({ resume: { fileName, mediaType: 'application/pdf', content } });
    expect(attachments).toHaveLength(1);
    const [{ filename, mimeType, disposition, content: read } = {}] = attachments;
    expect({ filename, mimeType, disposition }).toEqual({
      filename: fileName,
      mimeType: 'application/pdf',
      disposition: 'attachment',
    });
    expect(Buffer.from(read as ArrayBuffer).equals(content)).toBe(true);
  });

  test('says so when there is no résumé, and when its file is missing', async () => {
    const without = await mailOf({ resume: null });
    expect(without.text).toContain('\nRésumé: none\n');
    const resume = { fileName: 'a.pdf', mediaType: 'application/pdf', content: undefined };
    const missing = await mailOf({ resume });
    expect(missing.text).toContain('\nRésumé: missing: please ask for it\n');
    expect([...without.attachments, ...missing.attachments]).toEqual([]);
  });

  test('keeps its Message-ID when it is sent again, and gets another when it is queued again', async () => {
    const [first, again, later] = await Promise.all([mailOf(), mailOf(), mailOf({ queuedAt: 1 })]);
    expect(again.messageId).toBe(first.messageId);
    expect(later.messageId).not.toBe(first.messageId);
  });

  test('ends each line with CR and LF, whatever the candidate ends them with', async () => {
    const coverLetter = 'one\ntwo\r\nthree\rfour\n\n';
    const content = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    const resume = { fileName: 'résumé.pdf', mediaType: 'application/pdf', content };
    const message = await messageOf(aMailedApplication({ coverLetter, resume, name: 'Zoë '.repeat(30) }));
    expect(Buffer.from(message).toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('shows an encoded word that a candidate wrote as it is, and decodes it nowhere', async () => {
    const hostile = '=?utf-8?q?CEO_=3Cceo=40acme.example=3E?=';
    const mail = await mailOf({
      name: hostile,
      resume: { ...aMailedApplication().resume!, fileName: hostile },
    });
    const shown = hostile.replace('=?', '= ?');
    expect(mail.replyTo).toEqual([{ name: shown, address: 'zoe@example.org' }]);
    expect(mail.attachments[0]?.filename).toBe(shown);
    expect(mail.text).toContain(`\nName: ${hostile}\n`);
  });

  test('says that a program sent it, so that nobody is told who is out of office', async () => {
    const { headers } = await mailOf();
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  describe.each([
    ['CR LF and a header', 'Zoë\r\nBcc: victim@example.net'],
    ['LF alone', 'Zoë\nBcc: victim@example.net'],
    ['CR alone', 'Zoë\rBcc: victim@example.net'],
    ['the end of the headers', 'Zoë\r\n\r\n<script>alert(1)</script>'],
    ['a boundary', 'Zoë\r\n----_NmP-1-Part_1--'],
    ['another address', 'Zoë <a@example.net>, Bob <b@example.net>'],
    ['quotes and a comment', '"Zoë" \\" (comment) <a@example.net>'],
    ['an encoded word', '=?UTF-8?Q?Zo=0D=0ABcc=3A_victim=40example=2Enet?='],
    ['a folded line', 'Zoë\r\n\tX-Evil: 1'],
    ['separators of Unicode', 'Zoë\u2028Bcc: victim@example.net\u2029\u0085x'],
    ['a null character', 'Zoë\0Bcc: victim@example.net'],
    ['a group', 'friends: a@example.net, b@example.net;'],
  ])('in which a field has %s', (_, hostile) => {
    test.each([
      ['the name', { name: hostile }],
      ['the title', { job: { id: 7, title: hostile, referenceId: null } }],
      ['the referenceId', { job: { id: 7, title: 'Baker', referenceId: hostile } }],
      ['the telephone', { telephone: hostile }],
      ['the letter', { coverLetter: hostile }],
      [
        'the file name',
        { resume: { fileName: hostile, mediaType: 'text/plain', content: Buffer.from('text') } },
      ],
    ])('has no other header, recipient or part because of %s', async (_field, fields) => {
      const mail = await mailOf(fields);
      expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(
        HEADERS.filter((key) => mail.headers.some((header) => header.key === key)),
      );
      expect(mail.headers).toHaveLength(HEADERS.length);
      expect(mail.to).toEqual([{ name: '', address: TO }]);
      expect(mail.from).toEqual({ name: '', address: FROM });
      expect(mail.replyTo).toHaveLength(1);
      expect(mail.replyTo?.[0]?.address).toBe('zoe@example.org');
      expect(mail.cc).toBeUndefined();
      expect(mail.bcc).toBeUndefined();
      expect(mail.html).toBeUndefined();
      expect(mail.attachments).toHaveLength(1);
      const [head = ''] = mail.text?.split('\n\n') ?? [];
      expect(head.split('\n').map((line) => line.replace(/:.*/s, ''))).toEqual([
        'Job',
        'Name',
        'E-mail',
        'Telephone',
        'Résumé',
        'Received',
        'Application',
        'In the API',
      ]);
    });
  });
});
