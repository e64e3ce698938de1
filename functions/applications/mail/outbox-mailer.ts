import { isDiskFull } from '../../platform/values/disk-full.ts';
import { MailFailure } from '../domain/mail-failure.ts';
import type { Mailer } from './mailer.ts';
import { mailName, outbox } from './outbox.ts';

/** A full disk holds for every mail, and no mail can be to blame. */
function failureOf(error: unknown): never {
  throw isDiskFull(error) ? new MailFailure('account', 'outbox_full', { cause: error }) : error;
}

/** Keeps every mail in a folder instead of sending it. */
export function outboxMailer(folder: string): Mailer {
  const { put, remove } = outbox(folder);
  return {
    perSecond: Infinity,
    send: ({ kind, applicationId, message }) => put(mailName(applicationId, kind), message).catch(failureOf),
    recall: remove,
  };
}
