import { describe, expect, test } from '@jest/globals';
import { toJsonFields, parseForm } from '../../../functions/http/form-body.ts';
import { ApplicationCreate } from '../../../schemas/application.ts';
import {
  APPLICATION_BODY_MAX_BYTES,
  BODY_MAX_BYTES,
  FORM_HEADERS_MAX_BYTES,
  FORM_MAX_FIELDS,
  FORM_NAME_MAX,
} from '../../../schemas/limits.ts';
import { anApplication, apply, aResume, candidate, sendForm } from '../../setup/an-application.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const urlencoded = 'application/x-www-form-urlencoded';

/** The fields of a form by their names. */
function read(body: string, contentType = 'multipart/form-data; boundary=x') {
  const event = { body, headers: { 'content-type': contentType } } as unknown as Parameters<
    typeof parseForm
  >[0];
  return { ...toJsonFields(parseForm(event, APPLICATION_BODY_MAX_BYTES), ApplicationCreate) };
}

/** A form of parts, each with its headers. */
const parts = (...each: [headers: string, content: string][]) =>
  `${each.map(([headers, content]) => `--x\r\n${headers}\r\n\r\n${content}\r\n`).join('')}--x--\r\n`;

const disposition = (parameters: string) => `Content-Disposition: form-data; ${parameters}`;

/** A form with a name, whose part also has these headers. */
const named = (...headers: string[]) => parts([[...headers, disposition('name="name"')].join('\r\n'), 'Zoé']);

const resume = (fileName: string) => ({ resume: aResume(fileName, Buffer.from('a')) });

describe('form data', () => {
  test.each<[string, string, object]>([
    ['a browser', `name="resume"; filename="Zoé %22CV%22.txt"`, resume('Zoé "CV".txt')],
    ['a program with backslashes', `name="resume"; filename="C:\\a \\"CV\\".txt"`, resume('C:\\a "CV".txt')],
    ['a program that encodes the name', `name="resume"; filename*=UTF-8''Zo%C3%A9.txt`, resume('Zoé.txt')],
    [
      'a program with two',
      `name=resume; filename="Zo?.txt"; filename*=utf-8'fr'Zo%C3%A9.txt`,
      resume('Zoé.txt'),
    ],
    ['a program that ends with a semicolon', 'name="coverLetter";', { coverLetter: 'a' }],
  ])('is parsed as written by %s', (_, parameters, fields) => {
    expect(read(parts([disposition(parameters), 'a']))).toEqual(fields);
  });

  test.each<[string, string, boundary?: string]>([
    ['an empty line before the first boundary', `\r\n${named()}`],
    ['white space after a boundary', named().replace('--x\r', '--x \t\r')],
    ['text after the last boundary', `${named()}Thank you.`],
    ['headers in a different case', parts(['content-disposition:FORM-DATA;NAME=name', 'Zoé'])],
    ['a part that names its transfer encoding', named('Content-Transfer-Encoding: 8bit')],
    ['a part that names the charset UTF-8', named('Content-Type: text/plain; charset=UTF-8')],
    ['a boundary in quotes', named().replaceAll('--x', '--a b'), '"a b"'],
  ])('is parsed also with %s', (_, body, boundary = 'x') => {
    expect(read(body, `Multipart/Form-Data; charset=utf-8; boundary=${boundary}`)).toEqual({ name: 'Zoé' });
  });

  test('keeps every byte of a file, even a boundary in the middle of a line', () => {
    const content = '\r\n\r\n-x --x\r\n--\r\n\r\n';
    const body = parts([disposition('name="resume"; filename="a.txt"'), content]);
    expect(read(body)).toEqual({ resume: aResume('a.txt', Buffer.from(content)) });
  });

  test('has only the name of an unknown field', () => {
    const fields = { name: 'Zoé T.', other: [null, null], empty: null };
    expect(read('name=Zo%C3%A9+T.&other=x&other=y&empty', urlencoded)).toEqual(fields);
  });
});

describe('form data that is not whole or not in UTF-8', () => {
  test.each<[string, string]>([
    ['text before the first boundary', `Hello\r\n${named()}`],
    ['no last boundary', named().replace('--x--', '')],
    ['a part without a name', parts([disposition('filename="a.txt"'), 'a'])],
    ['a part without headers', '--x\r\n\r\nZoé\r\n--x--\r\n'],
    ['a header that is none', parts([`${disposition('name="name"')}\r\nfolded`, 'Zoé'])],
    ['a quote that never ends', parts([disposition('name="name'), 'Zoé'])],
    ['a file name that is not UTF-8', parts([disposition(`name=resume; filename*=utf-8''%E9.txt`), ''])],
  ])('is refused as malformed with %s', (_, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'form_malformed' }));
  });

  test.each([
    ['in base64', 'Content-Transfer-Encoding: base64'],
    ['in another charset', 'Content-Type: text/plain; charset=iso-8859-1'],
  ])('is refused with text %s', (_, header) => {
    const body = parts([`${disposition('name="name"')}\r\n${header}`, 'Zoe']);
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'media_type_unsupported' }));
  });

  test.each(['name=%', 'name=%C3', 'name=%zz', '%E9=1'])(
    'is refused with escapes that are not UTF-8: %s',
    (body) => {
      expect(() => read(body, urlencoded)).toThrow(expect.objectContaining({ code: 'form_malformed' }));
    },
  );
});

