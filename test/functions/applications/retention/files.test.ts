import { beforeEach, describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/platform/errors.ts';
import type { FileStore } from '../../../../functions/platform/files/file-store.ts';
import { folderFiles } from '../../../../functions/platform/files/folder-files.ts';
import { localAddress, localUploadForm } from '../../../../functions/platform/files/local-files.ts';
import { s3Files } from '../../../../functions/platform/files/s3-files.ts';
import { newFolder } from '../../../setup/new-folder.ts';
import { startS3 } from '../../../setup/s3-server.ts';
import { fileActions } from '../../../setup/watched-files.ts';

const s3 = await startS3();
process.env['AWS_ENDPOINT_URL_S3'] = s3.endpoint;
process.env['AWS_REGION'] = 'ca-central-1';
const folder = await newFolder();
const secret = new Uint8Array(32);

const stores: Record<string, FileStore> = {
  'a folder': folderFiles(folder, {
    addressOf: async (key, handOut) =>
      localAddress(secret, 'http://localhost:3000', { key, ...handOut, now: new Date() }),
    uploadFormOf: async (key, terms) =>
      localUploadForm(secret, 'http://localhost:3000', { key, ...terms, now: new Date() }),
  }),
  'a bucket': s3Files('bucket'),
};

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

const keysUnder = async (files: FileStore, prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of files.list(prefix)) keys.push(key);
  return keys.toSorted();
};

describe.each(Object.entries(stores))('files in %s', (_, files) => {
  let prefix = '';
  beforeEach(() => {
    prefix = `applications/2026-06-01/${crypto.randomUUID()}`;
  });

  test('are read as they were stored, and a second put replaces the first', async () => {
    await files.put(`${prefix}/a`, bytes('first'), 'text/plain');
    await files.put(`${prefix}/a`, bytes('Zoé \0\r\n'), 'application/pdf');
    expect(Buffer.from((await files.get(`${prefix}/a`)) ?? []).toString()).toBe('Zoé \0\r\n');
  });

  test('are undefined when they do not exist, and removing a missing file has no effect', async () => {
    expect(await files.get(`${prefix}/none`)).toBeUndefined();
    await files.put(`${prefix}/a`, bytes('x'), 'text/plain');
    await files.remove(`${prefix}/a`);
    await files.remove(`${prefix}/a`);
    expect(await files.get(`${prefix}/a`)).toBeUndefined();
  });

  test('are all listed by prefix', async () => {
    const names = ['1/a', '1/b', '1/c', '1/d', '1/e', '2/a'].map((name) => `${prefix}/${name}`);
    for (const name of names) await files.put(name, bytes('x'), 'text/plain');
    expect(await keysUnder(files, `${prefix}/1/`)).toEqual(names.slice(0, 5));
    expect(await keysUnder(files, `${prefix}/`)).toEqual(names);
    expect(await keysUnder(files, `${prefix}/3/`)).toEqual([]);
    for await (const { modifiedAt } of files.list(`${prefix}/`)) {
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
    }
  });
});

describe('files in a bucket', () => {
  const handOut = { fileName: "Zoé's CV.pdf", mediaType: 'application/pdf', seconds: 300 };

  test('need no actions of S3 besides those for which suites check the permissions of functions', async () => {
    const files = s3Files('bucket');
    s3.sayMissing(false);
    const calls = {
      put: () => files.put('a/b', bytes('x'), 'text/plain'),
      get: async () => [await files.get('a/b'), await files.get('a/z')],
      list: () => keysUnder(files, 'a/'),
      addressOf: async () => fetch(await files.addressOf('a/b', handOut)),
      remove: () => files.remove('a/b'),
    };
    for (const [method, call] of Object.entries(calls)) {
      s3.called.clear();
      await call();
      const checked = new Set(fileActions[method as keyof typeof calls]);
      expect([method, s3.called.size > 0, s3.called.difference(checked)]).toEqual([method, true, new Set()]);
    }
  });

  test('are served by S3 as an attachment with the candidate’s file name', async () => {
    const files = s3Files('bucket');
    await files.put('a/b', bytes('x'), 'application/pdf');
    const { headers } = await fetch(await files.addressOf('a/b', handOut));
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Zo__s CV.pdf"; filename*=UTF-8''Zo%C3%A9%27s%20CV.pdf`,
    );
  });

  test('are uploaded by a form whose policy allows exactly one key, one type, one size range and a limited time', async () => {
    const terms = { mediaType: 'application/pdf', maxBytes: 10_000_000, seconds: 3_600 };
    const { url, fields } = await s3Files('bucket').uploadFormOf('uploads/a', terms);
    const { expiration, conditions } = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString());
    expect(url).toBe(`${s3.endpoint}/bucket`);
    expect(Math.abs(Date.parse(expiration) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    const { Policy: _, 'X-Amz-Signature': signature, ...named } = fields;
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(named).toMatchObject({ bucket: 'bucket', key: 'uploads/a', 'Content-Type': 'application/pdf' });
    const exact = Object.entries(named).map(([name, value]) => ({ [name]: value }));
    const all = [['content-length-range', 1, 10_000_000], ...exact];
    expect(conditions).toHaveLength(all.length);
    expect(conditions).toEqual(expect.arrayContaining(all));
  });

  test('are undefined when S3 reports them missing by a 404 or by a list, and throw when S3 refuses both requests', async () => {
    const files = s3Files('bucket');
    await files.put('a/b', bytes('x'), 'text/plain');
    for (const isReported of [true, false]) {
      s3.sayMissing(isReported);
      expect(await files.get('a/')).toBeUndefined();
      expect(await files.get('a/z')).toBeUndefined();
    }
    s3.fail(1, 'refused');
    await expect(files.get('a/b')).rejects.toThrow(StoreUnavailable);
    s3.fail(2, 'refused');
    await expect(files.get('a/z')).rejects.toThrow(StoreUnavailable);
  });

  test('are read and written despite one failure of S3, and throw StoreUnavailable after two failures', async () => {
    const files = s3Files('bucket');
    s3.fail(1);
    await files.put('a/c', bytes('x'), 'text/plain');
    s3.fail(2);
    await expect(files.put('a/d', bytes('x'), 'text/plain')).rejects.toThrow(StoreUnavailable);
    s3.fail(2);
    await expect(files.get('a/c')).rejects.toThrow(StoreUnavailable);
    s3.fail(0);
  });
});

test('a folder rejects keys whose path leads out of the folder', async () => {
  for (const key of ['../a', 'a/../../b', '/a', 'a//b', 'a\\b', '.a', '']) {
    await expect(stores['a folder']?.get(key)).rejects.toThrow(TypeError);
  }
});
