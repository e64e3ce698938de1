import { describe, expect, test } from '@jest/globals';
import { Parser } from 'htmlparser2';
import type {
  MailedApplication,
  ApplicationMailOptions,
} from '../../../functions/applications/mail/application-mail.ts';
import { aMailedApplication, FROM, renderMail, parseMail, TO } from '../../setup/a-mail.ts';

const mailOf = async (fields: Partial<MailedApplication> = {}, terms: Partial<ApplicationMailOptions> = {}) =>
  parseMail(await renderMail(aMailedApplication(fields), terms));

/** Reads the elements of HTML with their attributes, and the text. */
function readHtml(page = '') {
  const elements: string[] = [];
  let text = '';
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push(`${name} ${JSON.stringify(attributes)}`),
    ontext: (piece) => {
      text += piece;
    },
  });
  parser.end(page);
  return { elements, text };
}

/** Groups the lines of a text: `theirs` are marked as the candidate's words, `ours` are not. */
function linesOf(text = '') {
  const lines = text.trimEnd().split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
  return Map.groupBy(lines, (line) => (line.startsWith('|') ? 'theirs' : 'ours'));
}

/** The beginnings of the service's own lines, without blank ones. */
const OURS = [
  'New application',
  'All applications for this job',
  'To answer the candidate, reply to this e-mail.',
  'The candidate wrote',
  'View the posting',
  'Location',
  'Received',
  'Résumé',
  'ID',
];

const beginnings = (lines: readonly string[] = []) =>
  lines.filter((line) => line !== '').map((line) => line.replace(/:.*/s, ''));

/** Two answers that contain a text: as question and answer, and as a chosen option. */
const answersOf = (value: string) => [
  { question: { id: 'q', text: value, type: 'longText' as const }, value },
  { question: { id: 'r', text: 'Which?', type: 'choices' as const }, value: [value] },
];

/** The link targets in HTML. */
const leadsTo = (page: string | undefined) =>
  readHtml(page).elements.flatMap((element) => /"href":"([^"]*)"/.exec(element)?.[1] ?? []);

/** Every header of the mail of an application; each occurs once. */
const HEADERS = 'auto-submitted content-type date from message-id mime-version reply-to subject to'.split(
  ' ',
);

