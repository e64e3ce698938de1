import { describe, expect, test } from '@jest/globals';
import { nameInHeader } from '../../functions/applications/domain/name-in-header.ts';
import { aMailedApplication, FROM, messageOf, parsed, TO } from '../setup/a-mail.ts';
import { choiceBy, seeded } from '../setup/seeded.ts';

const MAILS = 5_000;

/** Pieces that mail programs are known to trip over, in many scripts. */
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

/** Random mails and what should be read from them. */
function generator(seed: number) {
  const random = seeded(seed);
  const pick = choiceBy(random);
  const textOf = (from: readonly string[], longest: number) =>
    Array.from({ length: floor(random() * longest) }, () => pick(from)).join('');
  /** As the service accepts it: one line without blanks around. */
  const line = (longest: number, fallback: string) => {
    const text = Array.from(textOf(pieces, longest).normalize()).slice(0, 128).join('').trim();
    return text === '' ? fallback : text;
  };
  /** As the service accepts it: one in which nothing is shown is none. */
  const letter = () => {
    const text = textOf([...pieces, ...lines, ...lines], 200);
    return text.trim() === '' ? null : text;
  };
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

/** What a line shows of a value: blanks of any kind are one space. */
const shown = (value: string) => value.replaceAll(/\s+/g, ' ').trim();

/** In a header, nothing may look like an encoded word. */
const inHeader = (value: string) => value.replaceAll(/\s+/g, ' ').replaceAll('=?', '= ?');

const MARK = '\n\nThe candidate wrote:\n\n';

describe('the mails of applications', () => {
  test(`are read back as they were meant by a parser that had no part in writing them: ${MAILS} at random`, async () => {
    const next = generator(20_261_122);
    for (let count = 0; count < MAILS; count += 1) {
      const application = next();
      const { jobTitle, referenceId, name, email, telephone, coverLetter, resume } = application;
      const mail = await parsed(await messageOf(application));
      const shownName = nameInHeader(name);
      const job = `${jobTitle}${referenceId === null ? '' : ` (${referenceId})`}`;
      const letter = coverLetter?.trimEnd();
      const [attachment] = mail.attachments;
      expect({
        from: mail.from,
        to: mail.to,
        replyTo: mail.replyTo,
        subject: mail.subject,
        first: mail.text?.split('\n')[0],
        text: shown(mail.text?.split(MARK).slice(1).join(MARK).replaceAll(/^\|/gm, '') ?? ''),
        headers: mail.headers.length,
        attachments: mail.attachments.length,
        file: attachment && {
          fileName: attachment.filename,
          mediaType: attachment.mimeType,
          content: Buffer.from(attachment.content as ArrayBuffer).toString('latin1'),
        },
      }).toEqual({
        from: { name: `${shownName ?? 'A candidate'} via Job postings`, address: FROM },
        to: [{ name: '', address: TO }],
        replyTo: [{ name: shownName ?? '', address: email }],
        subject: inHeader(`${shownName ?? 'A candidate'}: ${job}`),
        first: `New application: ${job.replaceAll(/\s+/g, ' ')}`,
        text: shown(
          [
            `Name: ${name}`,
            `E-mail: ${email}`,
            ...(telephone === null ? [] : [`Telephone: ${telephone}`]),
            ...(resume ? [`File: ${resume.fileName}`] : []),
            ...(letter === undefined ? [] : [`Cover letter: ${letter}`]),
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
});
