import type { ApplyForm } from '../../pages/public/apply-form.ts';
import { formFields, type FormField } from '../../pages/public/apply-words.ts';
import type { Violation } from '../../schemas/problem.ts';
import {
  judgedApplication,
  type ApplicationContent,
  type JudgeUpload,
} from './domain/application-content.ts';
import { sourceIn } from './domain/application-source.ts';
import type { Incoming } from '../http/incoming.ts';
import { validate } from '../http/validate.ts';
import { fieldsOf, type Shown } from './typed-form.ts';

/** A form as a candidate sent it. */
export interface SentForm {
  /** Undefined if a rule is broken. */
  content: ApplicationContent | undefined;
  isTrapped: boolean;
  shown: Shown;
  problems: NonNullable<ApplyForm['problems']>;
}

const read = validate('createApplication');

/** The code of the first violation of each field. An empty field is one that is missing. */
function problemsOf(violations: readonly Violation[], fields: Record<string, unknown>): SentForm['problems'] {
  const first = violations.toReversed().map(({ pointer = '', code }): [string, Violation['code']] => {
    const field = pointer.split('/')[1] ?? '';
    return [field, fields[field] === '' ? 'required' : code];
  });
  const byField = new Map(first);
  return Object.fromEntries(
    formFields.flatMap((field: FormField) => (byField.has(field) ? [[field, byField.get(field)]] : [])),
  );
}

/** Reads and checks the form of an application. Refuses as `formOf` does. */
export async function sentForm(event: Incoming, judgeUpload: JudgeUpload): Promise<SentForm> {
  const { fields, isTrapped, shown } = fieldsOf(event);
  // A box that is not ticked is not sent.
  const { submission } = read({
    ...event,
    body: { consent: false, ...fields, source: sourceIn(event.rawQueryString) },
  });
  const { content, violations } = await judgedApplication(
    submission as Parameters<typeof judgedApplication>[0],
    judgeUpload,
  );
  return {
    content: violations.length > 0 ? undefined : content,
    isTrapped,
    shown,
    problems: problemsOf(violations, fields),
  };
}
