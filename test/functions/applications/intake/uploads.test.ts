import { afterEach, describe, expect, test } from '@jest/globals';
import { UPLOAD_MAX_BYTES } from '../../../../schemas/application.ts';
import { UPLOAD_SECONDS, type Upload } from '../../../../schemas/upload.ts';
import { applicationKeys } from '../../../../functions/applications/keys.ts';
import type { Item } from '../../../../functions/platform/dynamodb/database.ts';
import { applyWords } from '../../../../pages/public/apply-words.ts';
import { aJob } from '../../../setup/a-job.ts';
import {
  apply,
  applyForm,
  beginUpload,
  fileKeyOf,
  pdfOfSize,
  sendFile,
  sendForm,
  uploadFile,
  uploadInForm,
} from '../../../setup/an-application.ts';
import { setClock } from '../../../setup/clock.ts';
import { respondOnWire } from '../../../setup/dynamo-proxy.ts';
import { forgottenToken, isWrite } from '../../../setup/faults.ts';
import { startFaultyStore, type Fault } from '../../../setup/faulty-store.ts';
import { smallestFiles } from '../../../setup/resumes.ts';
import type { Reply } from '../../../setup/http-client.ts';
import { sharedService } from '../../../setup/shared-service.ts';
import { startService } from '../../../setup/service.ts';
import { ownFiles } from '../../../setup/own-files.ts';
const stored = ownFiles();
const store = await startFaultyStore();
const service = await startService({ mayFail: true });
const { anyone } = service;
/** A client of a second process, which uses the same table as `service`. */
const elsewhere = sharedService().anyone;
afterEach(() => store.reset());

const active = { status: 'active' };
const newPosting = () => service.employerWithJob(active);

const codesOf = ({ body }: Pick<Reply, 'body'>) =>
  body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);

const applyWith = (jobId: number, file: string, fields = {}) =>
  apply(anyone, jobId, { resume: { file }, ...fields });

const partitionOf = ({ employer }: { employer: { id: number } }) =>
  applicationKeys.applicationNumbers(employer.id).PK;

const isStored = async (upload: Upload) =>
  (await stored.read(fileKeyOf(upload)).catch(() => undefined)) !== undefined;

const isOfOther = ({ SK }: Item) => !SK.S.startsWith('UPLOAD#');

/** Lets a batch read find the file unused: DynamoDB reads the items of a batch at different moments. */
const beforeUse: Fault = async ({ body, pass, response }) => {
  const { RequestItems, ...rest } = JSON.parse(body) as { RequestItems: Record<string, { Keys: Item[] }> };
  const others = Object.entries(RequestItems).map(([table, { Keys, ...options }]) => [
    table,
    { ...options, Keys: Keys.filter(isOfOther) },
  ]);
  respondOnWire(response, await pass(JSON.stringify({ ...rest, RequestItems: Object.fromEntries(others) })));
};

const downloaded = async (acme: { get: (path: string) => Promise<Reply> }, id: string) => {
  const { headers } = await acme.get(`/applications/${id}/resume`);
  return Buffer.from(await (await fetch(headers.get('location') ?? '')).arrayBuffer());
};

