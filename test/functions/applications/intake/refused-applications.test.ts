import { describe, expect, test } from '@jest/globals';
import { applicationKeys } from '../../../../functions/applications/keys.ts';
import { RESUME_MAX_BYTES } from '../../../../schemas/application.ts';
import {
  anApplication,
  apply,
  aResume,
  applyForm,
  candidate,
  sendForm,
} from '../../../setup/an-application.ts';
import { smallestFiles } from '../../../setup/resumes.ts';
import { startService } from '../../../setup/service.ts';
import { ownFiles } from '../../../setup/own-files.ts';
import { APPLICATION_BODY_MAX_BYTES } from '../../../../schemas/limits.ts';

const files = ownFiles();
const service = await startService();

/** A request to POST /public/jobs/{id}/applications. */
interface Sent {
  body?: string | FormData;
  headers?: Record<string, string>;
}

const json = (fields: Record<string, unknown>): Sent => ({
  body: JSON.stringify(anApplication(fields)),
  headers: { 'content-type': 'application/json' },
});

function twoFiles(): FormData {
  const form = applyForm({ subject: undefined });
  for (const name of ['a.txt', 'b.txt']) form.append('resume', new File(['Boulangère'], name));
  return form;
}

const tooLarge = Buffer.alloc(RESUME_MAX_BYTES + 1, 'a');
const longest = 'a'.repeat(APPLICATION_BODY_MAX_BYTES);
const cutOff = smallestFiles.pdf.subarray(0, 20);
const namedBy = (local: string, domain: string) => ({ email: `${local}@${domain}` });

/** What is wrong, the fields of a JSON body, and the violation. */
const invalid: [what: string, fields: Record<string, unknown>, violation: string][] = [
  ['no name', { name: undefined }, '/name required'],
  ['a name of 129 characters', { name: 'é'.repeat(129) }, '/name too_long'],
  ['a name with a header of a mail', { name: 'Zoé\r\nBcc: everyone@example.com' }, '/name malformed'],
  ['several e-mail addresses', { email: 'zoe@example.com, everyone@example.com' }, '/email malformed'],
  // It is another sender to a reader.
  ['an encoded word', namedBy('=?utf-8?q?ceo=40acme.example?=', 'evil.example'), '/email malformed'],
  ['an e-mail address of 255 characters', namedBy('a'.repeat(243), 'example.com'), '/email too_long'],
  ['neither a letter nor a résumé', { coverLetter: ' \n \u200B', resume: null }, '/resume required'],
  ['a letter with a control character', { coverLetter: 'a\u0001b', resume: null }, '/coverLetter malformed'],
  ['consent that is not given', { consent: false }, '/consent consent_required'],
  ['consent that is missing', { consent: undefined }, '/consent required'],
  ['a file without content', { resume: aResume('a.pdf', Buffer.alloc(0)) }, '/resume file_empty'],
  ['a file without a name', { resume: { content: '' } }, '/resume/fileName required'],
  ['a file of 4,000,001 bytes', { resume: aResume('a.txt', tooLarge) }, '/resume file_too_large'],
  ['a file that is cut off', { resume: aResume('a.pdf', cutOff) }, '/resume file_content'],
  ['bad base64', { resume: { fileName: 'a.pdf', content: 'JVBERi0=====' } }, '/resume/content malformed'],
];

/** A name, the request, the expected status, code and violations, and the fields of the job. */
type Case = [what: string, sent: Sent, response: string, job?: Record<string, unknown>];

const cases: Case[] = [
  ...invalid.map(([what, fields, rule]): Case => [what, json(fields), `400 validation_failed: ${rule}`]),
  ['two files', { body: twoFiles() }, '400 validation_failed: /resume wrong_type'],
  ['a body of more than 6,000,000 bytes', json({ name: longest }), '413 content_too_large'],
  // Its body must not be read.
  ['a posting that is closed', { ...json({}), body: '{' }, '410 job_closed', { status: 'archived' }],
];

const addressOf = ({ id }: { id: number }) => `${service.origin}/api/v1.1/public/jobs/${id}/applications`;

/** The status, code and violations of a response in one line. */
async function summaryOf(response: Response): Promise<string> {
  const { code, errors } = (await response.json()) as {
    code: string;
    errors?: { pointer: string; code: string }[];
  };
  const violations = errors && `: ${errors.map((error) => `${error.pointer} ${error.code}`).join(', ')}`;
  return `${response.status} ${code}${violations ?? ''}`;
}

/** The items of all applications to an employer. */
const itemsOf = ({ id }: { id: number }) =>
  service.db.query({
    KeyConditionExpression: 'PK = :PK',
    ExpressionAttributeValues: { ':PK': applicationKeys.applicationNumbers(id).PK },
    ConsistentRead: true,
  });

describe('a refused application', () => {
  test.each(cases)(
    'stores no item and no file when it has %s',
    async (_, { body, headers = {} }, response, fields = {}) => {
      const { acme, job } = await service.employerWithJob({ status: 'active', ...fields });
      const reply = await fetch(addressOf(job), { method: 'POST', headers, ...(body && { body }) });
      expect(await summaryOf(reply)).toBe(response);
      expect(await itemsOf(acme.employer)).toEqual([]);
      expect(await files.of(acme.employer)).toEqual([]);
    },
  );

  test('stores no item and no file when it is a form with a file and without consent', async () => {
    const fields = { consent: undefined, resume: new File(['Boulangère'], 'a.txt') };
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const { status } = await sendForm(`${service.origin}/jobs/${job.id}/apply`, applyForm(fields));
    expect(status).toBe(400);
    expect(await itemsOf(acme.employer)).toEqual([]);
    expect(await files.of(acme.employer)).toEqual([]);
  });

  test('with the Idempotency-Key of an earlier application stores nothing, and that one keeps its file', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const key = { 'idempotency-key': 'candidate-1' };
    expect((await apply(service.anyone, job.id, {}, key)).status).toBe(201);
    const [stored, items] = [await files.of(acme.employer), await itemsOf(acme.employer)];
    expect(stored).toHaveLength(1);
    for (const fields of [{ name: 'Another' }, { email: candidate.email.toUpperCase() }]) {
      const { status, body } = await apply(service.anyone, job.id, fields, key);
      expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
    }
    expect(await files.of(acme.employer)).toEqual(stored);
    expect(await itemsOf(acme.employer)).toEqual(items);
  });
});
