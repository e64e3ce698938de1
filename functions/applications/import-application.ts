import { applicationRecord } from './application/application.ts';
import { importServicesFor, toImportedApplication } from './inbox/application-import.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';

/** Stores an application that the employer received elsewhere (guide: receiving-applications 7). */
export const handler = authenticatedOperation(
  'importApplication',
  importServicesFor,
  async ({ caller: { account, author }, id, submission, found }, { jobs, store, signingKey, now }) => {
    const job = found(await jobs.get(account.id, id));
    const secret = await signingKey();
    const context = { employer: account, author, secret, at: now() };
    const { application, isRepeat } = await store(account, toImportedApplication(submission, job, context));
    return { status: isRepeat ? 200 : 201, body: applicationRecord(secret, application) };
  },
);
