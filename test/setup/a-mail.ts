import PostalMime, { type Email } from 'postal-mime';
import { composeMessage, type MailedApplication } from '../../functions/applications/mail/message.ts';

export const FROM = 'applications@jobs.example.com';
export const TO = 'jobs@acme.example';

/** An application as its mail shows it. */
export const aMailedApplication = (fields: Partial<MailedApplication> = {}): MailedApplication => ({
  id: '0123456789abcdef0123456789abcdef',
  job: { id: 7, title: 'Baker', referenceId: 'REQ-1' },
  name: 'Zoë Tremblay',
  email: 'zoe@example.org',
  telephone: '+1 604 555 0199',
  coverLetter: 'Dear all,\n\nI bake.\n',
  resume: { fileName: 'résumé.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
  receivedAt: '2026-11-22T09:30:15.123Z',
  queuedAt: Date.parse('2026-11-22T09:30:15.123Z'),
  ...fields,
});

/** The bytes of its mail. */
export const messageOf = (application: MailedApplication): Promise<Uint8Array> =>
  composeMessage(application, {
    from: FROM,
    to: TO,
    address: `https://jobs.example.com/api/v1.1/applications/${application.id}`,
    date: new Date('2026-11-22T09:31:00Z'),
  });

/** Reads a mail with a parser that had no part in writing it. */
export const parsed = (message: Uint8Array): Promise<Email> => PostalMime.parse(message);

/** A time that never ends. */
export const { signal: unlimited } = new AbortController();
