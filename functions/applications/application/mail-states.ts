import type { ApplicationState, ConfirmationState, FailureCode } from '../../../schemas/application.ts';
import { outOfQueue, type Recorded } from '../../mail/mail-queue.ts';
import type { MailEvent } from '../../mail/ses-event.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { isWritten, unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { writtenBy, type LastWrite } from '../../platform/dynamodb/last-write.ts';
import type { Application, ApplicationKey } from './application.ts';
import {
  applicationUpdate,
  updateIfUnchanged,
  fromApplicationItem,
  mailQueueAttributes,
} from './application-store.ts';

/** The states of a mail, of an application and of its confirmation, in their order. */
const mailStateOrder = ['queued', 'sending', 'sent', 'failed', 'delivered', 'bounced', 'complained'] as const;

type Confirmed = NonNullable<ConfirmationState>;

/** The state of a mail after an event. */
export const stateAfter = {
  accepted: 'sent',
  refused: 'failed',
  // The mail service has given up, although the address exists: the mailbox is full, for example.
  undelivered: 'failed',
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'complained',
} as const satisfies Record<MailEvent, ApplicationState & Confirmed>;

/** The application states in which `failure` is set. */
export const failedStates: readonly ApplicationState[] = ['failed', 'bounced', 'complained'];

/** The events that hurt the account's reputation with the mail service. */
export const hurtsReputation: readonly MailEvent[] = ['bounced', 'complained'];

/** The states before a state. States only move forward, so events may come twice and in any order. */
const statesBefore = (state: (typeof mailStateOrder)[number]) =>
  mailStateOrder.slice(0, mailStateOrder.indexOf(state));

/** The states in which the mail of an application may be queued again: not while it is held or being sent. */
const resendableStates: readonly ApplicationState[] = [
  'stored',
  ...mailStateOrder.filter((state) => state !== 'sending'),
];

/** A report of the mail service, with a reason after a bounce, a refusal or a complaint. */
interface MailStateReport {
  event: keyof typeof stateAfter;
  code: string | undefined;
  failure: FailureCode | undefined;
  by: LastWrite;
}

/**
 * Changes the mail states of applications on behalf of employers and mail services. `new-application.ts` and
 * `application-import.ts` set the first state, and `application-mail.ts` sets the states during sending.
 */
export function mailStates(db: Database) {
  /** Queues the mail of an application in one of these states. Undefined in another state, or after an erasure. */
  async function queue(
    application: Application,
    from: readonly ApplicationState[],
    { by, ...fields }: Item & { by: LastWrite },
  ): Promise<Application | undefined> {
    const queuedAt = new Date(by.at).toISOString();
    const queued = { state: 'queued', queuedAt, attempts: 0, mailError: null, failure: null };
    const set = { ...fields, ...queued, ...mailQueueAttributes({ ...application, queuedAt }, queuedAt) };
    const change = applicationUpdate(application, { where: { state: from }, notExpiredAt: by.at, set, by });
    const item = await unlessConditionFails(db.update({ ...change, ReturnValues: 'ALL_NEW' }));
    return item && fromApplicationItem(item);
  }

  return {
    /** Queues the mail of a held application. Undefined when the application is not held, or erased. */
    release: (application: Application, by: LastWrite): Promise<Application | undefined> =>
      queue(application, ['held'], { by }),

    /** Queues an application's mail again, to this address. Undefined for a held, erased or currently sent one. */
    resend: (
      application: Application,
      fields: { mailTo: string; by: LastWrite },
    ): Promise<Application | undefined> => queue(application, resendableStates, fields),

    /**
     * Records a report on the mail queued at a time (milliseconds since 1970). Returns whether it changed the state:
     * events may come twice, in any order, and after the application was erased or mailed again.
     */
    record: (
      application: ApplicationKey,
      queuedAt: number,
      { event, code, failure, by }: MailStateReport,
    ): Promise<boolean> => {
      const state = stateAfter[event];
      const why = { mailError: (failure && code) ?? null, failure: failure ?? null };
      const change = applicationUpdate(application, {
        where: {
          queuedAt: [new Date(queuedAt).toISOString()],
          state: statesBefore(state),
        },
        set: { state, ...why, ...outOfQueue },
        by,
      });
      return isWritten(db.update(change));
    },
  };
}

/** Records the state of an application's confirmation, unless the stored state comes later in the order. */
export const recordConfirmation = (
  db: Database,
  application: ApplicationKey,
  state: Confirmed,
  at: Date,
): Promise<Recorded> =>
  updateIfUnchanged(db, application, {
    where: { confirmation: statesBefore(state) },
    set: { confirmation: state },
    by: writtenBy({ type: 'mail' }, at),
  });
