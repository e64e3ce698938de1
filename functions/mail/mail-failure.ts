import type { FailureCode } from '../../schemas/application.ts';

/**
 * What keeps a mail from being sent:
 * - `refused`: the address or the mail itself, for good;
 * - `passing`: something that may be over at the next attempt. The mail may even have been sent, if the response is
 *   what was lost;
 * - `account`: the service's own right to send (paused, not verified, over its quota) or its way to the mail server.
 *   It holds for every mail, and no mail can be to blame.
 */
export type MailFault = 'refused' | 'passing' | 'account';

interface Details {
  /** What the employer is told if no further attempt is made. */
  failure?: FailureCode;
  cause?: unknown;
}

/** A mail was not sent, or perhaps not. `code` tells the operator why in a word; it contains no personal data. */
export class MailFailure extends Error {
  readonly fault: MailFault;
  readonly code: string;
  readonly failure: FailureCode;

  constructor(fault: MailFault, code: string, { failure = 'undelivered', cause }: Details = {}) {
    super(`The mail was not sent: ${code}.`, { cause });
    this.fault = fault;
    this.code = code;
    this.failure = failure;
  }
}
