import { applicationWords } from '../../../pages/public/application-words.ts';
import { longDateFormat, addressIn } from '../../../pages/public/formats.ts';
import { part } from '../../../pages/mail/mail-body.ts';
import { mailWords, confirmationWords } from '../../../pages/mail/mail-words.ts';
import type { ApplicationState } from '../../../schemas/application.ts';
import { languages, type Language } from '../../../schemas/languages.ts';
import { isTooLate, MailFailure, retryForDay } from '../../mail/mailer.ts';
import { deleteEntry, mailQueue, type MailQueue } from '../../mail/mail-queue.ts';
import type { MailDefinition } from '../../mail/mail-run.ts';
import { type Mail, nameInHeader, siteUrl } from '../../mail/message.ts';
import { mailName, setting } from '../../platform/config.ts';
import { signingSecrets } from '../../platform/crypto/signing-key.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { type Application, createApplicationToken } from '../application/application.ts';
import { applicationReader, applicationIdOf } from '../application/application-store.ts';
import { recordConfirmation } from '../application/mail-states.ts';
import { findVisibleEmployer } from '../candidate/candidate-page.ts';
import { confirmationPartition, confirmedBy } from '../keys.ts';

/** The facts in a confirmation. The candidate typed none of them. */
export interface Confirmation {
  /** The public id of the application. */
  id: string;
  jobTitle: string;
  /** The employer; undefined when the candidate may not know who it is. */
  employer: { name: string; website: string | null; privacyUrl: string | null } | undefined;
  receivedAt: Date;
  /** The state of the mail to the employer. */
  state: ApplicationState;
  /** The URL of the candidate's page. */
  page: string;
}

/** Mail programs turn text that looks like an address into a link. A zero-width non-joiner prevents it. */
const unlinked = (value: string) => value.replaceAll(/(?<=\S)[.:@/](?=\S)/g, '$&\u200C');

const linkTo = (words: string, url: string | null) => (url === null ? [] : [{ words, url }]);

/**
 * Writes the mail that confirms an application to its candidate (guide: stages 2 and 3). It names the operator and how
 * to reach it. It has no Reply-To, since replies are not read, and candidates do not learn the employer's address.
 */
export function confirmationMail(
  { id, jobTitle, employer, receivedAt, state, page }: Confirmation,
  language: Language,
): Mail {
  const operator = {
    name: setting('OPERATOR_NAME'),
    email: setting('OPERATOR_EMAIL'),
    privacyUrl: setting('OPERATOR_PRIVACY_URL'),
  };
  const text = confirmationWords[language];
  const sender = employer && nameInHeader(employer.name);
  const name = employer && unlinked(employer.name);
  const paragraphs = [
    applicationWords[language].states[state],
    text.contact,
    text.why,
    text.sentBy(operator),
    text.noReply,
  ];
  return {
    reference: `${id}.confirmation`,
    sender: sender === undefined ? mailName() : mailWords[language].via(sender, mailName()),
    subject: mailWords[language].named(text.received, jobTitle),
    body: {
      language,
      news: text.received,
      subject: unlinked(jobTitle),
      facts: [
        ...(name === undefined ? [] : [{ name: text.employer, value: name }]),
        { name: text.receivedOn, value: longDateFormat(language, setting('TIME_ZONE')).format(receivedAt) },
      ],
      parts: [
        part('button', { words: text.open, url: page }),
        ...paragraphs.map((paragraph) => part('paragraph', paragraph)),
        part('links', [
          { words: text.withdraw, url: `${page}&withdraw` },
          ...(employer && name !== undefined
            ? [
                ...linkTo(text.website(name), employer.website),
                ...linkTo(text.privacy(name), employer.privacyUrl),
              ]
            : []),
          { words: text.privacy(operator.name), url: operator.privacyUrl },
        ]),
      ],
    },
    attachments: [],
  };
}

/**
 * The queue of confirmations: items of their own, so that neither mail of an application waits for the other. The state
 * in the application decides whether its confirmation is sent.
 */
const confirmationQueue = (db: Database): MailQueue<Application> =>
  mailQueue(db, {
    partitions: [confirmationPartition],
    load: async ({ PK, SK, attempts }, at) => {
      const subject = await applicationReader(db, () => at).get(confirmedBy({ PK, SK }));
      // The confirmation was sent before, or the application was erased or has expired.
      if (subject?.confirmation !== 'queued') return undefined;
      return { subject, queuedAt: subject.receivedAt, attempts };
    },
    settle: async ({ subject, entry }, outcome, at) => {
      const isRefused = outcome.state === 'failed' && outcome.failure === 'address_refused';
      const state = isRefused ? 'bounced' : outcome.state;
      // The state is written first, because it prevents a second mail.
      const recorded = await recordConfirmation(db, subject, state, at);
      await deleteEntry(db, entry);
      return recorded;
    },
  });

/** The mails that confirm applications to their candidates. */
export function defineConfirmations(db: Database): MailDefinition<Application> {
  const employerOf = findVisibleEmployer(db);
  return {
    kind: 'confirmation',
    queue: confirmationQueue(db),
    // Confirmations use only part of the rate, so that mail to employers is not delayed.
    rateShare: 0.2,
    idOf: applicationIdOf(db),
    compose: async ({ subject: application, queuedAt }, id, now) => {
      if (isTooLate(queuedAt, now)) throw new MailFailure('refused', 'too_late');
      const { email, titleAsRead, receivedAt, state } = application;
      const jobTitle = titleAsRead ?? application.jobTitle;
      const language = languages.find((each) => each === application.language) ?? languages[0];
      const employer = await employerOf(application);
      const [{ bytes }] = await signingSecrets(db, now);
      const path = `/application?token=${createApplicationToken(bytes, id)}`;
      const page = addressIn(siteUrl(path) ?? path, language);
      const named = employer && { ...employer.profile, name: employer.name };
      const facts = { id, jobTitle, employer: named, receivedAt: new Date(receivedAt), state, page };
      return { to: email, mail: confirmationMail(facts, language) };
    },
    retry: retryForDay,
  };
}
