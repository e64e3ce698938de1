import { ISSUED_FIELD, type ApplyForm } from '../../../pages/public/apply-form.ts';
import { QUESTIONS_FIELD } from '../../../pages/public/questions.ts';
import { HONEYPOT_FIELD } from '../../../pages/public/honeypot-field.ts';
import { APPLICATION_BODY_MAX_BYTES, ApplicationCreate } from '../../../schemas/application.ts';
import { toJsonFields, parseForm } from '../../http/form-body.ts';
import type { Incoming } from '../../http/incoming.ts';
import { isText, splitForm } from './form-answers.ts';
import { unverifiedFileName } from './upload-id.ts';

/** What the form shows again of what was sent. */
export type Prefill = Pick<
  ApplyForm,
  'typed' | 'answers' | 'answeredDigest' | 'hasConsent' | 'hadFile' | 'upload' | 'issued'
>;

/** The fields that only the form has. */
const ownFields = {
  [HONEYPOT_FIELD]: { type: 'string' },
  [ISSUED_FIELD]: { type: 'string' },
  [QUESTIONS_FIELD]: { type: 'string' },
} as const;

const schema = { properties: { ...ApplicationCreate.properties, ...ownFields } };

const textOf = (value: unknown): string => (isText(value) ? value : '');

const isFilledIn = (value: unknown) => value !== undefined && value !== '';

/** The uploaded file that stands in place of a file. */
function uploadOf(resume: unknown): Prefill['upload'] {
  if (typeof resume !== 'object' || resume === null || !('file' in resume)) return undefined;
  const id = textOf(resume.file);
  return { id, fileName: unverifiedFileName(id) };
}

/** The fields of a form, whether its trap is filled in, and what is shown again of it. Refuses as `formOf` does. */
export function parseFields(event: Incoming) {
  const form = splitForm(parseForm(event, APPLICATION_BODY_MAX_BYTES));
  const {
    [HONEYPOT_FIELD]: trap,
    [ISSUED_FIELD]: issued,
    [QUESTIONS_FIELD]: digest,
    ...fields
  } = toJsonFields(form.fields, schema);
  const { name, email, telephone, coverLetter, consent, resume } = fields;
  const upload = uploadOf(resume);
  const shown: Prefill = {
    typed: {
      name: textOf(name),
      email: textOf(email),
      telephone: textOf(telephone),
      coverLetter: textOf(coverLetter),
    },
    answers: new Map([...form.typed].map(([id, values]) => [id, values.filter(isText)])),
    answeredDigest: textOf(digest),
    hasConsent: consent === true,
    hadFile: isFilledIn(resume) && upload === undefined,
    upload,
    issued: textOf(issued),
  };
  return { fields, answers: form.typed, isTrapped: isFilledIn(trap), shown };
}

/** What a form shows again that could not be received; undefined if it cannot be read. */
export function prefillValues(event: Incoming): Prefill | undefined {
  try {
    return parseFields(event).shown;
  } catch {
    // The candidate is told why the form was not received, not what came of that.
    return undefined;
  }
}
