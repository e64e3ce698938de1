import { causedMailCounter, type CausedMail } from '../../mail/daily-limits.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import type { Application } from '../application/application.ts';
import { mailStates } from '../application/mail-states.ts';

/**
 * Queues the mail of applications for keys and recruiters, counted by account and address. Throws Refusal
 * `rate_limit_exceeded`, and then changes nothing.
 */
export function causedMail(db: Database) {
  const { release, resend } = mailStates(db);
  const count = causedMailCounter(db);

  async function queueCounted(
    mail: CausedMail,
    { at }: LastWrite,
    queue: () => Promise<Application | undefined>,
  ): Promise<Application | undefined> {
    const takeBack = await count(mail, new Date(at));
    const queued = await queue();
    if (!queued) await takeBack();
    return queued;
  }

  return {
    /** Queues the mail of a held application. Undefined when the application is not held, or erased. */
    release: async (account: number, application: Application, by: LastWrite) =>
      application.state === 'held'
        ? queueCounted({ account, to: application.mailTo, test: application.test }, by, () =>
            release(application, by),
          )
        : undefined,

    /** Queues an application's mail again, to this address. Undefined for a held, erased or currently sent one. */
    resend: (account: number, application: Application, fields: { mailTo: string; by: LastWrite }) =>
      queueCounted({ account, to: fields.mailTo, test: application.test }, fields.by, () =>
        resend(application, fields),
      ),
  };
}