const longest = 'n'.repeat(FORM_NAME_MAX);
const { name: NAME, email } = candidate;
const filled = Object.entries({ name: NAME, email, coverLetter: 'a', consent: 'on' });

const withFields = (...more: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of [...filled, ...more]) form.append(name, value);
  return form;
};

const withUnknown = (count: number) =>
  withFields(...Array.from({ length: count }, (_, n): [string, string] => [`unknown${n}`, 'a']));
const withText = (length: number) => withFields(['unknown', 'a'.repeat(length)]);

/** Returns a part whose headers have this number of bytes. */
const withHeaders = (bytes: number) => {
  const unknownPart = disposition('name="unknown"');
  const padding = `\r\nX-Padding: ${'x'.repeat(bytes - unknownPart.length - '\r\nX-Padding: '.length)}`;
  const others = filled.map(([name, value]): [string, string] => [disposition(`name="${name}"`), value]);
  return new Blob([parts(...others, [unknownPart + padding, ''])], {
    type: 'multipart/form-data; boundary=x',
  });
};

const least = filled.reduce((length, [, value]) => length + value.length, 0);

describe.each([
  ['an application', (id: number) => `/api/v1.1/public/jobs/${id}/applications`, 201],
  ['the form', (id: number) => `/jobs/${id}/apply`, 303],
])('%s as form data', (_, path, accepted) => {
  const post = async (id: number, body: FormData | Blob) =>
    (await fetch(service.origin + path(id), { method: 'POST', body, redirect: 'manual' })).status;

  test.each<[string, FormData | Blob, FormData | Blob, number]>([
    ['fields', withUnknown(FORM_MAX_FIELDS - filled.length), withUnknown(FORM_MAX_FIELDS), 400],
    ['characters of a name', withFields([longest, '']), withFields([`${longest}n`, '']), 400],
    ['bytes of headers', withHeaders(FORM_HEADERS_MAX_BYTES), withHeaders(FORM_HEADERS_MAX_BYTES + 1), 400],
    ['characters of text', withText(BODY_MAX_BYTES - least), withText(BODY_MAX_BYTES - least + 1), 413],
  ])('is accepted with the maximum number of %s, and refused with more', async (__, most, more, refused) => {
    const { job } = await service.employerWithJob({ status: 'active' });
    expect([await post(job.id, most), await post(job.id, more)]).toEqual([accepted, refused]);
  });

  const elsewhere = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com' };

  test.each([
    ['the posting is closed', { status: 'archived' }, 410],
    ['the posting is a draft', { status: 'draft' }, 404],
    ['candidates apply on another site', elsewhere, 409],
  ])('is refused before the body is read when %s', async (__, fields, status) => {
    const { job } = await service.employerWithJob({ status: 'active', ...fields });
    expect(await post(job.id, new Blob(['--x'], { type: 'multipart/form-data; boundary=x' }))).toBe(status);
    expect(await post(2_147_483_647, withUnknown(FORM_MAX_FIELDS))).toBe(404);
  });
});

test('an application as JSON is accepted with at most as many values as a form may have fields', async () => {
  const { job } = await service.employerWithJob({ status: 'active' });
  const { length } = Object.keys(anApplication({ resume: null }));
  const withValues = (count: number) =>
    apply(service.anyone, job.id, { resume: null, unknown: Array.from({ length: count }, () => 0) });
  expect((await withValues(FORM_MAX_FIELDS - length - 1)).status).toBe(201);
  const { status, body } = await withValues(FORM_MAX_FIELDS - length);
  expect([status, body.code]).toEqual([400, 'json_malformed']);
});

test.each([
  [255, 201],
  [256, 400],
])('an application with a file name of %d characters gets the status %d', async (length, status) => {
  const { job } = await service.employerWithJob({ status: 'active' });
  const fileName = `${'é'.repeat(length - '.txt'.length)}.txt`;
  const reply = await apply(service.anyone, job.id, { resume: { fileName, content: 'YQ==' } });
  expect(reply.status).toBe(status);
  const form = withFields();
  form.append('resume', new File(['a'], fileName));
  const { status: formStatus, text } = await sendForm(`${service.origin}/jobs/${job.id}/apply`, form);
  const ofForm = [formStatus, text.includes('at most 255 characters')];
  expect(ofForm).toEqual(status === 201 ? [303, false] : [400, true]);
});
