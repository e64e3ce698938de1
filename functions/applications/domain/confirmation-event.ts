import type { ConfirmationState } from '../../../schemas/application.ts';
import type { MailEvent } from './mail-event.ts';

type Confirmed = NonNullable<ConfirmationState>;

/** The state that an event of a confirmation leads to; null for one that changes nothing. */
export const confirmationAfter: Record<MailEvent, Confirmed | null> = {
  accepted: 'sent',
  delivered: null,
  refused: 'failed',
  undelivered: 'failed',
  bounced: 'bounced',
  complained: null,
};

/** The events that mail services hold against the account. */
export const heldAgainstUs: readonly MailEvent[] = ['bounced', 'complained'];

/** The states of a confirmation, from the first to the last. */
const inOrder = ['queued', 'sent', 'failed', 'bounced'] as const satisfies Confirmed[];

/** The states from which a confirmation may come into this one: it only moves forward. */
export const confirmationsBefore = (state: Confirmed): readonly Confirmed[] =>
  inOrder.slice(0, inOrder.indexOf(state));
