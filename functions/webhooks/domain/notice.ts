import type { Language } from '../../../schemas/languages.ts';
import type { DeliveryAttempt, DisabledReason } from '../../../schemas/webhook.ts';

/** That the owner of a webhook is to be told that it is disabled. */
export interface Notice {
  employerId: number;
  /** The id of the webhook. */
  id: number;
  url: string;
  reason: DisabledReason;
  /** The last one, if there was any. */
  attempt: DeliveryAttempt | undefined;
  /** Whom the mail goes to. */
  to: string;
  language: Language;
  /** Given if it is of a test employer. */
  test?: true;
}
