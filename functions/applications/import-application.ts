import { readApplicationJson } from './intake/parse-form.ts';
import { applicationRecord } from './application/application.ts';
import { toImportedApplication } from './inbox/application-import.ts';
import { authMiddlewares, runAuthenticated } from '../accounts/authenticated-operation.ts';
import { chainHandler } from '../http/chain.ts';
import { importServicesFor } from './inbox/application-import.ts';

type Services = ReturnType<typeof importServicesFor>;

/** Interface 12.11: stores an application that the employer received elsewhere. */
const perform = runAuthenticated<'importApplication', Services>(
  'importApplication',
  async (
    { caller: { account: employer, author }, id, submission, found },
    { jobs, store, signingKey, now },
  ) => {
    const job = found(await jobs.get(employer.id, id));
    const secret = await signingKey();
    const context = { employer, author, secret, at: now() };
    const { application, isRepeat } = await store(employer, toImportedApplication(submission, job, context));
    return { status: isRepeat ? 200 : 201, body: applicationRecord(secret, application) };
  },
);

export const handler = chainHandler(
  'importApplication',
  importServicesFor,
  (event) => perform(event, event.services),
  {
    auth: authMiddlewares('importApplication'),
    readers: [{ before: ({ event }) => readApplicationJson(event) }],
  },
);