describe('an uploaded file', () => {
  test('of the maximum size reaches the employer unchanged, under the original name', async () => {
    const { acme, job } = await newPosting();
    const bytes = pdfOfSize(UPLOAD_MAX_BYTES);
    const reply = await applyWith(job.id, await uploadFile(anyone, job.id, bytes, 'Zoé 🙂 Tremblay.pdf'));
    expect(reply.status).toBe(201);
    const { body } = await acme.get(`/applications/${reply.body.id}`);
    const file = { fileName: 'Zoé 🙂 Tremblay.pdf', mediaType: 'application/pdf' };
    expect(body.resume).toEqual({ ...file, size: UPLOAD_MAX_BYTES });
    expect((await downloaded(acme, reply.body.id)).equals(bytes)).toBe(true);
  });

  test('is assigned to one of two candidates who use it concurrently, and that candidate can repeat the request', async () => {
    const { acme, job } = await newPosting();
    const file = await uploadFile(anyone, job.id, smallestFiles.pdf);
    const emails = Array.from({ length: 12 }, (_, number) => `c${number % 4}@example.com`);
    const replies = await Promise.all(
      emails.map((email, index) =>
        apply(index % 2 ? elsewhere : anyone, job.id, { resume: { file }, email }),
      ),
    );
    const [winner, ...others] = (await acme.get('/applications')).body.data;
    expect(others).toEqual([]);
    for (const [index, { status, body }] of replies.entries()) {
      if (emails[index] === winner.email) expect([status, body.id]).toEqual([201, winner.id]);
      else expect([status, codesOf({ body })]).toEqual([400, [['/resume/file', 'file_missing']]]);
    }
    expect(await stored.of(acme.employer)).toHaveLength(1);
  });

  test.each([
    ['', undefined],
    [', also when the read comes before the first use', beforeUse],
  ])(
    'is deleted after its first use, and sent again it is neither in the application nor of use to another candidate%s',
    async (_, fault) => {
      const { acme, job } = await newPosting();
      const { body: upload } = await beginUpload(anyone, job.id);
      await sendFile(upload, smallestFiles.pdf);
      expect(await isStored(upload)).toBe(true);
      const { body: receipt } = await applyWith(job.id, upload.id);
      expect(await isStored(upload)).toBe(false);
      expect(await sendFile(upload, pdfOfSize(2_000))).toBe(204);
      if (fault) store.interceptOnce(partitionOf(acme), () => true, fault);
      const reply = await applyWith(job.id, upload.id, { email: 'other@example.com' });
      expect(codesOf(reply)).toEqual([['/resume/file', 'file_missing']]);
      expect((await acme.get('/applications')).body.data).toHaveLength(1);
      expect(await isStored(upload)).toBe(false);
      expect((await downloaded(acme, receipt.id)).equals(smallestFiles.pdf)).toBe(true);
      expect(await stored.of(acme.employer)).toHaveLength(1);
    },
  );

  test('makes a request a 503, not a 400, when the request itself may have used the file', async () => {
    const { acme, job } = await newPosting();
    const file = await uploadFile(anyone, job.id, smallestFiles.pdf);
    const storeNewerApplication: Fault = (call) => {
      const pass = async (sent?: string) => {
        const answer = await call.pass(sent);
        await apply(elsewhere, job.id);
        return answer;
      };
      return forgottenToken({ ...call, pass });
    };
    store.interceptOnce(partitionOf(acme), isWrite, storeNewerApplication);
    const { status, body } = await applyWith(job.id, file, { coverLetter: 'I bake.' });
    expect([status, body.outcome]).toEqual([503, 'unknown']);
    expect((await acme.get('/applications')).body.data).toHaveLength(2);
  });

  test('can be sent again when the application is repeated, with an Idempotency-Key or without, but not with other answers', async () => {
    const questions = [{ id: 'why', text: 'Why bread?', type: 'longText' }];
    const { job } = await service.employerWithJob({ ...active, questions });
    const file = await uploadFile(anyone, job.id, smallestFiles.pdf);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const replies = [];
    for (const headers of [key, key, {}]) {
      replies.push(await apply(anyone, job.id, { resume: { file } }, headers));
    }
    const [winner, ...others] = replies;
    for (const { status, body, headers } of others) {
      expect([status, body]).toEqual([201, winner?.body]);
      expect(headers.get('idempotent-replayed')).toBe('true');
    }
    const other = await applyWith(job.id, file, { answers: [{ question: 'why', value: 'It smells.' }] });
    expect([other.status, codesOf(other)]).toEqual([400, [['/resume/file', 'file_missing']]]);
  });

  test('with the same content as an earlier upload makes an equal application a repeat', async () => {
    const { job } = await newPosting();
    const original = await applyWith(job.id, await uploadFile(anyone, job.id, smallestFiles.pdf));
    const { body: upload } = await beginUpload(anyone, job.id);
    await sendFile(upload, smallestFiles.pdf);
    expect((await applyWith(job.id, upload.id)).body).toEqual(original.body);
    expect(await isStored(upload)).toBe(false);
  });

  test('is a 400 when it is invalid, for another posting, missing or expired, or when its id is forged', async () => {
    const [{ acme, job }, { job: other }] = [await newPosting(), await newPosting()];
    const { body: second } = await acme.post('/jobs', aJob(active));
    const file = await uploadFile(anyone, job.id, smallestFiles.pdf);
    const { body: emptyUpload } = await beginUpload(anyone, job.id);
    const [content = '', signature = ''] = file.split('.');
    const wrong = await uploadFile(anyone, job.id, smallestFiles.txt);
    const expected: [number, string, string][] = [
      [job.id, wrong, 'file_content'],
      [other.id, file, 'file_unknown'],
      [second.id, file, 'file_unknown'],
      [job.id, '', 'file_unknown'],
      [job.id, 'x'.repeat(1_000), 'file_unknown'],
      [job.id, `${content}.${signature.slice(0, -1)}`, 'file_unknown'],
      [job.id, `${content}A.${signature}`, 'file_unknown'],
      [job.id, `${file}.x`, 'file_unknown'],
      [job.id, emptyUpload.id, 'file_missing'],
    ];
    for (const [jobId, id, code] of expected) {
      expect(codesOf(await applyWith(jobId, id))).toEqual([['/resume/file', code]]);
    }
    setClock(emptyUpload.expiresAt);
    expect(codesOf(await applyWith(job.id, file))).toEqual([['/resume/file', 'file_expired']]);
    expect(await stored.of(acme.employer)).toEqual([]);
  });

  test.each([
    [{ file: 'x', fileName: 'a.pdf', content: '' }, [['/resume/file', 'not_allowed']]],
    [{ file: 5 }, [['/resume/file', 'wrong_type']]],
    [{}, ['fileName', 'content'].map((field) => [`/resume/${field}`, 'required'])],
  ])('is referenced by id alone, and has its errors besides all others: %j', async (resume, codes) => {
    const reply = await apply(anyone, (await newPosting()).job.id, { name: '', resume });
    expect(codesOf(reply)).toEqual([['/name', 'malformed'], ...codes]);
  });
});

