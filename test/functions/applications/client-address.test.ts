import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { loadFunction } from '../../../bin/local/handlers.ts';
import { invoke } from '../../../bin/local/lambda.ts';
import { forwardedAddress, viewerAddress } from '../../../functions/platform/values/forwarded-address.ts';
import { HOURLY_APPLICATIONS } from '../../../schemas/application-limits.ts';
import { anApplication, apply, filledIn } from '../../setup/an-application.ts';
import { setClock } from '../../setup/clock.ts';
import { gatewayEvent } from '../../setup/gateway-event.ts';
import { countsIn } from '../../setup/intake-counts.ts';
import { blocks, section } from '../../setup/markdown.ts';
import { ownTable } from '../../setup/own-table.ts';
import type { Client } from '../../setup/client.ts';
import { startService } from '../../setup/service.ts';
import { ownFiles } from '../../setup/stored-files.ts';

process.env['RATE_LIMITS'] = 'on';
const table = await ownTable();
ownFiles();
const service = await startService();
const setCounts = countsIn(service.db);

afterAll(async () => {
  await service.close();
  await table.drop();
});

const newSecret = () => randomBytes(32).toString('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const secret = newSecret();

const trust = (addressHeader: string, ...secrets: string[]) => {
  process.env['TRUSTED_PROXY'] = [addressHeader, 'X-Proxy-Proof', ...secrets.map(sha256)].join(' ');
};

/** What the proxy adds to a request. */
const forwarded = (address: string, proof = secret) => ({
  'x-forwarded-for': address,
  'x-proxy-proof': proof,
});

/** Whatever was counted belongs to another hour. */
let hour = 0;
beforeEach(() => {
  setClock(Date.parse('2026-06-01T00:10:00Z') + (hour += 1) * 3_600_000);
});
afterEach(() => {
  jest.useRealTimers();
});

const statesOf = async ({ get }: Pick<Client, 'get'>): Promise<string[]> =>
  (await get('/applications')).body.data.map(({ state }: { state: string }) => state);

const { held } = HOURLY_APPLICATIONS.address;

/** The states of applications of which the first ones are queued, and the others held. */
const states = (queued: number, suspected: number) => [
  ...Array<string>(queued).fill('queued'),
  ...Array<string>(suspected).fill('held'),
];

/** A posting for which candidates of different addresses apply, all by the same connection. */
async function posting() {
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  const send = async (headers: Record<string, string> = {}) => {
    const { status } = await apply(
      service.anyone,
      job.id,
      { email: `${crypto.randomUUID()}@example.com` },
      headers,
    );
    expect(status).toBe(201);
  };
  return { job, send, states: () => statesOf(acme) };
}

/** Takes what is logged from now on; the function returns the lines about held applications. */
function receivedLines() {
  const logged = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  return () => {
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
    logged.mockRestore();
    return lines.filter(({ operation }) => operation === 'receiveApplication');
  };
}

/** A posting for which somebody has applied, whose address has sent as many applications as it may. */
async function busyPosting(headers: Record<string, string> = {}) {
  const made = await posting();
  await made.send(headers);
  await setCounts(held);
  return made;
}

describe('behind a proxy that proves itself', () => {
  beforeEach(() => trust('X-Forwarded-For', secret));

  test('24 candidates have 24 addresses, none of their applications is held, and the secret is in no log', async () => {
    const { send, states: shown } = await posting();
    const logged = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    for (let n = 0; n < 24; n += 1) await send(forwarded(`198.51.100.7, 203.0.113.${n}`));
    const lines = JSON.stringify(logged.mock.calls);
    logged.mockRestore();
    expect(await shown()).toEqual(states(24, 0));
    expect(lines).toContain('createApplication');
    for (const unsaid of [secret, 'x-proxy-proof', '203.0.113.']) expect(lines).not.toContain(unsaid);
  });

  test('a candidate is counted by the address that the proxy names, whatever the candidate claims', async () => {
    const { send, states: shown } = await busyPosting(forwarded('198.51.100.1, 203.0.113.7'));
    const received = receivedLines();
    await send(forwarded('198.51.100.2, 203.0.113.7'));
    expect(await shown()).toEqual(states(1, 1));
    expect(received()).toMatchObject([{ heldFor: ['address_busy'], isNamedByProxy: true }]);
  });

  test('the address of the connection counts without proof, with a wrong one, and where none is named', async () => {
    const { job, send, states: shown } = await busyPosting();
    const unproven: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      forwarded('203.0.113.7', newSecret()),
      forwarded('203.0.113.7', sha256(secret)),
      forwarded('203.0.113.7', `${newSecret()},${secret}`),
      { 'x-proxy-proof': secret },
      forwarded('203.0.113.7, unknown'),
      forwarded(','),
    ];
    const received = receivedLines();
    for (const headers of unproven) await send(headers);
    expect(await shown()).toEqual(states(1, unproven.length));
    expect(new Set(received().map(({ isNamedByProxy }) => isNamedByProxy))).toEqual(new Set([false]));

    const form = await fetch(`${service.origin}/jobs/${job.id}/apply`);
    const [, issued] = /name="issued" value="([^"]+)"/.exec(await form.text()) ?? [];
    setClock(Date.now() + 60_000);
    const sent = await fetch(`${service.origin}/jobs/${job.id}/apply`, {
      method: 'POST',
      body: filledIn({ issued }),
      headers: forwarded('203.0.113.7'),
      redirect: 'manual',
    });
    expect(sent.status).toBe(303);
    expect((await shown()).at(-1)).toBe('queued');
  });

  test('either of two secrets is proof, so that one can be replaced by the other', async () => {
    const next = newSecret();
    trust('X-Forwarded-For', secret, next);
    const { send, states: shown } = await busyPosting();
    for (const proof of [secret, next]) await send(forwarded('203.0.113.7', proof));
    expect(await shown()).toEqual(states(3, 0));
  });

  test('the secret and the hash that docs/deploying.md makes belong together', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/deploying.md'), 'utf8');
    const [command = ''] = blocks(section(page, 'Put a proxy before the service'), 'sh');
    const made = execFileSync('sh', ['-c', command]).toString();
    const [proof = '', hash = ''] = made.match(/\b[\da-f]{64}\b/g) ?? [];
    process.env['TRUSTED_PROXY'] = `X-Forwarded-For X-Proxy-Proof ${hash}`;
    const { send, states: shown } = await busyPosting();
    await send(forwarded('203.0.113.7', proof));
    expect(await shown()).toEqual(states(2, 0));
  });
});

