import { ISSUED_FIELD, type ApplyForm } from '../../../pages/public/apply-form.ts';
import { HONEYPOT_FIELD } from '../../../pages/public/form-parts.ts';
import { QUESTIONS_FIELD } from '../../../pages/public/questions.ts';
import {
  APPLICATION_BODY_MAX_BYTES,
  ApplicationCreate,
  applicationSource,
} from '../../../schemas/application.ts';
import { parseForm, toJsonFields } from '../../http/form-body.ts';
import type { Incoming } from '../../http/incoming.ts';
import { isBlank } from '../../platform/text.ts';
import { isText, splitForm } from './application-body.ts';
import { unverifiedFileName } from './uploads.ts';

/** The values that the form shows again. */
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

/** The upload that replaces a file. */
function uploadOf(resume: unknown): Prefill['upload'] {
  if (typeof resume !== 'object' || resume === null || !('file' in resume)) return undefined;
  const id = textOf(resume.file);
  return { id, fileName: unverifiedFileName(id) };
}

/**
 * Parses the fields of a form, whether its honeypot is filled in, and the values to show again. Refuses as `formOf`
 * does.
 */
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
  const prefill: Prefill = {
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
  return { fields, answers: form.typed, isTrapped: isFilledIn(trap), shown: prefill };
}

/** The values that a form shows again that could not be received; undefined when it cannot be parsed. */
export function prefillValues(event: Incoming): Prefill | undefined {
  try {
    return parseFields(event).shown;
  } catch {
    // The page already names the problem.
    return undefined;
  }
}

/** The query parameters that name a source, in the order of precedence. */
const sourceParameters = ['source', 'utm_source'];

/** Characters that one line of text cannot contain, and direction controls. */
const unsafeInLine = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** The source in the query of the form: its beginning as one line; null when there is none. */
export function parseSource(rawQueryString: string): string | null {
  const query = new URLSearchParams(rawQueryString);
  const lines = sourceParameters.map((name) => {
    const line = (query.get(name) ?? '').replaceAll(unsafeInLine, ' ').trim();
    return Array.from(line).slice(0, applicationSource.maxLength).join('').trim();
  });
  return lines.find((line) => !isBlank(line)) ?? null;
}
