import { APPLICATION_BODY_MAX_BYTES, ApplicationCreate } from '../schemas/application.ts';
import { applicationContent } from './domain/application-content.ts';
import { requireForm } from './domain/apply-here.ts';
import { endpoint } from './http/chain.ts';
import { clientAddressOf } from './http/client-address.ts';
import { formOrJsonBody } from './http/form-body.ts';
import { languageOf } from './http/language.ts';
import { intakeServicesFor } from './wiring/intake-services.ts';

/** Interface 11.9: receives an application as JSON or as form data. */
export const handler = endpoint(
  'createApplication',
  intakeServicesFor,
  async ({ id, submission, idempotency, sender }, { openPosting, receive }) => {
    const posting = requireForm(await openPosting(id));
    const { receipt, isRepeat } = await receive(posting, applicationContent(submission), {
      from: clientAddressOf(sender),
      language: languageOf(sender),
      idempotency,
    });
    return { body: receipt, headers: isRepeat ? { 'idempotent-replayed': 'true' } : {} };
  },
  {},
  [formOrJsonBody(ApplicationCreate, APPLICATION_BODY_MAX_BYTES)],
);
