import type * as Dns from 'node:dns';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, jest, test } from '@jest/globals';
import { createGateway } from '../../../bin/local/gateway.ts';
import { createUploadId } from '../../../functions/applications/intake/uploads.ts';
import { newApiKey } from '../../../functions/accounts/domain/api-key.ts';
import { createDocumentClient } from '../../../functions/platform/document-client.ts';
import { aJob } from '../../setup/a-job.ts';
import { candidate, applyForm, uploadInForm } from '../../setup/an-application.ts';
import { createHttpClient } from '../../setup/http-client.ts';
// The host name is looked up for every connection, so a test can make the lookup fail.
process.env['ENGINE_URL'] = 'http://dynamodb.test:1';
/** Of this time, the store reserves 1,500 ms for the response, so that requests have 60 ms for retries. */
const gateway = createGateway({ functionMillis: 1_560 });
const origin = `http://127.0.0.1:${await gateway.listen(0)}`;
const client = createHttpClient(origin, { 'api-key': newApiKey().apiKey });

const dns = createRequire(import.meta.url)('node:dns') as typeof Dns;

afterEach(() => void jest.restoreAllMocks());

/** Makes every connection fail before it is established. */
function failToConnect(error: object): void {
  const fail = (_: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error('No connection.'), error));
  jest.spyOn(dns, 'lookup').mockImplementation(fail as unknown as typeof Dns.lookup);
}

const errors = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EMFILE'];
const ofCertificates = [
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
const failures = [
  ...['EAI_AGAIN', 'ENOTFOUND', 'EAI_FAIL', 'ESERVFAIL'].map((code) => ({ code, syscall: 'getaddrinfo' })),
  ...errors.map((code) => ({ code, syscall: 'connect' })),
  { code: 'ECONNREFUSED', errors: [{ code: 'ECONNREFUSED', syscall: 'connect' }] },
  ...[...ofCertificates, 'SELF_SIGNED_CERT_IN_CHAIN'].map((code) => ({ code })),
];

test.each(failures)(
  '503s, and states that no change was made, when DynamoDB cannot be reached: %j',
  async (error) => {
    failToConnect(error);
    const { status, headers, body } = await client.post('/jobs', aJob());
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(body).toMatchObject({ code: 'service_unavailable', outcome: 'not-applied' });
  },
);

test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROTO'])(
  '503s when a connection ends with %s',
  async (code) => {
    failToConnect({ code, syscall: 'read' });
    expect((await client.post('/jobs', aJob())).status).toBe(503);
  },
);

test('a 503 shows the application form again, with all entered texts and uploaded files', async () => {
  failToConnect({ code: 'ECONNREFUSED', syscall: 'connect' });
  const upload = { fileName: 'Zoé.pdf', until: new Date('2030-01-01') };
  const { id } = createUploadId(new Uint8Array(32), { employerId: 1, jobId: 1 }, upload);
  const body = applyForm({ resume: id });
  const reply = await fetch(`${origin}/jobs/1/apply`, { method: 'POST', body });
  const text = await reply.text();
  expect(reply.status).toBe(503);
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(reply.headers.get('content-security-policy')).toContain("form-action 'self'");
  const problem = ['Your application has not been received', 'The service is busy.'];
  for (const expected of [...problem, candidate.email, candidate.coverLetter]) {
    expect(text).toContain(expected);
  }
  expect(uploadInForm(text)).toEqual({ id, fileName: 'Zoé.pdf' });
  expect(text).not.toContain('Please choose the file again');
});

test.each(['http', 'https'])(
  'a hundred parallel calls do not wait for a free connection over %s',
  async (protocol) => {
    const sockets: Socket[] = [];
    const full = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      if (sockets.push(socket) === 100) full.resolve();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const store = createDocumentClient({ endpoint: `${protocol}://127.0.0.1:${port}` });
    const getItem = () => store.send(new GetCommand({ TableName: 'jobs', Key: { PK: 'a', SK: 'b' } }));
    const requests = Array.from({ length: 100 }, getItem);
    const calls = Promise.allSettled(requests);
    // If there were too few connections, a call would have to fail before the next call got a connection.
    await Promise.race([full.promise, ...requests]).catch(() => undefined);
    expect(sockets.length).toBe(100);
    for (const socket of sockets) socket.destroy();
    expect((await calls).map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 'rejected'));
    store.destroy();
    server.close();
  },
);
