import { ISSUED_FIELD, TRAP_FIELD, type ApplyForm } from '../../pages/public/apply-form.ts';
import { formFields, type FormField } from '../../pages/public/apply-words.ts';
import { APPLICATION_BODY_MAX_BYTES, ApplicationCreate } from '../../schemas/application.ts';
import type { Violation } from '../../schemas/problem.ts';
import { judgedApplication, type ApplicationContent } from './domain/application-content.ts';
import { fieldsOfForm, formOf } from '../http/form-body.ts';
import type { Incoming } from '../http/incoming.ts';
import { validate } from '../http/validate.ts';

/** What the form shows again of what was sent. */
type Shown = Pick<ApplyForm, 'typed' | 'hasConsent' | 'hadFile' | 'issued'>;

/** A form as a candidate sent it. */
export interface SentForm {
  /** Undefined if a rule is broken. */
  content: ApplicationContent | undefined;
  isTrapped: boolean;
  shown: Shown;
  problems: NonNullable<ApplyForm['problems']>;
}

const read = validate('createApplication');

/** The fields that only the form has. */
const ownFields = { [TRAP_FIELD]: { type: 'string' }, [ISSUED_FIELD]: { type: 'string' } } as const;

const schema = { properties: { ...ApplicationCreate.properties, ...ownFields } };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isFilledIn = (value: unknown) => value !== undefined && value !== '';

function fieldsOf(event: Incoming) {
  const {
    [TRAP_FIELD]: trap,
    [ISSUED_FIELD]: issued,
    ...fields
  } = fieldsOfForm(formOf(event, APPLICATION_BODY_MAX_BYTES), schema);
  const { name, email, telephone, coverLetter, consent, resume } = fields;
  const shown: Shown = {
    typed: {
      name: textOf(name),
      email: textOf(email),
      telephone: textOf(telephone),
      coverLetter: textOf(coverLetter),
    },
    hasConsent: consent === true,
    hadFile: isFilledIn(resume),
    issued: textOf(issued),
  };
  return { fields, isTrapped: isFilledIn(trap), shown };
}

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
export function sentForm(event: Incoming): SentForm {
  const { fields, isTrapped, shown } = fieldsOf(event);
  // A box that is not ticked is not sent.
  const asJson: Incoming = { ...event, body: { consent: false, ...fields } };
  read(asJson);
  const { content, violations } = judgedApplication(
    asJson.submission as Parameters<typeof judgedApplication>[0],
  );
  return {
    content: violations.length > 0 ? undefined : content,
    isTrapped,
    shown,
    problems: problemsOf(violations, fields),
  };
}

/** What a form shows again that could not be received; undefined if it cannot be read. */
export function shownAgain(event: Incoming): Shown | undefined {
  try {
    return fieldsOf(event).shown;
  } catch {
    // The candidate is told why the form was not received, not what came of that.
    return undefined;
  }
}