/** Applies as API Gateway passes that on, which names the address of the connection at the end of X-Forwarded-For. */
async function applyOnAws(publicId: number, headers: Record<string, string>) {
  const sourceIp = '192.0.2.1';
  const hops = [headers['x-forwarded-for'] ?? [], sourceIp].flat().join(', ');
  const { functionName, event } = gatewayEvent('POST', `/public/jobs/${publicId}/applications`, {
    body: anApplication({ email: `${crypto.randomUUID()}@example.com` }),
    headers: { ...headers, 'x-forwarded-for': hops },
    sourceIp,
  });
  const handler = await loadFunction(functionName);
  const { statusCode } = await invoke(handler, event, { functionName, millis: 10_000 });
  expect(statusCode).toBe(201);
}

test.each([
  ['X-Forwarded-For', '203.0.113.7', '203.0.113.8'],
  ['CloudFront-Viewer-Address', '203.0.113.7:46532', '203.0.113.8:46532'],
  ['CloudFront-Viewer-Address', '2001:db8:0:1::1:46532', '2001:db8:0:2::1:46532'],
])('on AWS, candidates have different addresses by %s: %s and %s', async (name, one, other) => {
  trust(name, secret);
  const { job, states: shown } = await posting();
  const from = (address: string) => ({ [name.toLowerCase()]: address, 'x-proxy-proof': secret });
  await applyOnAws(job.id, from(one));
  await setCounts(held);
  await applyOnAws(job.id, from(other));
  await applyOnAws(job.id, from(one));
  expect(await shown()).toEqual(states(2, 1));
});

test('without a proxy in the settings, no header says where a request comes from', async () => {
  delete process.env['TRUSTED_PROXY'];
  const { send, states: shown } = await busyPosting();
  await send({ 'x-forwarded-for': '203.0.113.7', 'x-proxy-proof': secret });
  await send({ 'cloudfront-viewer-address': '203.0.113.7:1', 'x-proxy-proof': secret });
  expect(await shown()).toEqual(states(1, 2));
});

describe('the last hop of X-Forwarded-For', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.7, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.7,203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:46532', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:46532', '2001:db8::1'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['203.0.113.7, 192.0.2.1', '203.0.113.7'],
    ['192.0.2.1', undefined],
    ['203.0.113.7, unknown', undefined],
    ['203.0.113.7, unknown, 192.0.2.1', undefined],
    ['203.0.113.7,', undefined],
    ['203.0.113.256', undefined],
    ['203.0.113.7:port', undefined],
    ['[2001:db8::1', undefined],
    ['', undefined],
  ])('of %j is %s, behind a gateway that adds 192.0.2.1', (value, address) => {
    expect(forwardedAddress(value, '192.0.2.1')).toBe(address);
  });
});

describe('the address in CloudFront-Viewer-Address', () => {
  test.each([
    ['203.0.113.7:46532', '203.0.113.7'],
    ['2001:db8::8a2e:370:7334:46532', '2001:db8::8a2e:370:7334'],
    ['2001:0db8:85a3:0000:0000:8a2e:0370:7334:443', '2001:0db8:85a3:0000:0000:8a2e:0370:7334'],
    ['[2001:db8::1]:46532', '2001:db8::1'],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', undefined],
    ['203.0.113.7:46532,198.51.100.7:1', undefined],
    [':46532', undefined],
    ['', undefined],
  ])('%j is %s', (value, address) => {
    expect(viewerAddress(value)).toBe(address);
  });
});
