import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { keys } from '../../../functions/platform/dynamodb/table.ts';
import { APPLICATION_BODY_MAX_BYTES, RESUME_MAX_BYTES } from '../../../schemas/application.ts';
import { BODY_MAX_BYTES, FORM_MAX_FIELDS } from '../../../schemas/limits.ts';
import { anApplication, apply, aResume, candidate, filledIn } from '../../setup/an-application.ts';
import { encoded, pdfWith, smallest, withMacros } from '../../setup/resumes.ts';
import { startService } from '../../setup/service.ts';
import { ownFiles } from '../../setup/stored-files.ts';

const files = ownFiles();
const service = await startService();
afterAll(service.close);

/** A request to the address at which candidates apply. */
interface Sent {
  body?: string | FormData | Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
}

const json = (fields: Record<string, unknown>): Sent => ({
  body: JSON.stringify(anApplication(fields)),
  headers: { 'content-type': 'application/json' },
});

/** What cannot be read, so that it is refused before it is read. */
const unreadable: Sent = { ...json({}), body: '{' };

const withFile = (name: string, bytes: Uint8Array) => json({ resume: aResume(name, bytes) });

const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

function urlencodedFields(fields: Record<string, string>): string {
  const { name, email, telephone, coverLetter } = candidate;
  return new URLSearchParams({ name, email, telephone, coverLetter, consent: 'true', ...fields }).toString();
}

const manyFields = Object.fromEntries(Array.from({ length: FORM_MAX_FIELDS }, (_, n) => [`f${n}`, '']));

function twoFiles(): FormData {
  const form = filledIn({ subject: undefined });
  for (const name of ['a.txt', 'b.txt']) form.append('resume', new File(['Boulangère'], name));
  return form;
}

interface Case {
  /** What arrives. */
  what: string;
  sent: Sent;
  /** The status and code of the response, and the codes of its violations. */
  response: string;
  /** The job that is applied for. */
  job?: Record<string, unknown>;
}