const uploadOfNow = async () => (await beginUpload(anyone, (await newPosting()).job.id)).body;

describe('POST /public/jobs/{id}/files', () => {
  test.each([
    ['cv.exe', 'file_type'],
    ['x'.repeat(252).concat('.pdf'), 'too_long'],
    [undefined, 'required'],
  ])('400s for the file name %s, which no résumé may have', async (fileName, code) => {
    const { job } = await newPosting();
    const reply = await anyone.post(`/public/jobs/${job.id}/files`, { fileName });
    expect([reply.status, codesOf(reply)]).toEqual([400, [['/fileName', code]]]);
  });

  test('410s for a closed posting, 409s when candidates apply elsewhere, and 404s for an unknown one', async () => {
    const { job: closed } = await service.employerWithJob({ status: 'archived' });
    const byUrl = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/apply' };
    const { job: onOtherSite } = await service.employerWithJob({ ...active, ...byUrl });
    expect((await beginUpload(anyone, closed.id)).status).toBe(410);
    expect((await beginUpload(anyone, onOtherSite.id)).status).toBe(409);
    expect((await beginUpload(anyone, '2147483647')).status).toBe(404);
  });

  test('403s for an upload with a changed or missing field, or more than an hour after the permission', async () => {
    const upload = await uploadOfNow();
    const { fields, url } = upload.upload;
    for (const name of Object.keys(fields)) {
      for (const value of [undefined, '', `${fields[name]}1`, 'é']) {
        const status = await sendFile(upload, smallestFiles.pdf, { [name]: value });
        expect([name, value, status]).toEqual([name, value, 403]);
      }
    }
    const moved = { ...upload, upload: { fields, url: url.replace('/uploads/', '/applications/') } };
    expect(await sendFile(moved, smallestFiles.pdf)).toBe(403);
    expect(await isStored(upload)).toBe(false);
    expect(await sendFile(upload, smallestFiles.pdf, { 'x-ignore-me': 'a' })).toBe(204);
    setClock(Date.now() + UPLOAD_SECONDS * 1_000);
    expect(await sendFile(upload, smallestFiles.pdf)).toBe(403);
  });

  test('allows files from one byte up to the limit', async () => {
    const upload = await uploadOfNow();
    for (const [size, status] of [
      [0, 400],
      [UPLOAD_MAX_BYTES + 1, 400],
      [11_000_000, 413],
      [1, 204],
    ] as const) {
      expect([size, await sendFile(upload, Buffer.alloc(size, 'x'))]).toEqual([size, status]);
    }
    expect(await sendFile(upload, undefined)).toBe(400);
  });

  test('accepts the fields in any order, and a second file replaces the first', async () => {
    const upload = await uploadOfNow();
    const fields = Object.fromEntries(Object.entries<string>(upload.upload.fields).toReversed());
    const reversed = { ...upload, upload: { ...upload.upload, fields } };
    for (const bytes of [smallestFiles.pdf, pdfOfSize(1_000)])
      expect(await sendFile(reversed, bytes)).toBe(204);
    expect(await stored.read(fileKeyOf(upload))).toEqual(pdfOfSize(1_000));
  });
});

const send = (jobId: number, fields: Record<string, string | File | undefined>) =>
  sendForm(`${service.origin}/jobs/${jobId}/apply`, applyForm(fields));

describe('the application form', () => {
  test('keeps the uploaded file when it is shown again after an error', async () => {
    const { acme, job } = await newPosting();
    const file = await uploadFile(anyone, job.id, smallestFiles.pdf, 'a "b" <i>.pdf');
    const { status, text } = await send(job.id, { resume: file, consent: undefined });
    expect([status, uploadInForm(text)]).toEqual([400, { id: file, fileName: 'a b i.pdf' }]);
    expect((await send(job.id, { resume: file })).status).toBe(303);
    expect((await acme.get('/applications')).body.data).toMatchObject([
      { resume: { fileName: 'a b i.pdf' } },
    ]);
    // A double click: the second request comes after the file was deleted.
    expect((await send(job.id, { resume: file })).status).toBe(303);
    expect((await acme.get('/applications')).body.data).toHaveLength(1);
  });

  test('drops an uploaded file that violates a rule, and shows the error', async () => {
    const { job } = await newPosting();
    const wrong = await uploadFile(anyone, job.id, smallestFiles.txt);
    const { body: emptyUpload } = await beginUpload(anyone, job.id);
    for (const [file, sentence] of [
      [wrong, applyWords.en.problems.resume.file_content],
      [emptyUpload.id, applyWords.en.problems.resume.file_missing],
      ['x', applyWords.en.problems.resume.other],
    ]) {
      const { status, text } = await send(job.id, { resume: file });
      expect([status, uploadInForm(text)]).toEqual([400, undefined]);
      expect(text).toContain(sentence);
    }
  });
});
