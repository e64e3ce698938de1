import type { ApplicationState } from '../../../schemas/application.ts';

/** What a mail service reports of a mail that it was given. */
export type MailEvent = 'accepted' | 'delivered' | 'refused' | 'undelivered' | 'bounced' | 'complained';

/** The state that an event leads to. */
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

/** The states of a mail on its way, from the first to the last. */
const onTheWay = ['queued', 'sending', 'sent', 'failed', 'delivered', 'bounced', 'complained'] as const;

/**
 * The states from which a mail may come into this one. It only moves forward, so that events may come twice and in any
 * order.
 */
export const statesBefore = (state: (typeof onTheWay)[number]): readonly ApplicationState[] =>
  onTheWay.slice(0, onTheWay.indexOf(state));