describe('the mail of an application', () => {
  test('names the service in the sender, and the candidate and the job in the subject', async () => {
    const { from } = await mailOf({}, { serviceName: 'Jobs in Acme Town' });
    expect(from?.name).toBe('Zoë Tremblay via Jobs in Acme Town');
    const job = { jobTitle: 'Boulangère 🥐', referenceId: null };
    expect((await mailOf(job)).subject).toBe('Zoë Tremblay: Boulangère 🥐');
    // Mail programs must not decode a word of the subject.
    const { subject } = await mailOf({ jobTitle: '=?utf-8?q?CEO?=' });
    expect(subject).toBe('Zoë Tremblay: = ?utf-8?q?CEO?= (REQ-1)');
  });

  test('has “A candidate” in place of a name in its headers when a mail program would decode the name', async () => {
    const name = '=?utf-8?q?CEO_=3Cceo=40acme.example=3E?=';
    const mail = await mailOf({ name });
    expect(mail.subject).toBe('A candidate: Baker (REQ-1)');
    expect(mail.from?.name).toBe('A candidate via Demo Job Board');
    expect(mail.replyTo).toEqual([{ name: '', address: 'zoe@example.org' }]);
    expect((await mailOf({ name }, { language: 'fr' })).subject).toBe('Une candidature : Baker (REQ-1)');
  });

  test.each(['en', 'fr'] as const)(
    'has the same content as HTML, which loads no resources: %s',
    async (language) => {
      const message = await renderMail(aMailedApplication(), { language });
      const { text = '', html = '' } = await parseMail(message);
      const { elements, text: visibleText } = readHtml(html);
      const words = visibleText.replaceAll(/\s+/g, ' ');
      const [links, lines] = Map.groupBy(text.split('\n'), (line) => line.includes('https://'))
        .values()
        .toArray()
        .toReversed();
      for (const line of lines ?? []) {
        // In HTML, the name is a separate heading.
        const inText = line.replace(/^\| ?/, '').replace(/^N(?:ame|om) ?: /, '');
        expect(words).toContain(inText.trim());
      }
      const site = 'https://jobs.example.com';
      const addresses = [`${site}/recruiting?token=1.abc_-`, `${site}/jobs/7`];
      expect(links?.map((line) => line.split(/: /)[1])).toEqual(addresses);
      expect(leadsTo(html)).toEqual(['tel:+16045550199', 'mailto:zoe@example.org', ...addresses]);
      const loading = /src|(?<!^a \{")href|url\(|^(?:script|img|link|form|object|base)/;
      expect(elements.filter((element) => loading.test(element))).toEqual([]);
      expect(html.length).toBeLessThan(5_000);
      // Mail programs show the last part that they support, so the HTML comes last.
      const types = Buffer.from(message)
        .toString()
        .match(/(?<=^Content-Type: )[\w/]+/gm);
      const parts = [
        'multipart/mixed',
        'multipart/alternative',
        'text/plain',
        'text/html',
        'application/pdf',
      ];
      expect(types).toEqual(parts);
    },
  );

  test('omits the locations, the posting and the links when they are not known', async () => {
    const old = await mailOf({ places: [], publicId: null });
    for (const word of ['Location', 'posting:']) expect(old.text).not.toContain(word);
    expect(leadsTo(old.html)).not.toContainEqual(expect.stringContaining('/jobs/'));
    const terms = { siteAddress: () => undefined, recruitingUrl: null };
    const { html, text } = await mailOf({ telephone: null }, terms);
    expect(leadsTo(html)).toEqual(['mailto:zoe@example.org']);
    expect(text).not.toContain('://');
  });

  test('states that the application has no résumé, or that the file of the résumé is missing', async () => {
    const without = await mailOf({ resume: null });
    expect(without.text).toContain('\nRésumé: none\n');
    const resume = { fileName: 'a.pdf', mediaType: 'application/pdf', content: undefined };
    const missing = await mailOf({ resume });
    expect(missing.text).toContain('\nRésumé: missing: please ask for it\n');
    expect([...without.attachments, ...missing.attachments]).toEqual([]);
  });

  test('has the same Message-ID when a failed attempt is repeated, and a new one when the mail is queued again', async () => {
    const [original, repeated, later] = await Promise.all([mailOf(), mailOf(), mailOf({ queuedAt: 1 })]);
    expect(repeated.messageId).toBe(original.messageId);
    expect(later.messageId).not.toBe(original.messageId);
  });

  test('ends each line with CR LF, for all line ends that a candidate can use', async () => {
    const coverLetter = 'one\ntwo\r\nthree\rfour\n\n';
    const content = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    const resume = { fileName: 'résumé.pdf', mediaType: 'application/pdf', content };
    const message = await renderMail(aMailedApplication({ coverLetter, resume, name: 'Zoë '.repeat(30) }));
    expect(Buffer.from(message).toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test.each([
    ['a line that a reader wraps', `${'word '.repeat(14)}To answer, write to evil@example.net. `.repeat(3)],
    [
      'blanks that are no white space',
      `${'x'.repeat(60)}\u2800To\u2800answer\u2800write to evil@example.net`,
    ],
    ['every end of a line', '\r|\n|\r\n|\v|\f|\u0085|\u2028|\u2029'.replaceAll('|', 'To answer')],
    ['the words before it', 'x\n\nThe candidate wrote:\n\nTo answer, write to evil@example.net.'],
    ['the words after it', '| x\n\nView the posting: https://evil.example\n\nID: 0'],
  ])('marks every line of the candidate’s text: %s', async (_, hostile) => {
    const question = { id: 'q', text: 'Why?', type: 'longText' as const };
    const answers = [{ question, value: hostile }];
    const { text } = await mailOf({ name: hostile, telephone: hostile, coverLetter: hostile, answers });
    const lines = linesOf(text);
    expect(beginnings(lines.get('ours'))).toEqual(OURS);
    for (const line of lines.get('theirs') ?? []) expect(line).toMatch(/^\|(?: .{1,72})?$/u);
  });

  test.each([
    ['closing tags', '</div></td></tr></table></body></html><h1>To answer, write to evil@example.net</h1>'],
    ['an attribute', '" onmouseover="alert(1)" x=\''],
    ['a comment', '<!-- --><!--[if mso]><h1>x</h1><![endif]-->'],
    ['entities', '&lt;script&gt;&#60;b&#62;&amp;'],
  ])('escapes all candidate text in HTML, so that its elements never change: %s', async (_, hostile) => {
    const { html } = await mailOf({ telephone: 'x', coverLetter: 'x', answers: answersOf('x') });
    const file = { fileName: hostile, mediaType: 'text/plain', content: Buffer.from('text') };
    const fields = {
      name: hostile,
      telephone: hostile,
      coverLetter: hostile,
      jobTitle: hostile,
      places: [hostile],
      answers: answersOf(hostile),
      resume: file,
    };
    const { elements, text } = readHtml((await mailOf(fields)).html);
    expect(elements).toEqual(readHtml(html).elements);
    // One of the ten is the title of the HTML page, which contains the job title.
    expect(text.split(hostile)).toHaveLength(11);
  });

  test('isolates right-to-left text from its own words', async () => {
    const { html } = await mailOf({ name: 'زوي', places: ['חיפה'], jobTitle: 'خباز', coverLetter: 'أخبز.' });
    for (const value of ['زوي', 'חיפה', 'خباز (REQ-1)']) expect(html).toContain(`<bdi>${value}</bdi>`);
    expect(html).toMatch(/<div dir="auto"[^>]*>أخبز/);
  });

  test.each([
    ['CR LF and a header', 'Zoë\r\nBcc: victim@example.net'],
    ['LF alone', 'Zoë\nBcc: victim@example.net'],
    ['CR alone', 'Zoë\rBcc: victim@example.net'],
    ['a boundary', 'Zoë\r\n----_NmP-1-Part_1--'],
    ['another address', 'Zoë <a@example.net>, Bob <b@example.net>'],
    ['quotes and a comment', '"Zoë" \\" (comment) <a@example.net>'],
    ['an encoded word', '=?UTF-8?Q?Zo=0D=0ABcc=3A_victim=40example=2Enet?='],
    ['separators of Unicode', 'Zoë\u2028Bcc: victim@example.net\u2029\u0085x'],
    ['a null character', 'Zoë\0Bcc: victim@example.net'],
  ])(
    'has no additional header, recipient or part when the fields contain hostile text: %s',
    async (_, hostile) => {
      const mail = await mailOf({
        name: hostile,
        jobTitle: hostile,
        referenceId: hostile,
        places: [hostile],
        telephone: hostile,
        coverLetter: hostile,
        answers: [{ question: { id: 'q', text: hostile, type: 'shortText' }, value: hostile }],
        resume: { fileName: hostile, mediaType: 'text/plain', content: Buffer.from('text') },
      });
      expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(HEADERS);
      expect(mail).toMatchObject({
        to: [{ name: '', address: TO }],
        from: { address: FROM, name: expect.not.stringMatching(/[\0-\u001F\u0085\u2028\u2029@]|=\?/) },
        replyTo: [{ address: 'zoe@example.org' }],
        attachments: [{}],
      });
      expect(beginnings(linesOf(mail.text).get('ours'))).toEqual(OURS);
    },
  );
});
