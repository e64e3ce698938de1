import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../../../bin/local/lambda.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import type { handler as SweepHandler } from '../../../functions/applications/sweep-applications.ts';
import { LOGO_MAX_BYTES } from '../../../schemas/logo.ts';
import { pngOfSize, realLogo, realLogos } from '../../setup/logos.ts';
import { type Client, rawRequest } from '../../setup/http-client.ts';
import { deployment } from '../../setup/deployment.ts';
import { startService } from '../../setup/service.ts';
import { ownFiles, unsignedFiles } from '../../setup/own-files.ts';

// A separate folder, because a sweep reads the files of all employers.
const logoFiles = ownFiles();
const service = await startService();
const sweep = (await deployment.handlers('sweep-applications')) as unknown as typeof SweepHandler;
const folder = join(process.env['DATA_DIR'] ?? '', 'files');
const files = unsignedFiles(folder);
const PATH = '/employer/logo';

afterEach(() => {
  jest.restoreAllMocks();
});

const png = realLogo('chromium.png');
const jpeg = realLogo('chromium.jpg');

type Sent = Pick<typeof png, 'mediaType' | 'bytes'>;

const put = (acme: Pick<Client, 'put'>, { bytes, mediaType }: Sent = png, headers = {}) =>
  acme.put(PATH, bytes, { 'content-type': mediaType, ...headers });

const filesOf = async ({ id }: { id: number }) => {
  const names = await readdir(join(folder, 'logos')).catch(() => []);
  return names.filter((name) => name.startsWith(`${id}-`));
};

const profileOf = async ({ get }: Pick<Client, 'get'>) => (await get('/employer')).body;

