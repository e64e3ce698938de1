import MailComposer from 'nodemailer/lib/mail-composer';

/** An application as its mail shows it. */
export interface MailedApplication {
  /** The public id. */
  id: string;
  job: { id: number; title: string; referenceId: string | null };
  name: string;
  email: string;
  telephone: string | null;
  coverLetter: string | null;
  resume: MailedResume | null;
  /** In UTC (ISO 8601). */
  receivedAt: string;
  /** When the mail was queued, in milliseconds since 1970. */
  queuedAt: number;
}

interface MailedResume {
  fileName: string;
  mediaType: string;
  /** Undefined when the file is gone. */
  content: Uint8Array | undefined;
}

interface Envelope {
  from: string;
  to: string;
  /** The address of the application in the API. */
  address: string;
  date: Date;
}

/** No value may begin a line of its own: the lines are the service's. */
const oneLine = (value: string) => value.replace(/\s+/g, ' ');

/** Readers would decode what looks like an encoded word (RFC 2047), wherever in a header it stands. */
const inHeader = (value: string) => oneLine(value).replaceAll('=?', '= ?');

const subjectOf = ({ title, referenceId }: MailedApplication['job']) =>
  inHeader(`Application: ${title}${referenceId === null ? '' : ` (${referenceId})`}`);

const resumeLine = (resume: MailedResume | null) => {
  if (!resume) return 'none';
  return resume.content ? `attached (${resume.fileName})` : 'missing: please ask for it';
};

/** What the candidate wrote stands last, so that it cannot be mistaken for the service's own lines. */
function textOf(application: MailedApplication, address: string): string {
  const { id, job, name, email, telephone, coverLetter, resume, receivedAt } = application;
  const rows = [
    ['Job', `${job.title} (${job.referenceId === null ? '' : `${job.referenceId}, `}job ${job.id})`],
    ['Name', name],
    ['E-mail', email],
    ['Telephone', telephone ?? 'none'],
    ['Résumé', resumeLine(resume)],
    ['Received', `${receivedAt.slice(0, 16).replace('T', ' ')} UTC`],
    ['Application', id],
    ['In the API', address],
  ] as const;
  const letter = coverLetter === null ? '' : `\nCover letter:\n\n${coverLetter.replaceAll(/\r\n?/g, '\n')}\n`;
  return `${rows.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n')}

To respond to the candidate, reply to this mail.
${letter}`;
}

const domainOf = (address: string) => address.replace(/^.*@|>.*$/g, '');

/**
 * The mail of an application: plain text from the service's own address, with the candidate as Reply-To and the résumé
 * attached. Every attempt has the same Message-ID, so that a mail server can drop a second copy. The library encodes
 * all headers; nothing in them is put together here.
 */
export async function composeMessage(
  application: MailedApplication,
  { from, to, address, date }: Envelope,
): Promise<Uint8Array> {
  const { id, job, name, email, resume, queuedAt } = application;
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    replyTo: { name: inHeader(name), address: email },
    subject: subjectOf(job),
    messageId: `<${id}.${queuedAt}@${domainOf(from)}>`,
    date,
    // Out-of-office replies are for people (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: textOf(application, address),
    textEncoding: 'quoted-printable',
    attachments: resume?.content
      ? [
          {
            filename: inHeader(resume.fileName),
            contentType: resume.mediaType,
            content: Buffer.from(resume.content),
            contentTransferEncoding: 'base64',
          },
        ]
      : [],
    // The only line break of a mail (RFC 5322): servers and signatures stumble over a mixture.
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
