import { describe, expect, test } from '@jest/globals';
import { DomUtils, parseDocument } from 'htmlparser2';
import { nameInHeader } from '../../functions/mail/message.ts';
import { answerText } from '../../pages/public/question-words.ts';
import { ANSWERS_MAX_BYTES, type Answer } from '../../schemas/answer.ts';
import type { QuestionType } from '../../schemas/question.ts';
import { aMailedApplication, FROM, renderMail, parseMail, TO } from '../setup/a-mail.ts';
import { randomChooser, seededRandom } from '../setup/random.ts';

const MAILS = 1_000;

/** Pieces of text in many scripts that are known to cause errors in mail programs. */
const pieces =
  `a Z 0 - _ . , ; : @ < > ( ) [ ] \\ " ' / ? = =? ?= =?UTF-8?Q?=41?= =?utf-8?B?QQ==?= & % %0D%0A * #
  é è ç Œ ß Ł ğ Ω Ж ש ع ไ 日本語 한국 ਪੰਜਾਬੀ ᐃᓄᒃᑎᑐᑦ 👩‍🍳 🇨🇦 🥐 Tremblay`
    .split(/\s+/)
    .concat([' ', '  ', '\u0301', '\u200d', '\u200f', '\ufeff', 'word '.repeat(20), 'x'.repeat(90)]);
const lines = [
  '\n',
  '\n\n',
  '\n.',
  '\n..\n',
  '\nFrom ',
  '\n--',
  '\n----_NmP-',
  '\t',
  ' \n',
  '\nBcc: x@example.net\n',
];

const { floor } = Math;

/** Generates random applications for mails. */
function generator(seed: number) {
  const random = seededRandom(seed);
  const pick = randomChooser(random);
  const textOf = (from: readonly string[], longest: number) =>
    Array.from({ length: floor(random() * longest) }, () => pick(from)).join('');
  /** A random line as the service stores it: without spaces at its ends. */
  const line = (longest: number, fallback: string) => {
    const text = Array.from(textOf(pieces, longest).normalize()).slice(0, 128).join('').trim();
    return text === '' ? fallback : text;
  };
  /** A random letter as the service stores it: a letter without visible text is stored as none. */
  const letter = () => {
    const text = textOf([...pieces, ...lines, ...lines], 200);
    return text.trim() === '' ? null : text;
  };
  /** Random valid answers by type of question. */
  const values: Record<QuestionType, () => Answer['value']> = {
    shortText: () => line(10, 'x'),
    longText: () => letter() ?? 'x',
    yesNo: () => pick([true, false]),
    choice: () => line(6, 'x'),
    choices: () => Array.from({ length: 1 + floor(random() * 3) }, () => line(6, 'x')),
    number: () => pick([0, -2.5, 1_234_567.8901]),
    date: () => pick(['2031-05-30', '1999-12-31']),
  };
  const answerTo = (type: QuestionType): Answer => ({
    question: { id: 'q', text: line(8, 'Why?'), type },
    value: values[type](),
  });
  const noise = Uint8Array.from({ length: 40_000 }, () => floor(random() * 256));
  const content = () => noise.subarray(floor(random() * 20_000)).subarray(0, floor(random() ** 4 * 20_000));
  return () =>
    aMailedApplication({
      id: textOf(['0', '7', 'a', 'f'], 40) || 'a',
      jobTitle: line(30, 'Baker'),
      referenceId: pick([null, line(4, 'R')]),
      publicId: String(floor(random() * 1e6)),
      places: [line(4, 'Place')],
      name: line(10, 'Zoë'),
      email: `${pick(['zoe', "o'hara+x", 'a.b-c_d', '1'])}@${pick(['example.org', 'sub.example.ca', 'xn--exmple-cua.ca'])}`,
      telephone: pick([null, '+1 604 555 0199', line(3, '1')]),
      coverLetter: pick([null, letter()]),
      answers: Object.keys(values).flatMap((type) =>
        pick([true, false]) ? answerTo(type as QuestionType) : [],
      ),
      resume: pick([
        null,
        {
          fileName: `${line(6, 'cv')}${pick(['.pdf', '.docx', '.txt', ''])}`,
          mediaType: pick(['application/pdf', 'application/rtf', 'text/plain']),
          content: content(),
        },
      ]),
      queuedAt: floor(random() * 1e12),
    });
}

