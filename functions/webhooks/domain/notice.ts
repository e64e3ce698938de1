import type { Language } from '../../../schemas/languages.ts';
import type { Webhook } from './webhook.ts';

/** That the owner of a webhook is to be told that it is disabled. */
export interface Notice {
  employerId: number;
  webhook: Webhook;
  /** Whom the mail goes to. */
  to: string;
  language: Language;
  /** Given if it is of a test employer. */
  test?: true;
}
