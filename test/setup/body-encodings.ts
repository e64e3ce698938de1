import { questionsDigest } from '../../functions/applications/intake/parse-form.ts';
import type { Question } from '../../schemas/question.ts';
import { aJob } from './a-job.ts';
import { anApplication } from './an-application.ts';

/** An additional form field or JSON member. */
export type Field = readonly [name: string, value: string];

/** The content of a body: the bytes of one text, and additional fields. */
interface SentBody {
  text: Uint8Array;
  more: readonly Field[];
}

const BOUNDARY = 'x2f0';
const TEXT = '@text@';
const MORE = '@more@';

const joined = (parts: readonly (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));

/** Replaces the bytes that match a pattern by the prefix and their hexadecimal code. */
const escaped = (text: Uint8Array, pattern: RegExp, prefix: string) =>
  Buffer.from(
    Buffer.from(text)
      .toString('latin1')
      .replace(pattern, (byte) => prefix + byte.charCodeAt(0).toString(16).padStart(2, '0')),
    'latin1',
  );

/** Writes a JSON body from a template with one position for the text and one for additional fields. */
const json =
  (template: object) =>
  ({ text, more }: SentBody): Buffer => {
    const [before = '', after = ''] = JSON.stringify(template)
      .replace(`,"${MORE}":0`, more.map(([name, value]) => `,"${name}":"${value}"`).join(''))
      .split(TEXT);
    return joined([before, escaped(text, /[\0-\x1F]/g, '\\u00'), after]);
  };

/** The fields of a form, one of which contains the text. */
type Template = Readonly<Record<string, string>>;

const urlencoded =
  (template: Template) =>
  ({ text, more }: SentBody): Buffer => {
    const value = (given: string) => escaped(given === TEXT ? text : Buffer.from(given), /[^\w.-]/g, '%');
    const pairs = [...Object.entries(template), ...more];
    return joined(pairs.flatMap(([name, given], index) => [index > 0 ? '&' : '', `${name}=`, value(given)]));
  };

const multipart =
  (template: Template) =>
  ({ text, more }: SentBody): Buffer => {
    const parts = [...Object.entries(template), ...more].flatMap(([name, given]) => [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`,
      given === TEXT ? text : given,
      '\r\n',
    ]);
    return joined([...parts, `--${BOUNDARY}--\r\n`]);
  };

const types = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
};

/** An operation or form of the service that reads a body. */
export interface BodyReader {
  format: keyof typeof types;
  type: string;
  /** The path for a job id. */
  path: (jobId: number) => string;
  body: (sent: SentBody) => Buffer;
  /** The name of the field with the text. */
  field: string;
  /** The field accepts every text. */
  hasNoRules?: true;
  /** The text may have several lines. */
  hasLines?: true;
}

const job = { ...aJob({ title: TEXT }), [MORE]: 0 };
const { name: _, resume: __, consent: ___, ...letter } = anApplication();

/** The questions of the job that gets the applications. */
export const jobQuestions: Question[] = [
  { id: 'why', text: 'Why?', type: 'shortText', required: false, options: [] },
];

/** Adds the digest of the questions, which the shown form contains, to the fields of a form. */
const formOf = (fields: Template): Template => ({
  ...letter,
  name: 'Zoé',
  consent: 'true',
  questions: questionsDigest({ questions: jobQuestions, translations: null }),
  ...fields,
});
const nameForm = formOf({ name: TEXT });
const answered = formOf({ 'answer.why': TEXT });
const application = { ...letter, consent: true, [MORE]: 0 };
const applications = (id: number) => `/api/v1.1/public/jobs/${id}/applications`;
const report = { reason: 'other', text: TEXT };
const reports = (id: number) => `/jobs/${id}/report`;
const form = (id: number) => `/jobs/${id}/apply`;

const reader = (
  format: BodyReader['format'],
  path: BodyReader['path'],
  body: BodyReader['body'],
  field = 'name',
): BodyReader => ({ format, type: types[format], path, body, field });

/** Every reader of a body, by the name that test titles show. */
export const bodyReaders: Readonly<Record<string, BodyReader>> = {
  'a job': reader('json', () => '/api/v1.1/jobs', json(job), 'title'),
  'a batch': reader(
    'json',
    () => '/api/v1.1/jobs/batch',
    json({ operations: [{ operation: 'create', body: job }] }),
    'title',
  ),
  'an application as JSON': reader('json', applications, json({ ...application, name: TEXT })),
  'an application as form data': reader('multipart', applications, multipart(nameForm)),
  'an application as urlencoded form data': reader('urlencoded', applications, urlencoded(nameForm)),
  'the form': reader('multipart', form, multipart(nameForm)),
  'the form, urlencoded': reader('urlencoded', form, urlencoded(nameForm)),
  'an answer as JSON': reader(
    'json',
    applications,
    json({ ...application, name: 'Zoé', answers: [{ question: 'why', value: TEXT }] }),
    'answers',
  ),
  'an answer in the form': reader('multipart', form, multipart(answered), 'answer.why'),
  'the form of a withdrawal': {
    ...reader('urlencoded', () => '/application', urlencoded({ token: TEXT }), 'token'),
    hasNoRules: true,
  },
  'a button of the page for recruiters': {
    ...reader('urlencoded', () => '/recruiting', urlencoded({ token: TEXT, action: 'erase' }), 'token'),
    hasNoRules: true,
  },
  'a report': { ...reader('multipart', reports, multipart(report), 'text'), hasLines: true },
  'a report, urlencoded': { ...reader('urlencoded', reports, urlencoded(report), 'text'), hasLines: true },
};
