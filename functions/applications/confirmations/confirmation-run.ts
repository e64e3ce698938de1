import { afterFailedConfirmation, isBounce, isLate } from '../domain/confirmation-attempts.ts';
import { MailFailure } from '../domain/mail-failure.ts';
import type { LeasedMail } from '../domain/mail-queue.ts';
import { mailTimeLimit } from '../mail/mail-limits.ts';
import type { Mailer } from '../mail/mailer.ts';
import { composeMessage } from '../mail/message.ts';
import { pacer } from '../mail/pacer.ts';
import { sendDue, type MailRun, type RunSettings } from '../mail/queue-run.ts';
import type { ProfiledEmployer } from '../store/employer-of-application.ts';
import { addressIn } from '../../../pages/public/frame.ts';
import { languages } from '../../../schemas/languages.ts';
import { confirmationMail } from './confirmation-mail.ts';

/** Of the mails a second that a mail service takes, confirmations use a small part: mail to employers goes first. */
const SHARE = 0.2;

interface Settings extends RunSettings {
  mailer: Mailer;
  /** The address that mail comes from. */
  from: string;
  /** What the service is called; undefined where it has no name of its own. */
  serviceName: string | undefined;
  timeZone: string;
  /** The employer of an application; undefined where the candidate may not know it. */
  employerOf: (application: LeasedMail['application']) => Promise<ProfiledEmployer | undefined>;
  /** The address of the candidate's own page of the application with this id. */
  pageOf: (id: string) => Promise<string>;
  /** Whether confirmations are stopped. */
  areStopped: () => Promise<boolean>;
  /** Called for each address that refused a confirmation, with what that is counted by. */
  onBounce: (origins: readonly string[]) => Promise<void>;
  /** How long a confirmation may take, in milliseconds. */
  timeLimit?: number;
}

/** What keeps a confirmation from being sent at all. */
const notSent = (code: string) => new MailFailure('refused', code, { failure: 'undelivered' });

/** Sends the confirmations that are due, as `sendDue` does. */
export function sendDueConfirmations({
  mailer,
  from,
  serviceName,
  timeZone,
  employerOf,
  pageOf,
  areStopped,
  onBounce,
  timeLimit = mailTimeLimit(0),
  ...settings
}: Settings): Promise<MailRun> {
  const pace = pacer(mailer.perSecond * SHARE);
  const { idOf, now } = settings;

  async function send(
    { application, queuedAt, origins = [] }: LeasedMail,
    signal: AbortSignal,
  ): Promise<void> {
    if (isLate(queuedAt, now())) throw notSent('too_late');
    if (await areStopped()) throw notSent('confirmations_stopped');
    const id = await idOf(application);
    const { email: to, jobTitle, state } = application;
    const language = languages.find((each) => each === application.language) ?? languages[0];
    const [employer, address] = await Promise.all([employerOf(application), pageOf(id)]);
    const page = addressIn(address, language);
    const mailed = {
      id,
      jobTitle,
      employer: employer && { ...employer.profile, name: employer.name },
      receivedAt: new Date(application.receivedAt),
      state,
      page,
      withdrawal: `${page}&withdraw`,
    };
    const message = await composeMessage(confirmationMail(mailed, { language, serviceName, timeZone }), {
      from,
      to,
      date: now(),
    });
    await pace();
    const mail = { applicationId: id, queuedAt: Date.parse(queuedAt), from, to, message, origins };
    try {
      await mailer.send({ ...mail, kind: 'confirmation' }, signal);
    } catch (error) {
      if (error instanceof MailFailure && isBounce(error)) await onBounce(origins);
      throw error;
    }
  }

  return sendDue({
    ...settings,
    send,
    timeLimit: () => timeLimit,
    afterFailure: (failure, leased) => afterFailedConfirmation(failure, leased, now()),
    mailer,
  });
}
