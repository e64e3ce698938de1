import type { MailEvent } from '../../mail/ses-event.ts';
import type { ApplicationState, ConfirmationState } from '../../../schemas/application.ts';

/** The state of an application that an event of its mail leads to. */
export const stateAfter = {
  accepted: 'sent',
  refused: 'failed',
  // The mail service has given up, though the address is right: the mailbox is full, for example.
  undelivered: 'failed',
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'complained',
} as const satisfies Record<MailEvent, ApplicationState>;

/** The states of an application that has a failure. */
export const failedStates: readonly ApplicationState[] = ['failed', 'bounced', 'complained'];

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

/** The states of a mail on its way, from the first to the last. */
const onTheWay = ['queued', 'sending', 'sent', 'failed', 'delivered', 'bounced', 'complained'] as const;
const confirmationOnTheWay = ['queued', 'sent', 'failed', 'bounced'] as const satisfies Confirmed[];

/**
 * The states from which a mail may come into this one. It only moves forward, so that events may come twice and in any
 * order.
 */
export const statesBefore = (state: (typeof onTheWay)[number]): readonly ApplicationState[] =>
  onTheWay.slice(0, onTheWay.indexOf(state));

/** The states from which a confirmation may come into this one. */
export const confirmationsBefore = (state: Confirmed): readonly Confirmed[] =>
  confirmationOnTheWay.slice(0, confirmationOnTheWay.indexOf(state));
