import { applicationRecord, FIRST_STAGE, decryptOwnNumber } from './application/application.ts';
import { type Run, authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { requireValid } from '../validation/submission.ts';
import { handler as deleteApplication } from './delete-application.ts';
import { stageServicesFor, type StageServices } from './services.ts';

/** Guide: stages. */
export const updateApplication: Run<'updateApplication', StageServices> = async (
  { caller: { account, author }, id, submission, found, precondition },
  { stages, signingKey },
) => {
  requireValid(submission);
  const { stage = FIRST_STAGE } = submission.fields;
  const secret = await signingKey();
  const number = found(decryptOwnNumber(secret, account.id, id));
  const updated = await stages.set(
    { employerId: account.id, number },
    {
      author,
      choose: (current) => {
        precondition(applicationRecord(secret, current));
        return stage;
      },
    },
  );
  return { body: applicationRecord(secret, found(updated)) };
};

export const handler = authenticatedOperation('updateApplication', stageServicesFor, updateApplication, {
  DELETE: deleteApplication,
});
