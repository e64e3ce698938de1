import { applicationContent } from './domain/application-content.ts';
import { applicationHandler } from './application-handler.ts';
import { languageOf } from '../http/language.ts';
import { intakeServicesFor } from './intake.ts';

/** Interface 11.9: receives an application as JSON or as form data. */
export const handler = applicationHandler(
  intakeServicesFor,
  async ({ submission, idempotency, sender }, { posting, from, receive }) => {
    const { receipt, isRepeat } = await receive(posting, applicationContent(submission), {
      from,
      language: languageOf(sender),
      idempotency,
    });
    return { body: receipt, headers: isRepeat ? { 'idempotent-replayed': 'true' } : {} };
  },
);
