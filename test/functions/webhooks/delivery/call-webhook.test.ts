import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer, type Server } from 'node:https';
import { connect, createServer as createTcp, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { guardedLookup } from '../../../../functions/webhooks/delivery/guarded-lookup.ts';
import {
  createConnections,
  type Connections,
  post,
} from '../../../../functions/webhooks/delivery/call-webhook.ts';
import { startDns } from '../../../setup/dns-server.ts';
import { hangModes, startHangingServer } from '../../../setup/hanging-server.ts';

const host = 'hooks.example.test';
const readPem = (name: string) =>
  readFileSync(new URL(`../../../fixtures/tls/${host}.${name}.pem`, import.meta.url), 'utf8');
/** A self-signed certificate for the host, until the year 2126. */
const [key, ca] = [readPem('key'), readPem('cert')];

const run = promisify(execFile);

/** Two local addresses: tests treat the first as public and the second as private. */
const [PUBLIC, PRIVATE] = ['127.0.0.2', '127.0.0.1'] as const;

const requests: string[] = [];
const connected = { [PUBLIC]: 0, [PRIVATE]: 0 };
const servers: Server[] = [];
let port = 0;

async function listen(address: keyof typeof connected, wanted: number) {
  const server = createServer({ key, cert: ca }, (request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`);
    if (request.url === '/moved') response.writeHead(302, { location: `https://${host}:${port}/other` });
    response.end();
  });
  server.on('connection', () => void (connected[address] += 1));
  server.listen(wanted, address);
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

let answers: (lookUp: number) => string[] | undefined = () => [PUBLIC];
let lookUps = 0;
const dns = await startDns(() => {
  lookUps += 1;
  return answers(lookUps);
});

beforeAll(async () => {
  port = await listen(PUBLIC, 0);
  await listen(PRIVATE, port);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await dns.close();
});
afterEach(() => {
  answers = () => [PUBLIC];
  lookUps = 0;
  requests.length = 0;
  Object.assign(connected, { [PUBLIC]: 0, [PRIVATE]: 0 });
});

const requestTo = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' });

const succeeded = { status: 200, error: null };
const failed = (error: string) => ({ status: null, error });

type PostOptions = Parameters<typeof post>[1];

const isAllowed = (address: string) => address === PUBLIC;
const lookupOfPublic = guardedLookup({ servers: [dns.server], isAllowed });

/** Sends a request to a path of the host; only the first address is public. */
const guarded = (options: PostOptions = { millis: 15_000 }, path = '/hook') =>
  post(requestTo(`https://${host}:${port}${path}`), {
    lookup: lookupOfPublic,
    ca,
    ...options,
  });

describe('post to a webhook', () => {
  test('reaches a host whose addresses are all public', async () => {
    expect(await guarded()).toEqual(succeeded);
    expect(requests).toEqual([`POST ${host}:${port}/hook`]);
  });

  test('connects only to the address that it checked, even if every DNS look-up returns a different address', async () => {
    answers = (lookUp) => [lookUp % 2 === 1 ? PUBLIC : PRIVATE];
    const outcomes = [];
    for (let count = 0; count < 20; count += 1) outcomes.push((await guarded()).error);
    expect(new Set(outcomes)).toEqual(new Set([null, 'address_not_public']));
    expect([lookUps, requests.length, connected[PRIVATE]]).toEqual([20, 10, 0]);
  });

  test('is not sent if one of several addresses is not public', async () => {
    answers = () => [PUBLIC, PRIVATE];
    expect(await guarded()).toEqual(failed('address_not_public'));
    expect(connected[PRIVATE]).toBe(0);
  });

  test('ignores proxies in the environment', async () => {
    const proxiedUrls: string[] = [];
    const proxy = createHttp((request, response) => {
      proxiedUrls.push(request.url ?? '');
      response.end();
    }).on('connect', (request, socket) => {
      proxiedUrls.push(request.url ?? '');
      socket.destroy();
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const targets = [`https://${PUBLIC}:${port}/hook`, `http://${PUBLIC}:${port}/hook`];
    // Node reads the proxy variables of the environment only when it starts.
    const script = `
      import { get } from 'node:http';
      import { post } from ${JSON.stringify(import.meta.resolve('../../../../functions/webhooks/delivery/call-webhook.ts'))};
      for (const url of ${JSON.stringify(targets)}) await post({ url, headers: {}, body: '' }, { millis: 15_000 });
      await new Promise((resolve) => get('http://usual.example.com/', resolve));
      process.exit();`;
    await run(process.execPath, ['--input-type=module', '--eval', script], {
      env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, HTTPS_PROXY: address },
    });
    expect(proxiedUrls).toEqual(['http://usual.example.com/']);
    expect(connected[PUBLIC]).toBe(2);
    proxy.close();
  });

  test('is not sent to a loopback address', async () => {
    const lookup = guardedLookup({ servers: [dns.server] });
    expect(await guarded({ lookup, millis: 15_000 })).toEqual(failed('address_not_public'));
    expect(connected[PUBLIC]).toBe(0);
  });

  test('follows no redirect', async () => {
    expect(await guarded(undefined, '/moved')).toEqual({ status: 302, error: null });
    expect(requests).toHaveLength(1);
  });

  test('reports whether the name, the certificate or the connection failed', async () => {
    answers = () => [];
    expect(await guarded()).toEqual(failed('name_not_found'));
    answers = () => [PUBLIC];
    for (const [url, error] of [
      [`https://${host}:${port}/`, 'tls_failed'],
      [`http://${PUBLIC}:${port}/`, 'connection_lost'],
      ['http://127.0.0.3:9/', 'connection_failed'],
    ] as const) {
      expect(await post(requestTo(url), { lookup: lookupOfPublic, millis: 15_000 })).toEqual(failed(error));
    }
  });

  test('times out when the name servers are silent', async () => {
    answers = () => undefined;
    expect(await guarded({ millis: 200 })).toEqual(failed('timed_out'));
  });
});

describe('requests that share a connection', () => {
  let connections: Connections;
  beforeEach(() => {
    connections = createConnections();
  });
  afterEach(() => connections.close());

  test('make one look-up and one handshake', async () => {
    for (let count = 0; count < 5; count += 1) {
      expect(await guarded({ millis: 15_000, connections })).toEqual(succeeded);
    }
    expect([requests.length, connected[PUBLIC], lookUps]).toEqual([5, 1, 1]);
  });

  test.each([
    ['now has a private address', [PRIVATE], 'address_not_public'],
    ['has an additional private address', [PUBLIC, PRIVATE], 'address_not_public'],
    ['can no longer be looked up', undefined, 'timed_out'],
  ])('open no second connection after the first is closed when the name %s', async (_, next, error) => {
    expect(await guarded({ millis: 15_000, connections })).toEqual(succeeded);
    answers = () => next;
    for (const server of servers) server.closeAllConnections();
    const millis = next ? 15_000 : 200;
    expect(await guarded({ millis, connections })).toEqual(failed(error));
    expect([requests.length, connected[PRIVATE]]).toEqual([1, 0]);
  });
});

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\n';
const SWITCHING = 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\n';

/** Handles the nth request of a connection. */
type Behave = (socket: Socket, request: Buffer, nth: number) => unknown;

const peers: { close: () => void }[] = [];
afterEach(() => {
  for (const peer of peers.splice(0)) peer.close();
});

/** Starts a server that responds normally to `answered` requests, and then calls `behave` for each further request. */
async function startPeer(behave: Behave, answered = 0) {
  const bodies: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    let nth = 0;
    socket.on('error', () => undefined);
    socket.on('data', (request: Buffer) => {
      bodies.push(request.toString().split('\r\n\r\n')[1] ?? '');
      nth += 1;
      if (bodies.length <= answered) socket.write(NO_CONTENT);
      else behave(socket, request, nth);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  peers.push({
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The bodies of the requests. */
    bodies,
    /** All connections that were made. */
    sockets,
  };
}

/** The outcomes of a request over a new connection, and of a request over a reused connection. */
const bothOutcomes = (behave: Behave, millis: number) =>
  Promise.all(
    [0, 1].map(async (answered) => {
      const peer = await startPeer(behave, answered);
      const connections = answered > 0 ? createConnections() : undefined;
      const options = { millis: 15_000, connections };
      for (let count = 0; count < answered; count += 1) await post(requestTo(peer.endpoint), options);
      const outcome = await post(requestTo(peer.endpoint), { millis, connections });
      connections?.close();
      return outcome;
    }),
  );

describe('a server that', () => {
  test.each(hangModes)('%s cannot delay a request beyond the time limit', async (way) => {
    const stuck = await startHangingServer();
    stuck.become(way);
    const behave: Behave = (socket, request) => {
      const onward = connect(Number(new URL(stuck.endpoint).port), '127.0.0.1');
      onward.on('error', () => undefined).write(request);
      socket.pipe(onward).pipe(socket);
    };
    // Once the status has arrived, the attempt has succeeded. A busy machine needs more time for the status.
    const hasStatus = /body|sends headers/.test(way);
    const outcomes = await bothOutcomes(behave, hasStatus ? 3_000 : 200);
    await stuck.close();
    const outcome = hasStatus ? succeeded : failed('timed_out');
    expect(outcomes).toEqual([outcome, outcome]);
  });

  test.each([
    ['responds with text that is not HTTP', 'SMTP ready\r\n\r\n', 'response_invalid'],
    ['sends headers of 20,000 bytes', `${OK}x: ${'a'.repeat(20_000)}\r\n\r\n`, 'response_invalid'],
    ['sends 2,000 interim responses', `${HINTS}x: 1\r\n\r\n`.repeat(2_000), 'connection_lost'],
    ['switches to another protocol', `${SWITCHING}upgrade: x\r\n\r\n`, 'connection_lost'],
    ['closes the connection without a response', '', 'connection_lost'],
    ['closes the connection in the middle of the headers', `${OK}x:`, 'connection_lost'],
  ])('%s makes the request fail', async (_, response, error) => {
    const outcomes = await bothOutcomes((socket) => socket.end(response), 5_000);
    expect(outcomes).toEqual([failed(error), failed(error)]);
  });

  test('sends an endless body is disconnected after a few kilobytes', async () => {
    let written = 0;
    const outcomes = await bothOutcomes((socket) => {
      socket.write(`${OK}content-length: 1000000000\r\n\r\n`);
      const more = () => {
        while (!socket.destroyed && socket.write('a'.repeat(1_000))) written += 1_000;
      };
      socket.on('drain', more);
      more();
    }, 15_000);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
    expect(written).toBeLessThan(20_000_000);
  });
});

describe('a receiver of events over a shared connection', () => {
  const events = Array.from({ length: 20 }, (_, index) => String(index + 1));
  const hint = `${HINTS}x: ${'1'.repeat(1_000)}\r\n\r\n`;

  // A request without a response may have been processed.
  test.each<[string, behave: Behave, connections: number, mostOfEach: number]>([
    ['sends an interim response before each response', (socket) => socket.write(hint + NO_CONTENT), 1, 1],
    ['sends extra bytes after each response', (socket) => socket.write(`${NO_CONTENT}{}`), 20, 1],
    [
      'closes the connection after each response',
      (socket) => {
        socket.write(NO_CONTENT);
        socket.destroySoon();
      },
      20,
      1,
    ],
    ['resets the connection during the next request', (socket) => socket.pause().write(NO_CONTENT), 20, 1],
    [
      'closes the connection without a response after the next request',
      (socket, _, nth) => (nth === 1 ? socket.write(NO_CONTENT) : socket.end()),
      20,
      2,
    ],
  ])('that %s receives all events, in order', async (_, behave, connections, mostOfEach) => {
    const peer = await startPeer(behave);
    const sharedConnections = createConnections();
    for (const body of events) {
      const idle = [...peer.sockets].at(-1);
      const request = { url: peer.endpoint, headers: {}, body };
      const posted = post(request, { millis: 15_000, connections: sharedConnections });
      await nextTurn();
      if (idle?.isPaused()) idle.resetAndDestroy();
      expect([body, await posted]).toEqual([body, { status: 204, error: null }]);
    }
    sharedConnections.close();
    expect(peer.bodies.filter((body, index) => body !== peer.bodies[index - 1])).toEqual(events);
    const counts = Map.groupBy(peer.bodies, (body) => body)
      .values()
      .map(({ length }) => length);
    expect([Math.max(...counts), peer.sockets.size]).toEqual([mostOfEach, connections]);
  });
});
