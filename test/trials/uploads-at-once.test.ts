import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Upload } from '../../schemas/upload.ts';
import { aJob } from '../setup/a-job.ts';
import { apply, beginUpload, fileKeyOf, pdfOfSize, sendFile } from '../setup/an-application.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { npmStart } from '../setup/local-start.ts';
const AT_ONCE = 100;

const service = await npmStart();
const { apiKey, dataDir } = service;
afterAll(service.stop);

const anyone = createHttpClient(service.origin, {});
const employer = createHttpClient(service.origin, { 'api-key': apiKey });
const { body: job } = await employer.post('/jobs', aJob({ status: 'active' }));

const filesUnder = async (folder: string) =>
  (
    await readdir(join(dataDir, 'files', folder), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile());

const begun = async (): Promise<Upload> => (await beginUpload(anyone, job.id)).body;

/** The names of the remaining uploaded files that belong to these uploads. */
async function remainingFilesOf(uploads: readonly Upload[]): Promise<string[]> {
  const names = new Set(uploads.map((upload) => basename(fileKeyOf(upload))));
  return (await filesUnder('uploads')).map(({ name }) => name).filter((name) => names.has(name));
}

const replyTo = async (upload: Upload, bytes: Uint8Array) => ({ status: await sendFile(upload, bytes) });

const applyWith = async (email: string, file: string) => apply(anyone, job.id, { email, resume: { file } });

/** How often a candidate repeats a failed request. */
const TRIES = 10;

/**
 * Sends until there is room, as a candidate does: so many at once may be more than the machine has time for. Then the
 * service has no answer in time (503), or takes who waits for their turn for silent, and ends the connection.
 */
async function persistently<Answer extends { status: number }>(
  send: () => Promise<Answer>,
  tries = TRIES,
): Promise<Answer> {
  try {
    const answer = await send();
    if (tries === 1 || (answer.status !== 503 && answer.status !== 408)) return answer;
  } catch (error) {
    if (tries === 1) throw error;
  }
  return persistently(send, tries - 1);
}

const downloaded = async (id: string) => {
  const { headers } = await employer.get(`/applications/${id}/resume`);
  return Buffer.from(await (await fetch(headers.get('location') ?? '')).arrayBuffer());
};

/**
 * What the service answers to an upload whose file has no end: `length` is announced, by default what is sent. The
 * connection stays open until then: a service that closes it while somebody sends takes its answer along.
 */
async function sendOddly({ upload: { url, fields } }: Upload, sent: number, length?: number) {
  const { hostname, port, pathname } = new URL(url);
  const parts = Object.entries(fields)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const beginning = `${parts}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const announced = length ?? Buffer.byteLength(beginning) + sent;
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const answer = Promise.withResolvers<string>();
  socket.setEncoding('utf8').once('data', (text: string) => answer.resolve(text.slice(0, 12)));
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${announced}\r\n\r\n`,
  );
  socket.write(Buffer.concat([Buffer.from(beginning), Buffer.alloc(sent, 'x')]));
  const answered = await answer.promise;
  socket.destroy();
  return answered;
}

test('each application has its own file after 100 simultaneous uploads, some of them hostile', async () => {
  const odd = Promise.all([
    // Sends more bytes than allowed.
    sendOddly(await begun(), 12_000_000, 1e12),
    sendOddly(await begun(), 5_000),
  ]);
  const uploads = Array.from({ length: AT_ONCE }, async (_, number) => {
    const { body: upload } = await persistently(() => beginUpload(anyone, job.id));
    const bytes = pdfOfSize(200_000 + number);
    expect((await persistently(() => replyTo(upload, bytes))).status).toBe(204);
    const { status, body } = await persistently(() => applyWith(`c${number}@example.com`, upload.id));
    expect(status).toBe(201);
    return { id: body.id, upload, bytes };
  });
  const applications = await Promise.all(uploads);
  expect(new Set(applications.map(({ id }) => id)).size).toBe(AT_ONCE);
  for (const { id, bytes } of applications.filter((_, index) => index % 10 === 0)) {
    expect((await downloaded(id)).equals(bytes)).toBe(true);
  }
  expect(await odd).toEqual(['HTTP/1.1 413', 'HTTP/1.1 403']);
  expect(await remainingFilesOf(applications.map(({ upload }) => upload))).toEqual([]);
  // Files of abandoned requests may remain; a sweep deletes them after days.
  expect((await filesUnder('applications')).length).toBeGreaterThanOrEqual(AT_ONCE);
});

test('a file that is replaced while it is checked is stored intact, either the first or the second version', async () => {
  const [one, other] = [pdfOfSize(1_000_000), pdfOfSize(1_500_000)];
  for (let round = 0; round < 10; round += 1) {
    const upload = await begun();
    const send = (bytes: Uint8Array) => persistently(() => replyTo(upload, bytes));
    const applied = () => persistently(() => applyWith(`r${round}@example.com`, upload.id));
    await send(one);
    const [{ body }] = await Promise.all([applied(), send(other), send(one)]);
    const stored = await downloaded(body.id);
    expect(stored.equals(one) || stored.equals(other)).toBe(true);
    const { body: record } = await employer.get(`/applications/${body.id}`);
    expect(record.resume.size).toBe(stored.length);
    // A file that arrives after the application was stored remains until a sweep or a repeat of the application.
    expect((await applied()).body).toEqual(body);
    expect(await remainingFilesOf([upload])).toEqual([]);
  }
});