const cases: Case[] = [
  { what: 'no name', sent: json({ name: undefined }), response: '400 validation_failed: required' },
  {
    what: 'a name of 129 characters',
    sent: json({ name: 'é'.repeat(129) }),
    response: '400 validation_failed: too_long',
  },
  {
    what: 'a name with a line break, as one that would add a header to the mail',
    sent: json({ name: 'Zoé\r\nBcc: everyone@example.com' }),
    response: '400 validation_failed: malformed',
  },
  {
    what: 'an e-mail address that is none, or several',
    sent: json({ email: 'zoe@example.com, everyone@example.com' }),
    response: '400 validation_failed: malformed',
  },
  {
    what: 'an e-mail address with an encoded word, another sender to a reader',
    sent: json({ email: '=?utf-8?q?ceo=40acme.example?=@evil.example' }),
    response: '400 validation_failed: malformed',
  },
  {
    what: 'neither a letter nor a résumé',
    sent: json({ coverLetter: ' \n ', resume: null }),
    response: '400 validation_failed: required',
  },
  {
    what: 'consent that is not given',
    sent: json({ consent: false }),
    response: '400 validation_failed: consent_required',
  },
  {
    what: 'consent that is not true or false',
    sent: json({ consent: 'yes' }),
    response: '400 validation_failed: wrong_type',
  },
  {
    what: 'a file without content',
    sent: withFile('a.pdf', Buffer.alloc(0)),
    response: '400 validation_failed: file_empty',
  },
  {
    what: 'a file of more than 3.8 MB: of 4,000,001 bytes',
    sent: withFile('a.txt', Buffer.alloc(RESUME_MAX_BYTES + 1, 'a')),
    response: '400 validation_failed: file_too_large',
  },
  {
    what: 'a file with another ending',
    sent: withFile('a.exe', smallest.pdf),
    response: '400 validation_failed: file_type',
  },
  {
    what: 'a file that is not what its ending says, or is cut off',
    sent: withFile('a.pdf', smallest.pdf.subarray(0, 20)),
    response: '400 validation_failed: file_content',
  },
  {
    what: 'a file with macros: a .docx with a VBA project',
    sent: withFile(...(Object.entries(withMacros)[0] ?? ['', Buffer.alloc(0)])),
    response: '400 validation_failed: file_macros',
  },
  {
    what: 'a file with something else that runs when it is opened: a PDF with a script',
    sent: withFile('a.pdf', pdfWith('2 0 obj << /S /JavaScript /JS (1) >> endobj')),
    response: '400 validation_failed: file_macros',
  },
  {
    what: 'a text in UTF-16 or Latin-1',
    sent: withFile(...(Object.entries(encoded)[0] ?? ['', Buffer.alloc(0)])),
    response: '400 validation_failed: file_encoding',
  },
  {
    what: 'a file whose base64 is not valid',
    sent: json({ resume: { fileName: 'a.pdf', content: 'JVBERi0=====' } }),
    response: '400 validation_failed: malformed',
  },
  { what: 'two files', sent: { body: twoFiles() }, response: '400 validation_failed: wrong_type' },
  {
    what: 'a file whose name has more than 255 characters',
    sent: withFile(`${'a'.repeat(252)}.txt`, Buffer.from('Boulangère')),
    response: '400 validation_failed: too_long',
  },
  {
    what: 'form data that is cut off',
    sent: { body: '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nZo', headers: multipart },
    response: '400 form_malformed',
  },
  {
    what: 'form data without a boundary',
    sent: { body: 'name=Zoé', headers: { 'content-type': 'multipart/form-data' } },
    response: '400 form_malformed',
  },
  {
    what: 'form data that is not UTF-8',
    sent: {
      body: Buffer.from(urlencodedFields({ name: '@' }).replace('%40', '\xE9'), 'latin1'),
      headers: urlencoded,
    },
    response: '400 form_malformed',
  },
  {
    what: 'form data with more than 1,000 fields',
    sent: { body: urlencodedFields({ ...manyFields, name: 'Zoé' }), headers: urlencoded },
    response: '400 form_malformed',
  },
  {
    what: 'form data with more than 524,288 characters of text',
    sent: { body: filledIn({ subject: undefined, coverLetter: 'a'.repeat(BODY_MAX_BYTES) }) },
    response: '413 content_too_large',
  },
  {
    what: 'form data in another charset',
    sent: {
      body: urlencodedFields({}),
      headers: { 'content-type': `${urlencoded['content-type']}; charset=iso-8859-1` },
    },
    response: '415 media_type_unsupported',
  },
  {
    what: 'form data that is compressed',
    sent: { body: gzipSync(urlencodedFields({})), headers: { ...urlencoded, 'content-encoding': 'gzip' } },
    response: '415 media_type_unsupported',
  },
  {
    what: 'JSON with more than 1,000 values',
    sent: json(manyFields),
    response: '400 json_malformed',
  },
  {
    what: 'JSON that is cut off',
    sent: { ...json({}), body: '{"name":"Zoé"' },
    response: '400 json_malformed',
  },
  {
    what: 'no body',
    sent: { headers: { 'content-type': 'application/json' } },
    response: '400 body_missing',
  },
  {
    what: 'a body that is neither JSON nor form data',
    sent: { body: 'Zoé', headers: { 'content-type': 'text/plain' } },
    response: '415 media_type_unsupported',
  },
  {
    what: 'a body of more than 6,000,000 bytes',
    sent: { ...json({}), body: JSON.stringify({ name: 'a'.repeat(APPLICATION_BODY_MAX_BYTES) }) },
    response: '413 content_too_large',
  },
  {
    what: 'a posting that is closed',
    sent: unreadable,
    job: { status: 'archived' },
    response: '410 job_closed',
  },
  {
    what: 'a posting that is a draft',
    sent: unreadable,
    job: { status: 'draft' },
    response: '404 job_not_found',
  },
  {
    what: 'a posting whose candidates apply on the employer’s own website',
    sent: unreadable,
    job: { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/apply' },
    response: '409 applied_elsewhere',
  },
];

const addressOf = ({ id }: { id: number }) => `${service.origin}/api/v1.1/public/jobs/${id}/applications`;

/** The status and code of a response, and the codes of its violations. */
async function told(response: Response): Promise<string> {
  const { code, errors } = (await response.json()) as { code: string; errors?: { code: string }[] };
  const codes = errors && `: ${[...new Set(errors.map((error) => error.code))].join(', ')}`;
  return `${response.status} ${code}${codes ?? ''}`;
}

/** Everything in the table about the applications to an employer. */
const itemsOf = ({ id }: { id: number }) =>
  service.db.query({
    KeyConditionExpression: 'PK = :PK',
    ExpressionAttributeValues: { ':PK': keys.applicationNumbers(id).PK },
    ConsistentRead: true,
  });

describe('an application is refused, and leaves nothing in table or files, with', () => {
  test.each(cases)('$what', async ({ sent: { body, headers = {} }, response, job: fields = {} }) => {
    const { acme, job } = await service.employerWithJob({ status: 'active', ...fields });
    const reply = await fetch(addressOf(job), { method: 'POST', headers, ...(body && { body }) });
    expect(await told(reply)).toBe(response);
    expect(await itemsOf(acme.employer)).toEqual([]);
    expect(await files.of(acme.employer)).toEqual([]);
  });

  test.each([
    ['a file that is not what its ending says', { resume: new File(['<html>'], 'a.pdf') }],
    ['a file and no name', { name: '', resume: new File(['Boulangère'], 'a.txt') }],
    ['a file and no consent', { consent: undefined, resume: new File(['Boulangère'], 'a.txt') }],
  ])('%s in the form of a posting', async (_, fields) => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const body = filledIn(fields);
    expect((await fetch(`${service.origin}/jobs/${job.id}/apply`, { method: 'POST', body })).status).toBe(
      400,
    );
    expect(await itemsOf(acme.employer)).toEqual([]);
    expect(await files.of(acme.employer)).toEqual([]);
  });

  test('an Idempotency-Key of another one, whose file stays', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const key = { 'idempotency-key': 'candidate-1' };
    expect((await apply(service.anyone, job.id, {}, key)).status).toBe(201);
    const [stored, items] = [await files.of(acme.employer), await itemsOf(acme.employer)];
    expect(stored).toHaveLength(1);
    const { status, body } = await apply(service.anyone, job.id, { name: 'Another' }, key);
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await files.of(acme.employer)).toEqual(stored);
    expect(await itemsOf(acme.employer)).toEqual(items);
  });
});
