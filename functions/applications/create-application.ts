import { readApplicationBody } from './intake/parse-form.ts';
import { checkApplication, fileMissing } from './intake/new-application.ts';
import { candidateHandler } from './intake/admission.ts';
import { questionsIn } from '../jobs/job/job-language.ts';
import { acceptedLanguage } from '../http/incoming.ts';
import { refuseViolations, violationRefusal } from '../validation/submission.ts';
import { intakeServicesFor } from './services.ts';

/** Receives an application as JSON or as form data (guide: applying 1 to 6). */
export const handler = candidateHandler(
  'createApplication',
  intakeServicesFor,
  async ({ submission, idempotency, sender }, { posting, from, receive, checkUpload }) => {
    const language = acceptedLanguage(sender) ?? posting.profile.language;
    const questions = questionsIn(posting.job, language);
    const { content, violations } = await checkApplication(submission, questions, checkUpload(posting));
    refuseViolations(violations);
    const received = await receive(posting, content, { from, language, idempotency });
    if (!received) throw violationRefusal([fileMissing]);
    const { receipt, isRepeat } = received;
    return { body: receipt, headers: isRepeat ? { 'idempotent-replayed': 'true' } : {} };
  },
  readApplicationBody,
);
