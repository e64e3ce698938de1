import { operationHandler } from '../http/chain.ts';
import { employerRecord } from './domain/employer-record.ts';
import { changesOf } from './domain/profile-changes.ts';
import { profileServicesFor } from './services.ts';

/** Interface 15.2: only the fields sent are changed. */
export const handler = operationHandler(
  'updateEmployer',
  profileServicesFor,
  async (request, { profiles }) => {
    const { employer, submission, precondition } = request;
    const { fields, warnings } = await changesOf(submission);
    const updated = await profiles.update(employer.id, (current) => {
      precondition(employerRecord(current, request));
      return { ...current, ...fields };
    });
    return { body: employerRecord(updated, request), warnings };
  },
);
