import { confirmationsBefore } from '../domain/mail-event.ts';
import type { Application } from '../application/application.ts';
import type { ApplicationKey } from '../application/application-id.ts';
import { LEASE_MILLIS } from '../../mail/mail-attempts.ts';
import type { DueMail, MailQueue, Recorded } from '../../mail/mail-queue.ts';
import type { ConfirmationState } from '../../../schemas/application.ts';
import { writtenBy } from '../../platform/dynamodb/last-write.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { dueItems } from '../../platform/dynamodb/due-items.ts';
import { confirmationPartition, confirmedBy, applicationKeys } from '../keys.ts';
import { attributes, timeToLive } from '../../platform/dynamodb/table.ts';
import { updateIfUnchanged } from '../application/application-change.ts';
import { applicationReader } from '../application/application-reader.ts';
import { dueMail, ownEntries, placeAt } from './due-entries.ts';

const confirmationOf = dueMail(confirmedBy);

/** The item that has an application's confirmation in the queue, since the application was received. */
export const confirmationEntry = (
  application: Pick<Application, 'employerId' | 'number' | 'receivedAt' | 'timeToLive'>,
): Item => ({
  ...applicationKeys.confirmation(application.employerId, application.number),
  attempts: 0,
  [attributes.mailPartition]: confirmationPartition,
  ...placeAt(application, new Date(application.receivedAt)),
  [timeToLive]: application.timeToLive,
});

/**
 * Records in an application what has become of its confirmation, which only moves forward. Says `moved` when it has
 * gone on before, and `gone` when the application was erased.
 */
export const recordConfirmation = (
  db: Database,
  application: ApplicationKey,
  state: NonNullable<ConfirmationState>,
  at: Date,
): Promise<Recorded> =>
  updateIfUnchanged(db, application, {
    where: { confirmation: confirmationsBefore(state) },
    set: { confirmation: state },
    by: writtenBy({ type: 'mail' }, at),
  });

/**
 * The queue of confirmations: items of their own in the byMailDate index, so that neither mail of an application waits
 * for the other. What the application says of its confirmation decides whether it is sent.
 */
export function confirmationQueue(db: Database): MailQueue<Application> {
  const { move, leave } = ownEntries(db, applicationKeys.confirmation);

  return {
    async *due(at: Date): AsyncGenerator<DueMail> {
      for await (const item of dueItems(db, [confirmationPartition], at)) yield confirmationOf(item);
    },

    lease: async (due, at) => {
      const entry = await move(due, due.order, new Date(at.getTime() + LEASE_MILLIS));
      if (!entry) return undefined;
      const { [attributes.mailOrder]: order, attempts } = entry;
      const application = await applicationReader(db, () => at).get(due);
      if (application?.confirmation === 'queued') {
        return { about: application, order, queuedAt: application.receivedAt, attempts };
      }
      // It was sent before, or the application was deleted by hand or by the end of its time.
      await leave(due, order);
      return undefined;
    },

    // First what keeps it from being sent again.
    sent: async ({ about: application, order }, at) => {
      const recorded = await recordConfirmation(db, application, 'sent', at);
      await leave(application, order);
      return recorded;
    },

    notSent: async ({ about: application, order }, after, _code, at) => {
      if (after.state === 'failed') {
        const state = after.failure === 'address_refused' ? 'bounced' : 'failed';
        const recorded = await recordConfirmation(db, application, state, at);
        await leave(application, order);
        return recorded;
      }
      const due = new Date(at.getTime() + after.pauseMillis);
      const { attempts } = after;
      return (await move(application, order, due, { attempts })) ? 'recorded' : 'moved';
    },
  };
}
