import { applyWords } from '../../../pages/public/apply-words.ts';
import { timestampFormat } from '../../../pages/public/formats.ts';
import { answerText } from '../../../pages/public/question-words.ts';
import { mailtoUrl, telUrl, buttonTo, part } from '../../../pages/mail/mail-body.ts';
import { mailWords } from '../../../pages/mail/mail-words.ts';
import type { Language } from '../../../schemas/languages.ts';
import { profileReader, suspensionReader } from '../../accounts/store/employer-item.ts';
import { postingPath } from '../../jobs/keys.ts';
import { retryForWeek } from '../../mail/mailer.ts';
import {
  mailQueue,
  outOfQueue,
  queuePosition,
  type ChangeItem,
  type MailQueue,
  type QueueEntry,
} from '../../mail/mail-queue.ts';
import type { MailDefinition } from '../../mail/mail-run.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { type Mail, nameInHeader, siteUrl } from '../../mail/message.ts';
import { mailName, setting } from '../../platform/config.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { writtenBy } from '../../platform/dynamodb/last-write.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import {
  type Application,
  type Candidate,
  isCausedByCandidate,
  jobName,
} from '../application/application.ts';
import {
  applicationUpdate,
  updateIfUnchanged,
  applicationIdOf,
  fromApplicationItem,
} from '../application/application-store.ts';
import { applicationOf, causedMailPartition, mailPartitions } from '../keys.ts';
import { recruitingLinkFor } from '../recruiters/recruiting-link.ts';

/** The fields of an application that the mail shows. */
export interface MailedApplication extends Pick<
  Application,
  'jobTitle' | 'referenceId' | 'places' | 'publicId' | 'answers' | 'receivedAt' | keyof Candidate
> {
  /** The public id of the application. */
  id: string;
  resume: MailedResume | null;
  /** When the mail was queued, in milliseconds since 1970. */
  queuedAt: number;
}

interface MailedResume {
  fileName: string;
  mediaType: string;
  /** Undefined when the file of the résumé does not exist any more. */
  content: Uint8Array | undefined;
}

export interface ApplicationMailOptions {
  language: Language;
  timeZone: string;
  /** The name of the sender. */
  serviceName: string;
  /** The absolute URL of a path of the service; undefined when the service does not know its own address. */
  siteAddress: (path: string) => string | undefined;
  /** The URL of the page with all applications for the job; null when there is none. */
  recruitingUrl: string | null;
}

const resumeWords = (resume: MailedResume | null, { attached, none, missing }: (typeof mailWords)['en']) =>
  resume ? (resume.content ? attached : missing) : none;

/** A fact in a list; an empty list if its value is empty. */
const fact = (name: string, value: string | null | undefined, url?: string) =>
  value === null || value === undefined || value === '' ? [] : [{ name, value, url }];

/**
 * Writes the mail of an application to the employer (guide: receiving-applications 3 and 4), with the candidate as
 * Reply-To and the résumé attached. The candidate comes first, the id last. The candidate's own text is marked, so that
 * it cannot be mistaken for the service's.
 */
export function applicationMail(
  application: MailedApplication,
  { language, timeZone, serviceName, siteAddress, recruitingUrl }: ApplicationMailOptions,
): Mail {
  const { id, jobTitle, referenceId, places, publicId, name, email, telephone, resume, queuedAt } =
    application;
  const text = mailWords[language];
  const { labels } = applyWords[language];
  const displayName = nameInHeader(name);
  const who = displayName ?? text.candidate;
  const job = jobName(jobTitle, referenceId);
  const postingUrl = publicId === null ? undefined : siteAddress(postingPath(publicId));
  const texts = [
    ...application.answers.map((answer) => ({
      name: answer.question.text,
      value: answerText(answer, language),
    })),
    ...fact(text.named(labels.coverLetter, ''), application.coverLetter),
  ];
  const files = fact(text.file, resume?.fileName);
  return {
    reference: `${id}.${queuedAt}`,
    sender: text.via(who, serviceName),
    replyTo: { name: displayName ?? '', address: email },
    subject: text.named(who, job),
    body: {
      language,
      news: text.newApplication,
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
        ...buttonTo(text.all, recruitingUrl),
        part('paragraph', text.reply),
        ...(texts.length + files.length > 0
          ? [part('quoted', { heading: text.wrote, texts, facts: files })]
          : []),
        part('links', postingUrl === undefined ? [] : [{ words: text.posting, url: postingUrl }]),
        part('facts', [
          ...fact(text.place(places.length), places.join(' · ')),
          ...fact(
            text.received,
            timestampFormat(language, timeZone).format(new Date(application.receivedAt)),
          ),
          ...fact(labels.resume, resumeWords(resume, text)),
          ...fact(text.id, id),
        ]),
      ],
    },
    attachments: resume?.content ? [{ ...resume, content: resume.content }] : [],
  };
}

