import { generateKeyPairSync, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../../../bin/local/lambda.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { fileKeys } from '../../../functions/postings/feeds/edition.ts';
import { google, serviceAccount } from '../../../functions/postings/search-engines/google.ts';
import { indexNow } from '../../../functions/postings/search-engines/index-now.ts';
import {
  notifyEngines,
  type NotificationRun,
} from '../../../functions/postings/search-engines/notify-engines.ts';
import { aJob } from '../../setup/a-job.ts';
import { createJobs } from '../../setup/job-lists.ts';
import { setClock } from '../../setup/clock.ts';
import { startServer } from '../../setup/local-server.ts';
import { ownFiles } from '../../setup/own-files.ts';
import { ownService } from '../../setup/own-service.ts';

process.env['SEARCH_ENGINES'] = 'indexNow google';
// Notifications would include the postings of other suites.
const service = await ownService();
const employers = employerStore(service.db);
// The module reads the name of the table when it is loaded.
const { notificationServicesFor } = await import('../../../functions/postings/services.ts');

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

type Serve = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Google's responses to the parts of a batch, which it may send in any order. */
const batchResponse = (body: string, statusOf: (index: number) => number) =>
  [...body.matchAll(/Content-ID: <(\d+)>/g)]
    .toReversed()
    .map(
      ([, id]) =>
        `--answers\r\nContent-Type: application/http\r\nContent-ID: <response-${id}>\r\n\r\nHTTP/1.1 ${statusOf(Number(id))} Any\r\n\r\n{}\r\n`,
    )
    .join('');

const accepts = {
  indexNow: ((_, response) => response.writeHead(202).end()) as Serve,
  token: ((_, response) => response.end('{"access_token":"T","expires_in":3599}')) as Serve,
  google: ((_, response, body) => response.end(batchResponse(body, () => 200))) as Serve,
};
let serving = accepts;
let requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];

const standIn = await startServer(async (request, response) => {
  const body = await text(request);
  const path = request.url as string;
  requests.push({ path, headers: request.headers, body });
  serving[path.slice(1) as keyof typeof accepts](request, response, body);
});

let files: ReturnType<typeof ownFiles>;
beforeEach(() => {
  files = ownFiles();
  serving = accepts;
  requests = [];
});
afterEach(async () => {
  jest.useRealTimers();
  for (const { id } of await employers.list()) await employers.suspend(id, new Date());
});

/** A run with stand-ins for the search engines. It waits 200 ms for a response of the one that may fail. */
async function notify(errors: string[] = [], failing = 'none'): Promise<NotificationRun> {
  const { notifications } = notificationServicesFor(
    lambdaContext('notify-search-engines', 'test', () => 290_000),
  )!;
  const millisFor = (engine: string) => (engine === failing ? 200 : 60_000);
  const account = async () => ({
    client_email: 'jobs@project.iam.example',
    private_key: privateKey,
    token_uri: `${standIn.endpoint}/token`,
  });
  return notifyEngines({
    ...(await notifications()),
    engines: {
      indexNow: indexNow(service.origin, `${standIn.endpoint}/indexNow`, millisFor('indexNow')),
      google: google({
        account,
        now: () => new Date(),
        address: `${standIn.endpoint}/google`,
        millis: millisFor('google'),
      }),
    },
    onError: (error, engine) => void errors.push(`${engine}: ${(error as Error).message}`),
  });
}

const numberOf = (url: string) => Number(url.slice(`${service.origin}/jobs/`.length));

const requestTo = (wanted: string) => requests.find(({ path }) => path === wanted);

/** The ids in the last requests: `+` for an open posting, `-` for a posting that is no longer open. */
function sentNotifications() {
  const bodies = (path: string) => requests.filter((each) => each.path === path).map(({ body }) => body);
  const notifications = {
    indexNow: bodies('/indexNow').flatMap((body) => (JSON.parse(body).urlList as string[]).map(numberOf)),
    google: bodies('/google').flatMap((body) =>
      [...body.matchAll(/\{"url":"([^"]+)","type":"URL_(\w+)"\}/g)].map(
        ([, url = '', type]) => `${type === 'UPDATED' ? '+' : '-'}${numberOf(url)}`,
      ),
    ),
  };
  requests = [];
  return notifications;
}