/** The value as a line shows it: any white space becomes one space. */
const collapseSpaces = (value: string) => value.replaceAll(/\s+/g, ' ').trim();

/** The value as a header shows it, in which no text may look like an encoded word. */
const inHeader = (value: string) => value.replaceAll(/\s+/g, ' ').replaceAll('=?', '= ?');

/** The parts of a text that are marked as written by the candidate. */
const marked = (text = '') =>
  collapseSpaces(
    text
      .split('\n')
      .filter((each) => each.startsWith('|'))
      .map((each) => each.slice(1))
      .join(' '),
  );

/** The complete text of a page. */
const textOfPage = (page = '') =>
  collapseSpaces(DomUtils.textContent(parseDocument(page.replaceAll(/<br\b[^>]*>/g, ' '))));

describe('the mails of applications', () => {
  test(`are read correctly by an independent mail parser: ${MAILS} random mails`, async () => {
    const next = generator(20_261_122);
    for (let count = 0; count < MAILS; count += 1) {
      const application = next();
      const { jobTitle, referenceId, name, email, telephone, coverLetter, answers, resume } = application;
      const mail = await parseMail(await renderMail(application));
      const headerName = nameInHeader(name);
      const job = `${jobTitle}${referenceId === null ? '' : ` (${referenceId})`}`;
      const letter = coverLetter?.trimEnd();
      const [attachment] = mail.attachments;
      const answered = answers.map((answer) => answerText(answer, 'en').trimEnd());
      const page = textOfPage(mail.html);
      for (const value of [name, letter ?? '', ...answered, ...answers.map(({ question }) => question.text)])
        expect(page).toContain(collapseSpaces(value));
      expect({
        from: mail.from,
        to: mail.to,
        replyTo: mail.replyTo,
        subject: mail.subject,
        first: mail.text?.split('\n')[0],
        text: marked(mail.text),
        headers: mail.headers.length,
        attachments: mail.attachments.length,
        file: attachment && {
          fileName: attachment.filename,
          mediaType: attachment.mimeType,
          content: Buffer.from(attachment.content as ArrayBuffer).toString('latin1'),
        },
      }).toEqual({
        from: { name: `${headerName ?? 'A candidate'} via Demo Job Board`, address: FROM },
        to: [{ name: '', address: TO }],
        replyTo: [{ name: headerName ?? '', address: email }],
        subject: inHeader(`${headerName ?? 'A candidate'}: ${job}`),
        first: `New application: ${job.replaceAll(/\s+/g, ' ')}`,
        text: collapseSpaces(
          [
            `Name: ${name}`,
            ...(telephone === null ? [] : [`Telephone: ${telephone}`]),
            `E-mail: ${email}`,
            ...answers.flatMap(({ question }, index) => [question.text, answered[index]]),
            ...(letter === undefined ? [] : [`Cover letter: ${letter}`]),
            ...(resume ? [`File: ${resume.fileName}`] : []),
          ].join(' '),
        ),
        headers: 9,
        attachments: resume ? 1 : 0,
        file: resume
          ? {
              fileName: inHeader(resume.fileName),
              mediaType: resume.mediaType,
              content: Buffer.from(resume.content ?? []).toString('latin1'),
            }
          : undefined,
      });
    }
  });

  test('contain the maximum number of answers in lines that are short enough for every mail server', async () => {
    const text = '🥐'.repeat(4_999);
    const size = Buffer.byteLength(text);
    const answers = Array.from({ length: Math.floor(ANSWERS_MAX_BYTES / size) }, (_, index) => ({
      question: { id: `q${index}`, text: `Question ${index}`, type: 'longText' as const },
      value: `${index}${text}`,
    }));
    const message = await renderMail(aMailedApplication({ answers, coverLetter: null, resume: null }));
    const { text: plain, html } = await parseMail(message);
    for (const { value } of answers) for (const part of [plain, html]) expect(part).toContain(value);
    expect(Buffer.from(message).toString('latin1')).not.toMatch(/.{998}/);
  });
});