/** The status, headers and bytes of the response at a URL. */
async function fetchLogo(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Creates an employer with a logo. Also returns the URL and the file name of the logo. */
async function withLogo(sent: Sent = png) {
  const acme = await service.newEmployer();
  const { body } = await put(acme, sent);
  return { acme, address: body.logo as string, file: String(body.logo).split('/').at(-1) ?? '' };
}

const runSweep = async (remainingMillis = 600_000) => {
  const context = lambdaContext('sweep-applications', 'sweep', () => remainingMillis);
  return (await sweep({}, context)).logos;
};

/** Stores a file as an interrupted request of some hours ago would have left it. */
async function leaveFile(name: string, hours: number): Promise<string> {
  await logoFiles.leave(`logos/${name}`, png.bytes, hours);
  return name;
}

describe('setLogo', () => {
  test.each([png, jpeg, realLogo('pillow-lossy.webp')])(
    'stores $fileName, and publishes the unchanged bytes',
    async (sent) => {
      const acme = await service.newEmployer();
      const reply = await put(acme, sent);
      expect(reply.status).toBe(200);
      const { logo } = reply.body;
      const { id } = acme.employer;
      expect(logo.replace(service.origin, '')).toMatch(
        new RegExp(`^/logos/${id}-[0-9a-f]{16}-[0-9a-f]{8}\\.(?:png|jpg|webp)$`),
      );
      expect(reply.body).toEqual(await profileOf(acme));
      expect(reply.headers.get('etag')).toBe((await acme.get('/employer')).headers.get('etag'));
      const { status, headers, bytes } = await fetchLogo(logo);
      expect(status).toBe(200);
      expect(bytes.equals(sent.bytes)).toBe(true);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': sent.mediaType,
        'content-length': String(sent.bytes.length),
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=86400, immutable',
      });
    },
  );

  test('keeps the file and its address when it is repeated, and restores a lost file', async () => {
    const { acme, address, file } = await withLogo();
    await files.remove(`logos/${file}`);
    expect((await put(acme)).body.logo).toBe(address);
    expect((await fetchLogo(address)).bytes.equals(png.bytes)).toBe(true);
    expect(await filesOf(acme.employer)).toEqual([file]);
  });

  test('replaces the logo, deletes the former file, and gives the former image a new address when it is set again', async () => {
    const { acme, address } = await withLogo();
    const second = (await put(acme, jpeg)).body.logo;
    expect([(await fetchLogo(address)).status, (await fetchLogo(second)).status]).toEqual([404, 200]);
    const third = (await put(acme)).body.logo;
    expect([(await fetchLogo(address)).status, (await fetchLogo(second)).status]).toEqual([404, 404]);
    expect((await fetchLogo(third)).bytes.equals(png.bytes)).toBe(true);
    expect(await filesOf(acme.employer)).toHaveLength(1);
  });

  test('leaves one complete logo and no further file after many simultaneous requests', async () => {
    const acme = await service.newEmployer();
    const logos = [...realLogos.slice(0, 4), ...realLogos.slice(0, 4)];
    const replies = await Promise.all(logos.map((each) => put(acme, each)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { logo } = await profileOf(acme);
    const { status, bytes } = await fetchLogo(logo);
    expect(status).toBe(200);
    expect(realLogos.slice(0, 4).some((each) => each.bytes.equals(bytes))).toBe(true);
    expect(await filesOf(acme.employer)).toEqual([logo.split('/').at(-1)]);
  });

  test('412s for one of two simultaneous requests with the same If-Match, and leaves no file of it', async () => {
    const acme = await service.newEmployer();
    const condition = { 'if-match': (await acme.get('/employer')).headers.get('etag') ?? '' };
    const replies = await Promise.all([png, jpeg].map((each) => put(acme, each, condition)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 412]));
    expect(await filesOf(acme.employer)).toHaveLength(1);
  });

  test('keeps the other fields of the profile, and a change of the profile keeps the logo', async () => {
    const acme = await service.newEmployer();
    await acme.put('/employer', { website: 'https://acme.example', about: '<p>Bread</p>' });
    const { logo } = (await put(acme)).body;
    await acme.put('/employer', { website: 'https://acme.example/2', logo: null });
    await employerStore(service.db).update(acme.employer.id, { name: 'Other' });
    const expected = { website: 'https://acme.example/2', about: '<p>Bread</p>', logo };
    expect(await profileOf(acme)).toMatchObject(expected);
  });

  interface Wrong {
    bytes?: Buffer<ArrayBuffer> | undefined;
    mediaType?: string;
  }
  const tooLarge = Buffer.from(pngOfSize(LOGO_MAX_BYTES + 1));

  test('400s for a body that is no valid logo, and does not change the logo', async () => {
    const { acme, address, file } = await withLogo();
    const refusals: [sent: Wrong, status: number, code: string, detail: RegExp][] = [
      [{ bytes: undefined }, 400, 'body_missing', /needs a file as its body/],
      [{ bytes: Buffer.alloc(0) }, 400, 'body_missing', /needs a file as its body/],
      [{ mediaType: '' }, 415, 'media_type_unsupported', /be image\/png or image\/jpeg or image\/webp\.$/],
      [{ mediaType: 'image/png, image/jpeg' }, 415, 'media_type_unsupported', /not image\/png, image\/jpeg/],
      [{ bytes: tooLarge }, 413, 'content_too_large', /at most 200000 bytes, not 200001/],
      [realLogo('pillow-animated.webp'), 400, 'validation_failed', /not an animation/],
    ];
    for (const [request, status, code, detail] of refusals) {
      const { bytes, mediaType } = { ...png, ...request };
      const reply = await acme.request('PUT', PATH, {
        ...(bytes && { body: bytes }),
        headers: { 'content-type': mediaType },
      });
      expect([request, reply.status, reply.body.code]).toEqual([request, status, code]);
      expect(reply.body.detail).toMatch(detail);
    }
    expect((await fetchLogo(address)).bytes.equals(png.bytes)).toBe(true);
    expect(await filesOf(acme.employer)).toEqual([file]);
  });

  test('stores a logo of 200,000 bytes, the most that one may have, also when its media type has parameters', async () => {
    const bytes = Buffer.from(pngOfSize(LOGO_MAX_BYTES));
    const { address } = await withLogo({ bytes, mediaType: 'image/PNG;charset=binary' });
    expect((await fetchLogo(address)).bytes).toHaveLength(LOGO_MAX_BYTES);
  });
});

describe('deleteLogo', () => {
  test('deletes logo and file, and 204s when it is repeated', async () => {
    const { acme, address } = await withLogo();
    for (let time = 0; time < 2; time += 1) {
      const { status, text } = await acme.delete(PATH);
      expect([status, text]).toEqual([204, '']);
    }
    expect((await fetchLogo(address)).status).toBe(404);
    expect(await profileOf(acme)).toMatchObject({ logo: null });
    expect(await filesOf(acme.employer)).toEqual([]);
  });
});

