import { readApplicationBody } from './intake/application-body.ts';
import { requireContent, fileMissing } from './intake/application-content.ts';
import { candidateHandler } from './intake/candidate-handler.ts';
import { questionsIn } from '../jobs/job/questions.ts';
import { acceptedLanguage } from '../http/language.ts';
import { violationRefusal } from '../validation/submission.ts';
import { intakeServicesFor } from './intake/receive-application.ts';

/** Interface 11.9: receives an application as JSON or as form data. */
export const handler = candidateHandler(
  'createApplication',
  readApplicationBody,
  intakeServicesFor,
  async ({ submission, idempotency, sender }, { posting, from, receive, judgeUpload }) => {
    const language = acceptedLanguage(sender) ?? posting.profile.language;
    const content = await requireContent(submission, {
      questions: questionsIn(posting.job, language),
      judgeUpload: judgeUpload(posting),
    });
    const received = await receive(posting, content, { from, language, idempotency });
    if (!received) throw violationRefusal([fileMissing]);
    const { receipt, isRepeat } = received;
    return { body: receipt, headers: isRepeat ? { 'idempotent-replayed': 'true' } : {} };
  },
);
