import { applicationReader } from './store/application-reader.ts';
import { mailStates } from './store/mail-states.ts';
import { jobReader } from '../jobs/store/job-reader.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { now } from '../platform/clock.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services for queueing the mail of an employer's applications. */
export function mailRequestServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    applications: applicationReader(db, now),
    jobs: jobReader(db),
    mail: mailStates(db),
    signingKey: () => signingKey(db),
  };
}