describe('showLogo', () => {
  test('304s for a client that has the current logo, and responds to HEAD', async () => {
    const { address, file } = await withLogo();
    const etag = (await fetchLogo(address)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const { status, headers, bytes } = await fetchLogo(address, { 'if-none-match': etag });
    expect([status, bytes.length, headers.get('etag')]).toEqual([304, 0, etag]);
    expect(headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    const head = await rawRequest(service.origin, { method: 'HEAD', path: `/logos/${file}` });
    const { length } = png.bytes;
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, `${length}`, '']);
  });

  test('404s with an uncached page for every other file name', async () => {
    const { acme, file } = await withLogo();
    const { id } = acme.employer;
    const hash = file.replace(/^\d+-/, '');
    const withOtherEnds = [file.replace('.png', '.jpg'), file.replace('.png', ''), `${file}%0a`];
    const withOtherLetters = [file.replace(/.(?=\.)/, 'g'), file.toUpperCase(), `0${file}`];
    const unused = [
      `${id + 1_000_000}-${hash}`,
      `9999999999-${hash}`,
      `${id}-${'0'.repeat(16)}-00000000.png`,
    ];
    const paths = [`..%2flogos%2f${file}`, '..%2fapplications'];
    const noNames = ['%00', 'null', encodeURIComponent('é'.repeat(300))];
    for (const name of [...withOtherEnds, ...withOtherLetters, ...unused, ...paths, ...noNames]) {
      const { status, headers } = await fetchLogo(`${service.origin}/logos/${name}`);
      expect([name, status]).toEqual([name, 404]);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('404s at every address while the employer is suspended, and works again afterwards', async () => {
    const { acme, address } = await withLogo();
    const employers = employerStore(service.db);
    await employers.suspend(acme.employer.id, new Date());
    expect((await fetchLogo(address)).status).toBe(404);
    await employers.resume(acme.employer.id);
    expect((await fetchLogo(address)).status).toBe(200);
  });
});

describe('the sweep', () => {
  test('deletes files that no profile has named for a day, and keeps younger files and files in use', async () => {
    const { acme, file } = await withLogo();
    const { id } = acme.employer;
    const fileNumber = (number: number) => `${id}-${'0'.repeat(16)}-0000000${number}.png`;
    await leaveFile(file, 1_000);
    const young = await leaveFile(fileNumber(1), 23);
    const ofUnknown = `${id + 1_000_000}-${'0'.repeat(16)}-00000000.webp`;
    const unused = [fileNumber(2), fileNumber(3), 'no-logo.txt', ofUnknown];
    for (const name of unused) await leaveFile(name, 25);
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await expect(runSweep(59_000)).rejects.toThrow('"finished":false');
    expect(await runSweep()).toEqual({ removed: 4, finished: true });
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    const line = lines.findLast(({ operation }) => operation === 'sweepLogos');
    expect(line).toMatchObject({ level: 'INFO', removed: 4, finished: true });
    expect((await filesOf(acme.employer)).toSorted()).toEqual([file, young].toSorted());
    log.mockClear();
    expect(await runSweep()).toEqual({ removed: 0, finished: true });
    expect(log).not.toHaveBeenCalled();
  });

  test('deletes each unused file once when there are more than it checks together', async () => {
    const { acme } = await withLogo();
    for (let number = 0; number < 101; number += 1) {
      await leaveFile(`${acme.employer.id}-${String(number).padStart(16, '0')}-00000000.png`, 25);
    }
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(await runSweep()).toEqual({ removed: 101, finished: true });
    expect(await filesOf(acme.employer)).toHaveLength(1);
  });
});

test('a profile that names a file outside the logo folder has no logo, and the file is not served', async () => {
  const { acme, address } = await withLogo();
  const item = await service.db.get({ Key: accountKeys.employer(acme.employer.id), ConsistentRead: true });
  const logo = '../applications/secret';
  await service.db.put({ Item: { ...item, profile: { ...item?.['profile'], logo } } });
  expect((await fetchLogo(address)).status).toBe(404);
  expect((await fetchLogo(`${service.origin}/logos/${encodeURIComponent(logo)}`)).status).toBe(404);
});
