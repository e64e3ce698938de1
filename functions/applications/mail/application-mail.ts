import { applyWords } from '../../../pages/public/apply-words.ts';
import { timestampFormat } from '../../../pages/public/formats.ts';
import { words } from '../../../pages/public/words.ts';
import { answerText } from '../../../pages/public/answer-text.ts';
import { mailtoUrl, telUrl } from '../../../pages/mail/contact-addresses.ts';
import { buttonTo, part } from '../../../pages/mail/mail-body.ts';
import { mailWords } from '../../../pages/mail/mail-words.ts';
import type { Language } from '../../../schemas/languages.ts';
import { jobName } from '../application/job-name.ts';
import { postingPath } from '../../jobs/job/public-id.ts';
import type { Application } from '../application/application.ts';
import { nameInHeader } from '../../mail/name-in-header.ts';
import type { Mail } from '../../mail/message.ts';

type Fields =
  | 'jobTitle'
  | 'referenceId'
  | 'places'
  | 'publicId'
  | 'name'
  | 'email'
  | 'telephone'
  | 'coverLetter'
  | 'answers'
  | 'receivedAt';

/** What the mail of an application shows of it. */
export interface MailedApplication extends Pick<Application, Fields> {
  /** The public id. */
  id: string;
  resume: MailedResume | null;
  /** When the mail was queued, in milliseconds since 1970. */
  queuedAt: number;
}

interface MailedResume {
  fileName: string;
  mediaType: string;
  /** Undefined when the file is gone. */
  content: Uint8Array | undefined;
}

/** What the mail says besides. */
export interface MailTerms {
  language: Language;
  timeZone: string;
  /** What the service is called; undefined where it has no name of its own. */
  serviceName: string | undefined;
  /** The absolute URL of a path of the service; undefined where the service does not know its own. */
  siteAddress: (path: string) => string | undefined;
  /** The address of the page with all applications for the job; null where there is none. */
  recruitingUrl: string | null;
}

const resumeWords = (resume: MailedResume | null, { attached, none, missing }: (typeof mailWords)['en']) => {
  if (!resume) return none;
  return resume.content ? attached : missing;
};

/** A value, unless there is none. */
const fact = (name: string, value: string | null | undefined, url?: string) =>
  value === null || value === undefined || value === '' ? [] : [{ name, value, url }];

/**
 * The mail of an application to the employer (interface 11.6), with the candidate as Reply-To and the résumé attached.
 * The candidate stands first, the id last. What the candidate wrote is marked, so that it cannot be mistaken for the
 * service's own lines.
 */
export function applicationMail(
  application: MailedApplication,
  { language, timeZone, serviceName, siteAddress, recruitingUrl }: MailTerms,
): Mail {
  const { id, jobTitle, referenceId, places, publicId, name, email, telephone, resume, queuedAt } =
    application;
  const said = mailWords[language];
  const { labels } = applyWords[language];
  const shownName = nameInHeader(name);
  const who = shownName ?? said.candidate;
  const job = jobName(jobTitle, referenceId);
  const postingUrl = publicId === null ? undefined : siteAddress(postingPath(publicId));
  const texts = [
    ...application.answers.map((answer) => ({
      name: answer.question.text,
      value: answerText(answer, language),
    })),
    ...fact(said.named(labels.coverLetter, ''), application.coverLetter),
  ];
  const files = fact(said.file, resume?.fileName);
  return {
    reference: `${id}.${queuedAt}`,
    sender: said.via(who, serviceName ?? words[language].siteName),
    replyTo: { name: shownName ?? '', address: email },
    subject: said.named(who, job),
    body: {
      language,
      news: said.newApplication,
      subject: job,
      person: {
        name: { name: labels.name, value: name },
        facts: [
          ...fact(labels.telephone, telephone, telUrl(telephone ?? '')),
          ...fact(labels.email, email, mailtoUrl(email)),
        ],
      },
      facts: [],
      parts: [
        ...buttonTo(said.all, recruitingUrl),
        part('paragraph', said.reply),
        ...(texts.length + files.length > 0
          ? [part('quoted', { heading: said.wrote, texts, facts: files })]
          : []),
        part('links', postingUrl === undefined ? [] : [{ words: said.posting, url: postingUrl }]),
        part('facts', [
          ...fact(said.place(places.length), places.join(' · ')),
          ...fact(
            said.received,
            timestampFormat(language, timeZone).format(new Date(application.receivedAt)),
          ),
          ...fact(labels.resume, resumeWords(resume, said)),
          ...fact(said.id, id),
        ]),
      ],
    },
    attachments: resume?.content ? [{ ...resume, content: resume.content }] : [],
  };
}
