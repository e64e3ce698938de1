import PostalMime, { type Email } from 'postal-mime';
import {
  applicationMail,
  type MailedApplication,
  type ApplicationMailOptions,
} from '../../functions/applications/mail/application-mail.ts';
import { composeMessage } from '../../functions/mail/message.ts';

export const FROM = 'applications@jobs.example.com';
export const TO = 'jobs@acme.example';

/** An application as its mail shows it. */
export const aMailedApplication = (fields: Partial<MailedApplication> = {}): MailedApplication => ({
  id: '0123456789abcdef0123456789abcdef',
  jobTitle: 'Baker',
  referenceId: 'REQ-1',
  places: ['Montréal, QC'],
  publicId: '7',
  name: 'Zoë Tremblay',
  email: 'zoe@example.org',
  telephone: '+1 604 555 0199',
  coverLetter: 'Dear all,\n\nI bake.\n',
  answers: [],
  resume: { fileName: 'résumé.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
  receivedAt: '2026-11-22T09:30:15.123Z',
  queuedAt: Date.parse('2026-11-22T09:30:15.123Z'),
  ...fields,
});

/** The options that all test mails share. */
const mailTerms: ApplicationMailOptions = {
  language: 'en',
  timeZone: 'America/Toronto',
  serviceName: 'Demo Job Board',
  siteAddress: (path) => `https://jobs.example.com${path}`,
  recruitingUrl: 'https://jobs.example.com/recruiting?token=1.abc_-',
};

/** The bytes of the mail of an application. */
export const renderMail = (
  application: MailedApplication,
  terms: Partial<ApplicationMailOptions> = {},
): Promise<Uint8Array> =>
  composeMessage(applicationMail(application, { ...mailTerms, ...terms }), {
    from: FROM,
    to: TO,
    date: new Date('2026-11-22T09:31:00Z'),
  });

/** Parses a mail with a library that the service does not use to write mails. */
export const parseMail = (message: Uint8Array): Promise<Email> => PostalMime.parse(message);

/** A signal that never aborts. */
export const { signal: unlimited } = new AbortController();
