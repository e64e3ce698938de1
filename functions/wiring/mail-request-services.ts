import { applicationReader } from '../store/applications/application-reader.ts';
import { mailStates } from '../store/applications/mail-states.ts';
import { jobReader } from '../store/job-reader.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { employerAccess, type RequestTime } from './table-access.ts';

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