/** The update of an application, on condition that its queue entry is still current. */
const changeAt = (entry: QueueEntry, set: Item, at: Date) => ({
  where: Object.fromEntries(Object.entries(queuePosition(entry)).map(([name, value]) => [name, [value]])),
  set,
  by: writtenBy({ type: 'mail' }, at),
});

/** The queue of applications to mail. Its entries are the items of the applications themselves. */
function applicationQueue(db: Database): MailQueue<Application> {
  const isSuspended = suspensionReader(db);
  const change: ChangeItem = (entry, set, at) => {
    const conditions = { ...changeAt(entry, set, at), notExpiredAt: at.getTime() };
    const update = applicationUpdate(applicationOf(entry.key), conditions);
    return unlessConditionFails(db.update({ ...update, ReturnValues: 'ALL_NEW' }));
  };
  return mailQueue(db, {
    partitions: mailPartitions,
    laterPartitions: [causedMailPartition],
    change,
    whileLeased: { state: 'sending' },
    // A suspension stops the mail that keys and recruiters have caused.
    load: async (item) => {
      const subject = fromApplicationItem(item);
      if (!isCausedByCandidate(subject) && (await isSuspended(subject.employerId))) return undefined;
      return { subject, queuedAt: subject.queuedAt, attempts: subject.attempts };
    },
    discard: (entry, at) =>
      change(entry, { state: 'failed', mailError: 'suspended', failure: 'suspended', ...outOfQueue }, at),
    whenPostponed: ({ attempts, code }) => ({ state: 'queued', attempts, mailError: code }),
    settle: ({ subject, entry }, outcome, at) => {
      const set =
        outcome.state === 'sent'
          ? { state: 'sent', mailError: null }
          : {
              state: 'failed',
              attempts: outcome.attempts,
              mailError: outcome.code,
              failure: outcome.failure,
            };
      return updateIfUnchanged(db, subject, changeAt(entry, { ...set, ...outOfQueue }, at));
    },
  });
}

/** The mails of applications to their employers. */
export function defineApplicationMails(
  db: Database,
  { readFile = filesFor(db).get }: { readFile?: FileStore['get'] } = {},
): MailDefinition<Application> {
  const profileOf = profileReader(db);
  const recruitingUrlOf = recruitingLinkFor(db);
  const options = {
    timeZone: setting('TIME_ZONE'),
    serviceName: mailName(),
    siteAddress: siteUrl,
  };
  return {
    kind: 'application',
    queue: applicationQueue(db),
    rateShare: 1,
    idOf: applicationIdOf(db),
    compose: async ({ subject: application, queuedAt }, id, now) => {
      const { resume, employerId, jobId, mailTo: to } = application;
      const content = resume ? ((await readFile(resume.key)) ?? undefined) : undefined;
      const mailed = {
        ...application,
        id,
        resume: resume && { ...resume, content },
        queuedAt: Date.parse(queuedAt),
      };
      const { language } = await profileOf(employerId);
      const recruitingUrl = await recruitingUrlOf({ employerId, jobId, to, now });
      return { to, mail: applicationMail(mailed, { ...options, language, recruitingUrl }) };
    },
    attachedBytes: ({ resume }) => resume?.size ?? 0,
    retry: retryForWeek,
  };
}
