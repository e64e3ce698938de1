import { ISSUED_FIELD, TRAP_FIELD, type ApplyForm } from '../../pages/public/apply-form.ts';
import { formFields, type FormField } from '../../pages/public/apply-words.ts';
import { APPLICATION_BODY_MAX_BYTES, ApplicationCreate } from '../../schemas/application.ts';
import type { Violation } from '../../schemas/problem.ts';
import { judgedApplication, type ApplicationContent } from '../domain/application-content.ts';
import { fieldsOfForm, formOf } from './form-body.ts';
import type { Incoming } from './incoming.ts';
import { validate } from './validate.ts';

/** A form as a candidate sent it. */
export interface SentForm {
  /** Undefined if a rule is broken. */
  content: ApplicationContent | undefined;
  isTrapped: boolean;
  issued: string;
  /** What the form shows again when a rule is broken. */
  shown: Pick<ApplyForm, 'typed' | 'hasConsent' | 'hadFile' | 'problems'>;
}

const read = validate('createApplication');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

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

/** Reads and checks the form of an application. Refuses with `form_malformed` and `content_too_large`. */
export async function sentForm(event: Incoming): Promise<SentForm> {
  const form = await formOf(event, APPLICATION_BODY_MAX_BYTES);
  const isTrapped = textOf(form.get(TRAP_FIELD)) !== '';
  const issued = textOf(form.get(ISSUED_FIELD));
  for (const name of [TRAP_FIELD, ISSUED_FIELD]) form.delete(name);
  const fields = await fieldsOfForm(form, ApplicationCreate);
  // A box that is not ticked is not sent.
  const sent = { consent: false, ...fields };
  read(Object.assign(event, { body: sent }));
  const { content, violations } = judgedApplication(
    event.submission as Parameters<typeof judgedApplication>[0],
  );
  const { name, email, telephone, coverLetter } = fields;
  return {
    content: violations.length > 0 ? undefined : content,
    isTrapped,
    issued,
    shown: {
      typed: {
        name: textOf(name),
        email: textOf(email),
        telephone: textOf(telephone),
        coverLetter: textOf(coverLetter),
      },
      hasConsent: fields['consent'] === true,
      hadFile: fields['resume'] !== undefined,
      problems: problemsOf(violations, fields),
    },
  };
}
