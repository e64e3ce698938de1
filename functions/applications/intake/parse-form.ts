import type { ApplyForm } from '../../../pages/public/apply-form.ts';
import { formFields, type FormField } from '../../../pages/public/apply-words.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { Job } from '../../jobs/job/job.ts';
import { questionsIn } from '../../jobs/job/questions.ts';
import type { Incoming } from '../../http/incoming.ts';
import { validate } from '../../http/validate.ts';
import { toJsonAnswers } from './application-body.ts';
import { checkApplication, type ApplicationContent, type CheckUpload } from './application-content.ts';
import { parseFields, parseSource, type Prefill } from './form-fields.ts';
import { questionsDigest } from './apply-form.ts';

/** A parsed form. */
export interface ParsedForm {
  /** Undefined when a rule is broken. */
  content: ApplicationContent | undefined;
  isTrapped: boolean;
  shown: Prefill;
  problems: Pick<ApplyForm, 'problems' | 'answerProblems' | 'haveChanged'>;
}

const read = validate('createApplication');

/** The code of the first violation of each field. An empty field counts as missing. */
function fieldProblems(
  violations: readonly Violation[],
  fields: Record<string, unknown>,
): NonNullable<ApplyForm['problems']> {
  const first = violations.toReversed().map(({ pointer = '', code }): [string, Violation['code']] => {
    const field = pointer.split('/')[1] ?? '';
    return [field, fields[field] === '' ? 'required' : code];
  });
  const byField = new Map(first);
  return Object.fromEntries(
    formFields.flatMap((field: FormField) => (byField.has(field) ? [[field, byField.get(field)]] : [])),
  );
}

/** The code of the first violation of each answer to a question of the job. */
function toAnswerProblems(
  violations: readonly Violation[],
  { answers = [] }: ReturnType<typeof toJsonAnswers>,
) {
  const codes = violations.toReversed().flatMap(({ pointer = '', code }): [string, Violation['code']][] => {
    const [, field, index = ''] = pointer.split('/');
    const id = field === 'answers' && index !== '' && answers[Number(index)]?.question;
    return id ? [[id, code]] : [];
  });
  return new Map(codes);
}

/** Parses and validates the form of an application in a language. Refuses as `formOf` and `checkApplication` do. */
export async function parseApplicationForm(
  event: Incoming,
  job: Job,
  language: Language,
  judgeUpload: CheckUpload,
): Promise<ParsedForm> {
  const questions = questionsIn(job, language);
  const { fields, answers: typed, isTrapped, shown } = parseFields(event);
  const answers = toJsonAnswers(typed, questions);
  // Browsers do not send an unticked box.
  const { submission } = read({
    ...event,
    body: { consent: false, ...fields, ...answers, source: parseSource(event.rawQueryString) },
  });
  const { content, violations, missing } = await checkApplication(
    submission as Parameters<typeof checkApplication>[0],
    { questions, judgeUpload },
  );
  const answerProblems = toAnswerProblems(violations, answers);
  for (const { id } of missing) answerProblems.set(id, 'required');
  const questionIds = new Set(questions.map(({ id }) => id));
  const hasOthers = [...typed.keys()].some((id) => !questionIds.has(id));
  const haveChanged = hasOthers || shown.answeredDigest !== questionsDigest(job);
  return {
    content: violations.length > 0 || haveChanged ? undefined : content,
    isTrapped,
    shown,
    problems: { problems: fieldProblems(violations, fields), answerProblems, haveChanged },
  };
}
