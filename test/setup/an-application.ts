import type { Application } from '../../functions/applications/application/application.ts';
import type { Client, Reply } from './http-client.ts';
import type { Upload } from '../../schemas/upload.ts';

/** Personal data of a candidate, which no log line may contain. */
export const candidate = {
  name: 'Zoé Tremblay-Nguyễn',
  email: 'zoe.tremblay@example.net',
  telephone: '+1 514 555 0187',
  coverLetter: 'I have baked bread since I was nine.\nSincerely, Zoé',
  fileName: 'Zoé Tremblay-Nguyễn.pdf',
} as const;

const { fileName: candidateFileName, ...candidateFields } = candidate;

/** The smallest file that a PDF reader opens. */
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** An application as JSON that meets every rule, with some fields replaced. */
export const anApplication = (fields: Record<string, unknown> = {}) => ({
  ...candidateFields,
  resume: { fileName: candidateFileName, content: pdf.toString('base64') },
  consent: true,
  ...fields,
});

/** An application to job 7 as it is stored, whose mail has been due since it was received. */
export const aStoredApplication = (
  fields: Pick<Application, 'employerId' | 'number' | 'receivedAt'> & Partial<Application>,
): Application => ({
  jobId: 7,
  jobTitle: 'Baker',
  titleAsRead: null,
  referenceId: 'REQ-1',
  places: ['Toronto, ON'],
  publicId: '7',
  answers: [],
  name: 'Zoë Tremblay',
  email: 'zoe@example.org',
  telephone: null,
  coverLetter: 'I bake.',
  resume: { fileName: 'cv.pdf', mediaType: 'application/pdf', size: 8, key: `applications/${fields.number}` },
  consent: { version: '1', language: 'en' },
  language: 'en',
  mailTo: 'jobs@acme.example',
  reference: null,
  source: null,
  stage: 'new',
  stageChangedAt: null,
  state: 'queued',
  suspicions: [],
  repeatOf: null,
  queuedAt: fields.receivedAt,
  attempts: 0,
  mailError: null,
  failure: null,
  confirmation: null,
  candidateHash: 'a',
  idempotencyKey: null,
  version: 1,
  timeToLive: Math.ceil(Date.parse(fields.receivedAt) / 1_000) + 365 * 86_400,
  ...fields,
});

/** A résumé as a member of a JSON body. */
export const aResume = (name: string, bytes: Uint8Array) => ({
  fileName: name,
  content: Buffer.from(bytes).toString('base64'),
});

