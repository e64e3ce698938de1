import type { ApplyForm } from '../../../pages/public/apply-form.ts';
import { formFields, type FormField } from '../../../pages/public/apply-words.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { Question } from '../../../schemas/question.ts';
import { judgedApplication, type ApplicationContent, type JudgeUpload } from './application-content.ts';
import { sourceIn } from './application-source.ts';
import { questionsDigest } from './questions-digest.ts';
import { sentAnswersOf } from './form-answers.ts';
import type { Incoming } from '../../http/incoming.ts';
import { validate } from '../../http/validate.ts';
import { fieldsOf, type Shown } from './typed-form.ts';

/** A form as a candidate sent it. */
export interface SentForm {
  /** Undefined if a rule is broken. */
  content: ApplicationContent | undefined;
  isTrapped: boolean;
  shown: Shown;
  problems: Pick<ApplyForm, 'problems' | 'answerProblems' | 'haveChanged'>;
}

const read = validate('createApplication');

/** The code of the first violation of each field. An empty field is one that is missing. */
function problemsOf(
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
function answerProblemsOf(
  violations: readonly Violation[],
  { answers = [] }: ReturnType<typeof sentAnswersOf>,
) {
  const found = violations.toReversed().flatMap(({ pointer = '', code }): [string, Violation['code']][] => {
    const [, field, index = ''] = pointer.split('/');
    const id = field === 'answers' && index !== '' && answers[Number(index)]?.question;
    return id ? [[id, code]] : [];
  });
  return new Map(found);
}

/** Reads and checks the form of an application. Refuses as `formOf` and `judgedApplication` do. */
export async function sentForm(
  event: Incoming,
  questions: readonly Question[],
  judgeUpload: JudgeUpload,
): Promise<SentForm> {
  const { fields, answers: typed, isTrapped, shown } = fieldsOf(event);
  const answers = sentAnswersOf(typed, questions);
  // A box that is not ticked is not sent.
  const { submission } = read({
    ...event,
    body: { consent: false, ...fields, ...answers, source: sourceIn(event.rawQueryString) },
  });
  const { content, violations, missing } = await judgedApplication(
    submission as Parameters<typeof judgedApplication>[0],
    { questions, judgeUpload },
  );
  const answerProblems = answerProblemsOf(violations, answers);
  for (const { id } of missing) answerProblems.set(id, 'required');
  const asked = new Set(questions.map(({ id }) => id));
  const hasOthers = [...typed.keys()].some((id) => !asked.has(id));
  const haveChanged = hasOthers || shown.answeredDigest !== questionsDigest(questions);
  return {
    content: violations.length > 0 || haveChanged ? undefined : content,
    isTrapped,
    shown,
    problems: { problems: problemsOf(violations, fields), answerProblems, haveChanged },
  };
}
