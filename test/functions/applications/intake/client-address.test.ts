import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  clientAddressOf,
  forwardedAddress,
  viewerAddress,
} from '../../../../functions/http/client-address.ts';
import { HOURLY_APPLICATIONS } from '../../../../schemas/application-limits.ts';
import { apply, applyForm } from '../../../setup/an-application.ts';
import { setClock } from '../../../setup/clock.ts';
import { loggedLines } from '../../../setup/logged-lines.ts';
import { codeBlocks, section } from '../../../setup/markdown.ts';
import { ownFiles } from '../../../setup/own-files.ts';
import { setIntakeCounts } from '../../../setup/applications-in-table.ts';
import { ownService } from '../../../setup/own-service.ts';

process.env['RATE_LIMITS'] = 'on';
ownFiles();
const service = await ownService();
const setCounts = setIntakeCounts(service.db);

const newSecret = () => randomBytes(32).toString('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const secret = newSecret();

const trust = (addressHeader: string, ...secrets: string[]) => {
  process.env['TRUSTED_PROXY'] = [addressHeader, 'X-Proxy-Proof', ...secrets.map(sha256)].join(' ');
};

/** The headers that the proxy adds to a request. */
const forwarded = (address: string, proof = secret) => ({
  'x-forwarded-for': address,
  'x-proxy-proof': proof,
});

/** Each test has a new hour, because applications are counted by hour. */
let hour = 0;
beforeEach(() => {
  setClock(Date.parse('2026-06-01T00:10:00Z') + (hour += 1) * 3_600_000);
  trust('X-Forwarded-For', secret);
});

/** Creates a posting. `send` applies as a new candidate, always over the same connection. */
async function posting() {
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  const send = async (headers: Record<string, string>) => {
    const email = `${crypto.randomUUID()}@example.com`;
    expect((await apply(service.anyone, job.id, { email }, headers)).status).toBe(201);
  };
  const states = async (): Promise<string[]> =>
    (await acme.get('/applications')).body.data.map(({ state }: { state: string }) => state);
  return { job, send, states };
}

test('applications through a trusted proxy are counted by the address from the proxy, not by one that the candidate claims, and the log omits the secret', async () => {
  const { job, send, states } = await posting();
  await send(forwarded('198.51.100.1, 203.0.113.7'));
  await setCounts(HOURLY_APPLICATIONS.address.held);
  const logged = await loggedLines(() => send(forwarded('198.51.100.2, 203.0.113.7')));
  for (const text of [secret, 'x-proxy-proof', '203.0.113.'])
    expect(JSON.stringify(logged)).not.toContain(text);
  const held = logged.filter(({ operation }) => operation === 'receiveApplication');
  expect(held).toMatchObject([{ heldFor: ['address_busy'], isNamedByProxy: true }]);
  const url = `${service.origin}/jobs/${job.id}/apply`;
  const [, issued] = /name="issued" value="([^"]+)"/.exec(await (await fetch(url)).text()) ?? [];
  setClock(Date.now() + 60_000);
  for (const [number, address] of ['203.0.113.7', '203.0.113.8'].entries()) {
    const body = applyForm({ issued, name: `No. ${number}` });
    const headers = forwarded(address);
    expect((await fetch(url, { method: 'POST', body, headers, redirect: 'manual' })).status).toBe(303);
  }
  expect(await states()).toEqual(['queued', 'held', 'held', 'queued']);
});

/** The client address of a request with these headers over a connection from 192.0.2.1. */
const addressOf = (headers: Record<string, string>) =>
  clientAddressOf({
    headers,
    requestContext: { http: { sourceIp: '192.0.2.1' } },
  } as unknown as Parameters<typeof clientAddressOf>[0]);

const next = newSecret();

describe('clientAddressOf', () => {
  test.each<[string, Record<string, string>]>([
    ['without the secret', { 'x-forwarded-for': '203.0.113.7' }],
    ['with a wrong secret', forwarded('203.0.113.7', newSecret())],
    ['with the hash of the secret', forwarded('203.0.113.7', sha256(secret))],
    ['with two secrets', forwarded('203.0.113.7', `${newSecret()},${secret}`)],
    ['without the header that names the client', { 'x-proxy-proof': secret }],
    ['whose header does not name an address', forwarded('203.0.113.7, unknown')],
    ['whose header is empty', forwarded(',')],
    ['with another header', { 'cloudfront-viewer-address': '203.0.113.7:1', 'x-proxy-proof': secret }],
  ])('returns the address of the connection for a request %s', (_, headers) => {
    expect(addressOf(headers)).toEqual({ address: '192.0.2.1', isNamedByProxy: false });
  });

  test('returns the address of the connection when no proxy is configured', () => {
    delete process.env['TRUSTED_PROXY'];
    expect(addressOf(forwarded('203.0.113.7')).address).toBe('192.0.2.1');
  });

  test.each([
    ['X-Forwarded-For', '203.0.113.7', '203.0.113.7'],
    // API Gateway appends the address of the connection.
    ['X-Forwarded-For', '203.0.113.7, 192.0.2.1', '203.0.113.7'],
    ['CloudFront-Viewer-Address', '203.0.113.7:46532', '203.0.113.7'],
    ['CloudFront-Viewer-Address', '2001:db8:0:1::1:46532', '2001:db8:0:1::1'],
  ])('returns the address from the proxy’s header %s: %s', (name, value, address) => {
    trust(name, secret, next);
    // Both secrets are accepted, so that a secret can be replaced without an interruption.
    for (const proof of [secret, next]) {
      const headers = { [name.toLowerCase()]: value, 'x-proxy-proof': proof };
      expect(addressOf(headers)).toEqual({ address, isNamedByProxy: true });
    }
  });

  test('accepts a secret whose hash was printed by the command in docs/deploying.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/deploying.md'), 'utf8');
    const [command = ''] = codeBlocks(section(page, 'Put a proxy before the service'), 'sh');
    const made = execFileSync('sh', ['-c', command]).toString();
    const [proof = '', hash = ''] = made.match(/\b[\da-f]{64}\b/g) ?? [];
    process.env['TRUSTED_PROXY'] = `X-Forwarded-For X-Proxy-Proof ${hash}`;
    expect(addressOf(forwarded('203.0.113.7', proof)).address).toBe('203.0.113.7');
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.7,203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:46532', '203.0.113.7'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:46532', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['203.0.113.7, 192.0.2.1', '203.0.113.7'],
  ['192.0.2.1', undefined],
  ['203.0.113.7, unknown', undefined],
  ['203.0.113.7, unknown, 192.0.2.1', undefined],
  ['203.0.113.7,', undefined],
  ['203.0.113.7:port', undefined],
  ['[2001:db8::1', undefined],
  ['', undefined],
])('forwardedAddress reads %j as %s behind a gateway that appends 192.0.2.1', (value, address) => {
  expect(forwardedAddress(value, '192.0.2.1')).toBe(address);
});

test.each([
  ['203.0.113.7:46532', '203.0.113.7'],
  ['2001:db8::8a2e:370:7334:46532', '2001:db8::8a2e:370:7334'],
  ['[2001:db8::1]:46532', '2001:db8::1'],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', undefined],
  ['203.0.113.7:46532,198.51.100.7:1', undefined],
  [':46532', undefined],
  ['', undefined],
])('viewerAddress reads %j as %s', (value, address) => {
  expect(viewerAddress(value)).toBe(address);
});
