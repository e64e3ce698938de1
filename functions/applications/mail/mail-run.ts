import type { LeasedMail } from '../domain/mail-queue.ts';
import { afterFailure } from '../domain/mail-attempts.ts';
import type { Mailer } from './mailer.ts';
import { mailTimeLimit } from './mail-limits.ts';
import type { MailedApplication } from './application-mail.ts';
import { composeMessage, type Mail } from './message.ts';
import { pacer } from './pacer.ts';
import { sendDue, type MailRun, type RunSettings } from './queue-run.ts';

interface Settings extends RunSettings {
  /** The bytes of a file; undefined if there is no such file. */
  file: (key: string) => Promise<Uint8Array | undefined>;
  mailer: Mailer;
  /** The address that mail comes from. */
  from: string;
  /** What the mail of an application of this employer says. */
  mailOf: (application: MailedApplication, employerId: number) => Promise<Mail>;
  /** How long a mail with a résumé of so many bytes may take, in milliseconds. */
  timeLimit?: (resumeBytes: number) => number;
}

/** Sends the mails to employers that are due, as `sendDue` does. */
export function sendDueMail({
  file,
  mailer,
  from,
  mailOf,
  timeLimit = mailTimeLimit,
  ...settings
}: Settings): Promise<MailRun> {
  const pace = pacer(mailer.perSecond);
  const { idOf, now } = settings;

  async function send({ application }: LeasedMail, signal: AbortSignal): Promise<void> {
    const { resume, mailTo: to, queuedAt, employerId } = application;
    const id = await idOf(application);
    const queuedMillis = Date.parse(queuedAt);
    const content = resume && (await file(resume.key));
    const mailed = {
      ...application,
      id,
      resume: resume && { ...resume, content: content ?? undefined },
      queuedAt: queuedMillis,
    };
    const message = await composeMessage(await mailOf(mailed, employerId), { from, to, date: now() });
    await pace();
    const mail = { applicationId: id, queuedAt: queuedMillis, from, to, message };
    await mailer.send({ ...mail, kind: 'application' }, signal);
  }

  return sendDue({
    ...settings,
    send,
    timeLimit: ({ application: { resume } }) => timeLimit(resume?.size ?? 0),
    afterFailure: (failure, { attempts }) => afterFailure(failure, attempts),
    mailer,
  });
}
