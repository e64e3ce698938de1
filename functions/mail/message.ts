import MailComposer from 'nodemailer/lib/mail-composer';
import { htmlPart } from '../../pages/mail/html-part.ts';
import type { MailBody } from '../../pages/mail/mail-body.ts';
import { textPart } from '../../pages/mail/text-part.ts';

interface Attachment {
  fileName: string;
  mediaType: string;
  content: Uint8Array;
}

/** A mail before it is encoded. */
export interface Mail {
  /** The beginning of the Message-ID. Every attempt has the same, so that a mail server can drop a second copy. */
  reference: string;
  /** The sender's name. */
  sender: string;
  /** The recipient of replies, if not the service. */
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
    // Out-of-office replies are for people (RFC 3834).
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
    // The only line break of a mail (RFC 5322): servers and signatures stumble over a mixture.
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
