import { readApplicationAsJson } from './application-body.ts';
import { applicationRecord } from './domain/application.ts';
import { importedApplication } from './domain/application-import.ts';
import { chainHandler, runOnEvent } from '../http/chain.ts';
import { Refusal } from '../platform/values/refusal.ts';
import { importServicesFor } from './import.ts';

const perform = runOnEvent(
  'importApplication',
  async (
    { employer, author, id, submission, found },
    { jobs, applications, create, signingKey, now }: ReturnType<typeof importServicesFor>,
  ) => {
    const job = found(await jobs.get(employer.id, id));
    const secret = await signingKey();
    const terms = { employerId: employer.id, author, secret, now: now() };
    const stored = await create(importedApplication(submission, job, terms));
    const application = stored && (await applications.own(employer.id, stored.receipt.id));
    // Erased by another request since.
    if (!application) throw new Refusal('application_not_found');
    return { status: stored.isRepeat ? 200 : 201, body: applicationRecord(secret, application) };
  },
);

/** Interface 12.11: stores an application that came another way. */
export const handler = chainHandler(
  'importApplication',
  importServicesFor,
  (event) => perform(event, event.services),
  {},
  [{ before: ({ event }) => readApplicationAsJson(event) }],
);
