import MailComposer from 'nodemailer/lib/mail-composer';
import { htmlPart, type MailBody, textPart } from '../../pages/mail/mail-body.ts';
import { setting } from '../platform/config.ts';

/** The maximum length of a name in a header, in characters. */
const MAX_LENGTH = 64;

/** The separators of words: white space, and characters that look like white space. */
const blanks = /[\s\p{Cc}\u115F\u1160\u2800\u3164\uFFA0]+/u;

/** Invisible characters and direction controls, except joiners between letters that need them. */
const invisible =
  /(?![\u200C\u200D]\p{L})\p{Cf}|(?<![\p{scx=Arab}\p{M}])[\u200C\u200D]|[\p{Cs}\p{Co}\u034F]/gu;

/** Whether mail programs would show a word as an address, or decode it (RFC 2047). */
const isAddress = (word: string) => /@|=\?|\?=|\/\/|^www\./i.test(word.normalize('NFKC'));

const lengthOf = (text: string) => Array.from(text).length;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text, in whole characters as people see them, with an ellipsis for the rest. */
function shorten(text: string): string {
  if (lengthOf(text) <= MAX_LENGTH) return text;
  let length = 0;
  let short = '';
  for (const { segment } of characters.segment(text)) {
    length += lengthOf(segment);
    if (length >= MAX_LENGTH) break;
    short += segment;
  }
  return short === '' ? '' : `${short.trimEnd()}…`;
}

/**
 * A name as headers show it (guide: receiving-applications 3 and 4): one line of at most 64 characters, without
 * addresses, invisible characters and changes of direction. Undefined if the name has no other characters.
 */
export function nameInHeader(name: string): string | undefined {
  const words = name.normalize().replaceAll(invisible, '').split(blanks);
  const visible = words
    .filter((word) => !isAddress(word))
    .join(' ')
    .replaceAll(/[<>]/g, '')
    .replaceAll(/^[\s,;:]+|[\s,;:]+$/g, '');
  const short = shorten(visible);
  return /[\p{L}\p{N}]/u.test(short) ? short : undefined;
}

/** The absolute URL of a path of the service; undefined when the service does not know its own address. */
export function siteUrl(path: string): string | undefined {
  const site = setting('SITE_URL') ?? setting('BASE_URL');
  return site && `${site}${path}`;
}

interface Attachment {
  fileName: string;
  mediaType: string;
  content: Uint8Array;
}

/** A mail before it is encoded. */
export interface Mail {
  /** The beginning of the Message-ID, equal in every attempt, so that a mail server can drop a second copy. */
  reference: string;
  /** The sender's name. */
  sender: string;
  /** The recipient of replies. By default, the service. */
  replyTo?: { name: string; address: string };
  subject: string;
  body: MailBody;
  attachments: readonly Attachment[];
}

interface Envelope {
  from: string;
  to: string;
  date: Date;
}

/** Mail programs decode anything in a header that looks like an encoded word (RFC 2047). */
const inHeader = (value: string) => value.replaceAll(/\s+/g, ' ').replaceAll('=?', '= ?');

const domainOf = (address: string) => address.replace(/^.*@/, '');

/** Encodes a mail as text and HTML, from the service's own address. The library encodes all headers. */
export async function composeMessage(
  { reference, sender, replyTo, subject, body, attachments }: Mail,
  { from, to, date }: Envelope,
): Promise<Uint8Array> {
  const composer = new MailComposer({
    from: { name: sender, address: from },
    to: { name: '', address: to },
    replyTo,
    subject: inHeader(subject),
    messageId: `<${reference}@${domainOf(from)}>`,
    date,
    // This header prevents out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: textPart(body),
    html: htmlPart(body),
    textEncoding: 'quoted-printable',
    attachments: attachments.map(({ fileName, mediaType, content }) => ({
      filename: inHeader(fileName),
      contentType: mediaType,
      content: Buffer.from(content),
      contentTransferEncoding: 'base64',
    })),
    // RFC 5322 allows only CR LF. Mixed line ends break some servers and signatures.
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
