import { describe, expect, test } from '@jest/globals';
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
  const noise = Uint8Array.from({ length: 40_000 }, () => floor(random() * 256));
  const content = () => noise.subarray(floor(random() * 20_000)).subarray(0, floor(random() ** 4 * 20_000));
  return () =>
    aMailedApplication({
      id: textOf(['0', '7', 'a', 'f'], 40) || 'a',
      job: { id: floor(random() * 1e6), title: line(30, 'Baker'), referenceId: pick([null, line(4, 'R')]) },
      name: line(10, 'Zoë'),
      email: `${pick(['zoe', "o'hara+x", 'a.b-c_d', '1'])}@${pick(['example.org', 'sub.example.ca', 'xn--exmple-cua.ca'])}`,
      telephone: pick([null, '+1 604 555 0199', line(3, '1')]),
      coverLetter: pick([null, textOf([...pieces, ...lines, ...lines], 200)]),
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

/** What the service's own lines show of a value: blanks of any kind are one space. */
const shown = (value: string) => value.replaceAll(/\s+/g, ' ');

/** In a header, nothing may look like an encoded word. */
const inHeader = (value: string) => shown(value).replaceAll('=?', '= ?');

describe('the mails of applications', () => {
  test(`are read back as they were meant by a parser that had no part in writing them: ${MAILS} at random`, async () => {
    const next = generator(20_261_122);
    for (let count = 0; count < MAILS; count += 1) {
      const application = next();
      const { job, name, email, telephone, coverLetter, resume } = application;
      const mail = await parsed(await messageOf(application));
      const reference = job.referenceId === null ? '' : ` (${job.referenceId})`;
      const [attachment] = mail.attachments;
      expect({
        from: mail.from?.address,
        to: mail.to,
        replyTo: mail.replyTo,
        subject: mail.subject,
        lines: mail.text?.split('\n').slice(0, 4),
        letter: mail.text
          ?.split('\nCover letter:\n\n')
          .slice(1)
          .join('\nCover letter:\n\n')
          .replace(/\n+$/, ''),
        headers: mail.headers.length,
        attachments: mail.attachments.length,
        file: attachment && {
          fileName: attachment.filename,
          mediaType: attachment.mimeType,
          content: Buffer.from(attachment.content as ArrayBuffer).toString('latin1'),
        },
      }).toEqual({
        from: FROM,
        to: [{ name: '', address: TO }],
        replyTo: [{ name: inHeader(name), address: email }],
        subject: inHeader(`Application: ${job.title}${reference}`),
        lines: [
          shown(`Job: ${job.title} (${job.referenceId === null ? '' : `${job.referenceId}, `}job ${job.id})`),
          shown(`Name: ${name}`),
          `E-mail: ${email}`,
          shown(`Telephone: ${telephone ?? 'none'}`),
        ],
        letter: coverLetter?.replace(/\n+$/, '') ?? '',
        // A mail of one part also says how that is encoded.
        headers: resume ? 9 : 10,
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
  }, 300_000);
});
