import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer, type Server } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { guardedLookup } from '../../../functions/webhooks/delivery/guarded-lookup.ts';
import { post } from '../../../functions/webhooks/delivery/post.ts';
import { certificate } from '../../setup/certificate.ts';
import { startDns } from '../../setup/dns-server.ts';
import { everyStuck, startStuckPeer } from '../../setup/stuck-peer.ts';

const run = promisify(execFile);
const { host, cert: ca, ...keyOnly } = certificate;

/** Stand for a public address and for one that is not: what is listening on them is this test. */
const [PUBLIC, PRIVATE] = ['127.0.0.2', '127.0.0.1'] as const;

const requests: Record<string, string[]> = { [PUBLIC]: [], [PRIVATE]: [] };
const connections: Record<string, number> = { [PUBLIC]: 0, [PRIVATE]: 0 };
const servers: Server[] = [];
let port = 0;

async function listen(address: string, wanted: number) {
  const server = createServer({ ...keyOnly, cert: ca }, (request, response) => {
    requests[address]?.push(`${request.method} ${request.headers.host}${request.url}`);
    if (request.url === '/moved') response.writeHead(302, { location: `https://${host}:${port}/other` });
    response.end();
  });
  server.on('connection', () => void (connections[address] = (connections[address] ?? 0) + 1));
  server.listen(wanted, address);
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

let answers: (lookUp: number) => string[] | undefined = () => [PUBLIC];
let lookUps = 0;
const dns = await startDns((name, type) => {
  if (type === 'AAAA') return [];
  lookUps += 1;
  return name === host ? answers(lookUps) : [];
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
  for (const address of [PUBLIC, PRIVATE]) {
    requests[address] = [];
    connections[address] = 0;
  }
});

const sent = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' });

const guarded = (path = '/hook', isAllowed: (address: string) => boolean = (each) => each === PUBLIC) =>
  post(sent(`https://${host}:${port}${path}`), {
    lookup: guardedLookup({ servers: [dns.server], isAllowed }),
    millis: 15_000,
    ca,
  });

describe('a request to a webhook', () => {
  test('reaches a host whose addresses are all public', async () => {
    expect(await guarded()).toEqual({ status: 200, error: null });
    expect(requests[PUBLIC]).toEqual([`POST ${host}:${port}/hook`]);
  });

  test('connects to the address that was judged, though the name has another one at each look-up', async () => {
    answers = (lookUp) => [lookUp % 2 === 1 ? PUBLIC : PRIVATE];
    const outcomes = [];
    for (let count = 0; count < 20; count += 1) outcomes.push((await guarded()).error);
    expect(new Set(outcomes)).toEqual(new Set([null, 'address_not_public']));
    expect([lookUps, requests[PUBLIC]?.length, connections[PRIVATE]]).toEqual([20, 10, 0]);
  });

  test('is not sent if only one of several addresses is not public', async () => {
    answers = () => [PUBLIC, PRIVATE];
    expect(await guarded()).toEqual({ status: null, error: 'address_not_public' });
    answers = () => [PUBLIC];
    expect(await guarded('/hook', undefined)).toEqual({ status: 200, error: null });
    expect(connections[PRIVATE]).toBe(0);
  });

  test('takes no proxy that the environment names', async () => {
    const asked: string[] = [];
    const proxy = createHttp((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.destroy();
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const targets = [`https://${PUBLIC}:${port}/hook`, `http://${PUBLIC}:${port}/hook`];
    // Node reads the names of proxies when it starts.
    const script = `
      import { get } from 'node:http';
      import { post } from ${JSON.stringify(import.meta.resolve('../../../functions/webhooks/delivery/post.ts'))};
      for (const url of ${JSON.stringify(targets)}) await post({ url, headers: {}, body: '' }, { millis: 15_000 });
      await new Promise((resolve) => get('http://usual.example.com/', resolve));
      process.exit();`;
    await run(process.execPath, ['--input-type=module', '--eval', script], {
      env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, HTTPS_PROXY: address },
    });
    expect(asked).toEqual(['http://usual.example.com/']);
    expect(connections[PUBLIC]).toBe(2);
    proxy.close();
  });

  test('is not sent to an address of this machine, which is not public', async () => {
    const settings = { lookup: guardedLookup({ servers: [dns.server] }), millis: 15_000, ca };
    expect(await post(sent(`https://${host}:${port}/`), settings)).toEqual({
      status: null,
      error: 'address_not_public',
    });
    expect(connections[PUBLIC]).toBe(0);
  });

  test('follows no redirect', async () => {
    expect(await guarded('/moved')).toEqual({ status: 302, error: null });
    expect(requests[PUBLIC]).toHaveLength(1);
  });

  test('uses its connection once', async () => {
    await guarded();
    await guarded();
    expect(connections[PUBLIC]).toBe(2);
  });

  test('ends with what is wrong with the name, the certificate or the connection', async () => {
    answers = () => [];
    expect(await guarded()).toEqual({ status: null, error: 'name_not_found' });
    answers = () => [PUBLIC];
    const lookup = guardedLookup({ servers: [dns.server], isAllowed: () => true });
    expect(await post(sent(`https://${host}:${port}/`), { lookup, millis: 15_000 })).toEqual({
      status: null,
      error: 'tls_failed',
    });
    expect(await post(sent(`http://${PUBLIC}:${port}/`), { millis: 15_000 })).toEqual({
      status: null,
      error: 'connection_lost',
    });
    expect(await post(sent('http://127.0.0.3:9/'), { millis: 15_000 })).toEqual({
      status: null,
      error: 'connection_failed',
    });
  });

  test('ends in time when the name servers are silent', async () => {
    answers = () => undefined;
    const lookup = guardedLookup({ servers: [dns.server] });
    expect(await post(sent(`https://${host}:${port}/`), { lookup, millis: 200 })).toEqual({
      status: null,
      error: 'timed_out',
    });
  });
});

describe('a server that', () => {
  test.each(everyStuck)('%s holds a request no longer than its time', async (way) => {
    const peer = await startStuckPeer();
    peer.become(way);
    // Where the status has come, the attempt has succeeded: for that a busy machine needs time.
    const hasStatus = /body|sends headers/.test(way);
    const { status, error } = await post(sent(peer.endpoint), { millis: hasStatus ? 3_000 : 200 });
    await peer.close();
    expect([status, error]).toEqual(hasStatus ? [200, null] : [null, 'timed_out']);
  });

  test.each([
    ['responds with what is not HTTP', 'SMTP ready\r\n\r\n', 'response_invalid'],
    [
      'sends headers without measure',
      `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      'response_invalid',
    ],
    [
      'announces a response for ever',
      'HTTP/1.1 103 Early Hints\r\nx: 1\r\n\r\n'.repeat(2_000),
      'connection_lost',
    ],
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'connection_lost',
    ],
    ['closes without a word', '', 'connection_lost'],
    ['breaks off in its headers', 'HTTP/1.1 200 OK\r\nx:', 'connection_lost'],
  ])('%s gets no success', async (_, response, error) => {
    const peer = createTcp((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(response));
    }).listen(0, '127.0.0.1');
    await once(peer, 'listening');
    const { port: own } = peer.address() as AddressInfo;
    expect(await post(sent(`http://127.0.0.1:${own}`), { millis: 5_000 })).toEqual({ status: null, error });
    peer.close();
  });

  test('sends a body without end is left after four kilobytes of it', async () => {
    let written = 0;
    const peer = createTcp((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write('a'.repeat(1_000))) written += 1_000;
      };
      socket.on('drain', more).once('data', more);
    }).listen(0, '127.0.0.1');
    await once(peer, 'listening');
    const { port: own } = peer.address() as AddressInfo;
    expect(await post(sent(`http://127.0.0.1:${own}`), { millis: 15_000 })).toEqual({
      status: 200,
      error: null,
    });
    expect(written).toBeLessThan(20_000_000);
    peer.close();
  });
});