/** Applies for a job with a JSON body. */
export const apply = (
  { post }: Pick<Client, 'post'>,
  publicId: number | string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> => post(`/public/jobs/${publicId}/applications`, anApplication(fields), headers);

/** The apply form with valid values, some of them replaced; undefined leaves a field out. */
export const applyForm = (fields: Record<string, string | File | undefined> = {}) => {
  const form = new FormData();
  for (const [field, value] of Object.entries({
    ...candidateFields,
    consent: 'true',
    subject: '',
    ...fields,
  })) {
    if (value !== undefined) form.set(field, value);
  }
  return form;
};

/** Sends a form as a browser does, and reads the response without following a redirect. */
export async function sendForm(url: string, body: FormData, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const required = <Id extends string, Type extends string>(
  id: Id,
  type: Type,
  text: string,
  options: string[] = [],
) => ({ id, text, type, required: true, options }) as const;

/** One required question of each type, with options where the type has options. */
export const questionOfEachType = [
  required('shop', 'shortText', 'Where have you baked?'),
  required('why', 'longText', 'Why bread?'),
  required('licence', 'yesNo', 'Avez-vous un permis de conduire\u00A0?'),
  required('shift', 'choice', 'Which shift?', ['Day & night', 'Nuit']),
  required('breads', 'choices', 'Which breads?', ['Rye', '<Spelt>', 'Seigle']),
  required('years', 'number', 'How many years?'),
  required('start', 'date', 'When can you start?'),
] as const;

/** The answers to `questionOfEachType` by question id. No log line may contain the first one. */
export const answersToAll = {
  shop: 'Boulangerie Çà-et-là',
  why: 'It smells.\nIt feeds.',
  licence: false,
  shift: 'Day & night',
  breads: ['Rye', '<Spelt>'],
  years: 2.5,
  start: '2031-05-30',
};

type Value = string | number | boolean | object | null | undefined;

export type Answers = Readonly<Record<string, Value>>;

/** Converts answers to the form of a JSON body. */
export const toJsonAnswers = (answers: Answers) =>
  Object.entries(answers).map(([question, value]) => ({ question, value }));

/** Converts answers to form fields: several for a list, none for undefined. */
export const toFormAnswers = (answers: Answers): [name: string, text: string][] =>
  Object.entries(answers).flatMap(([id, value]) => {
    const texts = [value].flat().filter((text) => text !== undefined);
    return texts.map((text): [string, string] => {
      if (typeof text === 'boolean') return [`answer.${id}`, text ? 'yes' : 'no'];
      return [`answer.${id}`, typeof text === 'string' ? text : JSON.stringify(text)];
    });
  });

/** Begins the upload of a file for a posting. */
export const beginUpload = (
  { post }: Pick<Client, 'post'>,
  publicId: number | string,
  fileName: unknown = 'cv.pdf',
): Promise<Reply> => post(`/public/jobs/${publicId}/files`, { fileName });

/** Sends the fields of an upload, with some replaced (undefined: left out), and then a file. Returns the status. */
export async function sendFile(
  { upload: { url, fields } }: Upload,
  bytes: Uint8Array | undefined,
  changed: Record<string, string | undefined> = {},
): Promise<number> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changed })) {
    if (value !== undefined) body.append(name, value);
  }
  if (bytes) body.append('file', new Blob([new Uint8Array(bytes)]), 'anything.bin');
  const response = await fetch(url, { method: 'POST', body });
  await response.text();
  return response.status;
}

/** The key of the file that an upload to the local service creates. */
export const fileKeyOf = ({ upload: { url } }: Upload): string =>
  new URL(url).pathname.slice('/files/'.length);

/** Uploads a file for a posting, and returns the upload id for an application. */
export async function uploadFile(
  client: Pick<Client, 'post'>,
  publicId: number | string,
  bytes: Uint8Array,
  fileName = 'cv.pdf',
): Promise<string> {
  const { body } = await beginUpload(client, publicId, fileName);
  const status = await sendFile(body, bytes);
  if (status !== 204) throw new Error(`The upload was refused: ${status}.`);
  return body.id;
}

/** The upload id in a form; undefined if it has none. */
export function uploadInForm(
  form: string,
): { id: string | undefined; fileName: string | undefined } | undefined {
  const [match, id, fileName] =
    /<input\s+type="hidden"\s+name="resume"\s+value="([^"]+)"\s+data-name="([^"]+)"/.exec(form) ?? [];
  return match === undefined ? undefined : { id, fileName };
}

/** A PDF of exactly `size` bytes. */
export const pdfOfSize = (size: number): Buffer<ArrayBuffer> => {
  const [begin, end] = [Buffer.from('%PDF-1.4\n%'), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([begin, Buffer.alloc(size - begin.length - end.length, 'x'), end]);
};

/** Reads all pages of a list of applications by its next links. */
export async function applicationPages({ get }: Pick<Client, 'get'>, path: string): Promise<Reply[]> {
  const pages: Reply[] = [];
  for (let next: string | null = path; next !== null; next = pages.at(-1)?.body.paging.next ?? null) {
    const page = await get(next);
    if (page.status !== 200) throw new Error(`${next}: ${page.status} ${page.text}`);
    pages.push(page);
  }
  return pages;
}

/** The ids of the applications on all pages of a list. */
export const listedIds = async (client: Pick<Client, 'get'>, path: string): Promise<string[]> =>
  (await applicationPages(client, path)).flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id));