const posted = async (fields: Record<string, unknown> = {}, terms = {}) => {
  const acme = await service.newEmployer(terms);
  const { body } = await acme.post('/jobs', aJob({ status: 'active', ...fields }));
  return { ...acme, id: body.id as number, path: `/jobs/${body.id}` };
};

const none = { indexNow: [], google: [] };

describe('search engines', () => {
  test('are notified exactly once when a posting opens, changes, closes, opens again or is deleted, and when its employer is suspended', async () => {
    const { id, path, put, employer, delete: remove } = await posted({ status: 'draft' });
    const changes: [string, () => Promise<unknown>][] = [
      ['+', () => put(path, { status: 'active' })],
      ['+', () => put(path, { title: 'Head baker' })],
      ['-', () => put(path, { status: 'archived' })],
      ['+', () => put(path, { status: 'active' })],
      ['-', () => put(path, { confidential: true })],
      ['+', () => put(path, { confidential: false })],
      ['-', () => employers.suspend(employer.id, new Date())],
      ['+', () => employers.resume(employer.id)],
      ['-', () => remove(path)],
    ];
    await notify();
    expect(sentNotifications()).toEqual(none);
    for (const [sign, change] of changes) {
      await change();
      expect(await notify()).toEqual({ accepted: 2, refused: 0, failed: 0 });
      expect(sentNotifications()).toEqual({ indexNow: [id], google: [`${sign}${id}`] });
      await notify();
      expect(sentNotifications()).toEqual(none);
    }
  });

  test('are notified that a posting closed after its last day, without a write', async () => {
    setClock('2030-01-01T12:00:00Z');
    const { id } = await posted({ closeDate: '2030-01-02' });
    await notify();
    sentNotifications();
    setClock('2030-01-02T23:59:59Z');
    await notify();
    expect(sentNotifications()).toEqual(none);
    setClock('2030-01-03T00:00:01Z');
    await notify();
    expect(sentNotifications()).toEqual({ indexNow: [id], google: [`-${id}`] });
  });

  test('are never notified of confidential postings or of postings of test employers', async () => {
    await posted({ confidential: true });
    await posted({}, { test: true });
    expect(await service.notifySearchEngines()).toEqual({ accepted: 0, refused: 0, failed: 0 });
    await notify();
    expect(sentNotifications()).toEqual(none);
  });

  const failures: [string, Serve][] = [
    ['fails', (_, response) => response.writeHead(500).end()],
    ['redirects', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['loses the connection', (request) => request.socket.destroy()],
    ['is silent', () => undefined],
    [
      'never ends its response',
      (_, response) => {
        const timer = setInterval(() => response.write('x'.repeat(50_000)), 5);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ];

  test.each(
    (['indexNow', 'google', 'token'] as const).flatMap((broken) =>
      // The same function also requests the token.
      failures.slice(broken === 'token' ? 3 : 0).map(([how, serve]) => [broken, how, serve] as const),
    ),
  )(
    'are notified by the next run when %s %s, without delay for the other engine',
    async (broken, _, serve) => {
      const { id } = await posted();
      const failing = broken === 'indexNow' ? 'indexNow' : 'google';
      serving = { ...accepts, [broken]: serve };
      const errors: string[] = [];
      expect(await notify(errors, failing)).toEqual({ accepted: 1, refused: 0, failed: 1 });
      expect(errors).toEqual([expect.stringContaining(`${failing}: `)]);
      serving = accepts;
      sentNotifications();
      await notify();
      const expected = failing === 'google' ? [`+${id}`] : [id];
      expect(sentNotifications()).toEqual({ ...none, [failing]: expected });
    },
  );

  test('are notified again after a run was killed before it stored its state', async () => {
    const { id } = await posted();
    await notify();
    sentNotifications();
    await files.remove(fileKeys.notified);
    await notify();
    expect(sentNotifications()).toEqual({ indexNow: [id], google: [`+${id}`] });
  });
});

describe('IndexNow', () => {
  test('gets the host, the addresses, and the key that the site serves', async () => {
    const { id } = await posted();
    await notify();
    const { body, headers } = requestTo('/indexNow')!;
    const served = await service.anyone.get(`${service.origin}/indexnow.txt`);
    expect([served.status, served.text]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toEqual({
      host: new URL(service.origin).host,
      key: served.text,
      keyLocation: `${service.origin}/indexnow.txt`,
      urlList: [`${service.origin}/jobs/${id}`],
    });
  });

  test('gets no requests for an hour after a 429', async () => {
    setClock('2030-01-01T12:00:00Z');
    const { id } = await posted();
    serving = { ...accepts, indexNow: (_, response) => response.writeHead(429).end() };
    expect(await notify()).toEqual({ accepted: 1, refused: 0, failed: 0 });
    serving = accepts;
    sentNotifications();
    setClock('2030-01-01T12:59:00Z');
    await notify();
    expect(sentNotifications()).toEqual(none);
    setClock('2030-01-01T13:00:00Z');
    await notify();
    expect(sentNotifications()).toEqual({ indexNow: [id], google: [] });
  });
});

describe('Google', () => {
  test('returns a token for an assertion that the service account signed', async () => {
    setClock('2030-01-01T12:00:00Z');
    await posted();
    await notify();
    const parameters = new URLSearchParams(requestTo('/token')?.body);
    expect(parameters.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [head = '', claims = '', signature = ''] = (parameters.get('assertion') ?? '').split('.');
    const parsed = [head, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    const iat = Date.parse('2030-01-01T12:00:00Z') / 1_000;
    expect(parsed).toEqual([
      { alg: 'RS256', typ: 'JWT' },
      {
        iss: 'jobs@project.iam.example',
        scope: 'https://www.googleapis.com/auth/indexing',
        aud: `${standIn.endpoint}/token`,
        iat,
        exp: iat + 3_600,
      },
    ]);
    const bytes = Buffer.from(`${head}.${claims}`);
    expect(verify('sha256', bytes, publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(requestTo('/google')?.headers.authorization).toBe('Bearer T');
  });

  test('gets 100 postings in a request, newest first, and the other postings when its quota allows', async () => {
    setClock('2030-01-01T12:00:00Z');
    const acme = await service.newEmployer();
    const ids = [...(await createJobs(acme, 100)), ...(await createJobs(acme, 50))].toReversed();
    let answered = 0;
    serving = {
      ...accepts,
      google: (_, response, body) =>
        response.end(batchResponse(body, () => ((answered += 1) > 120 ? 429 : 200))),
    };
    expect(await notify()).toEqual({ accepted: 150 + 120, refused: 0, failed: 0 });
    expect(requests.filter(({ path }) => path === '/google')).toHaveLength(2);
    expect(sentNotifications().google).toEqual(ids.map((id) => `+${id}`));
    serving = accepts;
    setClock('2030-01-01T13:00:00Z');
    expect(await notify()).toMatchObject({ accepted: 30 });
  });

  test('gets an address again after a temporary rejection, but not after a permanent rejection', async () => {
    const [oldest, second] = [await posted(), await posted()];
    serving = {
      ...accepts,
      google: (_, response, body) => response.end(batchResponse(body, (index) => (index === 0 ? 400 : 403))),
    };
    const errors: string[] = [];
    expect(await notify(errors)).toEqual({ accepted: 2, refused: 1, failed: 1 });
    expect(errors).toEqual(['google: It refused some addresses for now.']);
    expect(sentNotifications().google).toEqual([`+${second.id}`, `+${oldest.id}`]);
    serving = accepts;
    await notify();
    expect(sentNotifications().google).toEqual([`+${oldest.id}`]);
  });

  test('is called with the service account that a parameter of the stage contains', async () => {
    const account = { client_email: 'a', private_key: 'b', token_uri: 'c' };
    const parameterRequests: unknown[] = [];
    const ssm = await startServer(async (request, response) => {
      parameterRequests.push(request.headers['x-amz-target'], JSON.parse(await text(request)));
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify({ Parameter: { Value: JSON.stringify(account) } }));
    });
    process.env['AWS_ENDPOINT_URL_SSM'] = ssm.endpoint;
    process.env['GOOGLE_ACCOUNT'] = '/job-posting-service/prod/google-account';
    expect(await serviceAccount()).toEqual(account);
    await ssm.close();
    expect(parameterRequests).toEqual([
      'AmazonSSM.GetParameter',
      { Name: '/job-posting-service/prod/google-account', WithDecryption: true },
    ]);
  });
});

test('a stage without search engines sends no notifications and serves no key', async () => {
  await posted();
  delete process.env['SEARCH_ENGINES'];
  expect(await service.notifySearchEngines()).toEqual({ accepted: 0, refused: 0, failed: 0 });
  expect((await service.anyone.get(`${service.origin}/indexnow.txt`)).status).toBe(404);
  process.env['SEARCH_ENGINES'] = 'indexNow google';
});
