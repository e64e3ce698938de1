import { stateAfter, statesBefore } from '../domain/mail-event.ts';
import type { Application } from '../application/application.ts';
import type { ApplicationKey } from '../application/application-id.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import type { ApplicationState, FailureCode } from '../../../schemas/application.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { isWritten, unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { applicationUpdate } from '../application/application-change.ts';
import { isWaitingState } from '../application/waiting.ts';
import {
  fromApplicationItem,
  mailQueueAttributes,
  waitingAttributes,
} from '../application/application-item.ts';
import { outOfQueue } from './due-entries.ts';

/** The states of an application whose mail may be queued again: not while it is held or just being sent. */
const mayBeMailedAgain: readonly ApplicationState[] = [
  'stored',
  'queued',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
];

/** What a mail service reports: the event, and if the mail did not arrive or was not welcome, why. */
interface Reported {
  event: keyof typeof stateAfter;
  code: string | undefined;
  failure: FailureCode | undefined;
  by: LastWrite;
}

/** The states of applications as employers and mail services change them. */
export function mailStates(db: Database) {
  /** Queues the mail of an application in one of these states. Undefined when it is in none of them, or gone. */
  async function queue(
    application: ApplicationKey,
    from: readonly ApplicationState[],
    { by, ...fields }: Item & { by: LastWrite },
  ): Promise<Application | undefined> {
    const queuedAt = new Date(by.at).toISOString();
    const queued = { state: 'queued', queuedAt, attempts: 0, mailError: null, failure: null };
    const set = { ...fields, ...queued, ...mailQueueAttributes(application, queuedAt) };
    const change = applicationUpdate(application, { where: { state: from }, notExpiredAt: by.at, set, by });
    const item = await unlessConditionFails(db.update({ ...change, ReturnValues: 'ALL_NEW' }));
    return item && fromApplicationItem(item);
  }

  return {
    /** Lets a held application be mailed. Undefined when it is not held, or gone. */
    release: (application: ApplicationKey, by: LastWrite): Promise<Application | undefined> =>
      queue(application, ['held'], { by }),

    /** Queues an application's mail again, to this address. Undefined when it is held, being sent, or gone. */
    resend: (
      application: ApplicationKey,
      fields: { mailTo: string; by: LastWrite },
    ): Promise<Application | undefined> => queue(application, mayBeMailedAgain, fields),

    /**
     * Records what a mail service reports of the mail queued at a time (milliseconds since 1970). Returns whether that
     * changed anything: events may come twice, in any order, and after the application was erased or mailed again.
     */
    record: (
      application: ApplicationKey,
      queuedAt: number,
      { event, code, failure, by }: Reported,
    ): Promise<boolean> => {
      const state = stateAfter[event];
      const why = { mailError: (failure && code) ?? null, failure: failure ?? null };
      const place = isWaitingState(state)
        ? waitingAttributes(application, new Date(by.at).toISOString())
        : outOfQueue;
      const change = applicationUpdate(application, {
        where: { queuedAt: [new Date(queuedAt).toISOString()], state: statesBefore(state) },
        set: { state, ...why, ...place },
        by,
      });
      return isWritten(db.update(change));
    },
  };
}
