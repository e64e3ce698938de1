import { applicationRecord } from './application/application.ts';
import { Refusal } from '../platform/errors.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { responsibleAccount } from '../accounts/domain/employer.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { jobApplicationServicesFor } from './services.ts';

const NEVER_HELD = 'The application was not held. To mail it again, resend it.';

export const handler = authenticatedOperation(
  'releaseApplication',
  jobApplicationServicesFor,
  async ({ caller: { account, author }, id, found }, { applications, mail, signingKey, now }) => {
    const application = found(await applications.own(account.id, id));
    // An application that was already released, for example by a first attempt, is returned unchanged.
    if (application.suspicions.length === 0) throw new Refusal('application_not_held', NEVER_HELD);
    const current =
      (await mail.release(responsibleAccount(account), application, writtenBy(author, now()))) ??
      found(await applications.own(account.id, id));
    return { body: applicationRecord(await signingKey(), current) };
  },
);
