import type { Mailer } from './mailer.ts';
import { outbox } from './outbox.ts';

/** Keeps every mail in a folder instead of sending it. */
export function outboxMailer(folder: string): Mailer {
  const { put, remove } = outbox(folder);
  return {
    perSecond: Infinity,
    send: ({ applicationId, message }) => put(applicationId, message),
    recall: remove,
  };
}
