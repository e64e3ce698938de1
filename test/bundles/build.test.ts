import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildBundles, bundleOf, DIST, type Bundle } from '../../bin/build/bundles.ts';
import { defaultEndpointResolver } from '../../bin/build/dynamodb-endpoint.ts';
import { functions as functionNames, root } from '../../bin/build/functions.ts';
import { newApiKey } from '../../functions/accounts/domain/api-key.ts';
import { createClient } from '../../functions/platform/store-client.ts';
import { fileResources, serviceFunctions } from '../../lib/functions.ts';
import { PAGES_FUNCTION } from '../../schemas/pages.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { gatewayEvent } from '../setup/gateway-event.ts';

const BUILD_MILLIS = 300_000;

/** The budgets of bundles, in bytes. The first is for functions that read jobs. */
const READ = 228_000;
/** For functions that also read files: they contain the S3 client of 115 kB. */
const READ_FILE = READ + 115_000;
const WRITE = 410_000;
/** For the apply form with its texts in both languages, and the code that signs uploads. */
const FORM = 456_000;
/** For the batch function, which contains all operations that write jobs. */
const BATCH = 428_000;
/** For mail senders, which contain all mail transports and the mail composer; their start may be slow. */
const SENDER = 535_000;
/** For the documentation, whose pages each contain the navigation; search and Markdown copies are separate files. */
const PAGES = 590_000;

const dist = await mkdtemp(join(tmpdir(), 'bundles-'));
const bundles = new Map<string, Bundle>();

beforeAll(async () => {
  for (const bundle of await buildBundles(dist)) bundles.set(bundle.function, bundle);
}, BUILD_MILLIS);

afterAll(async () => {
  await rm(dist, { recursive: true });
});

const usesFiles = new Set(
  serviceFunctions
    .filter(({ permissions }) => permissions.some(({ on }) => fileResources.has(on)))
    .map(({ name }) => name),
);

const isRead = (name: string) => /^(?:get|list)-/.test(name) || name === 'no-route';
const budgetOf = (name: string) => {
  if (name === PAGES_FUNCTION) return PAGES;
  if (/^(?:batch|validate)-/.test(name)) return BATCH;
  if (/^(?:send-(?:applications|confirmations|notices|reports)|sweep-applications)$/.test(name))
    return SENDER;
  if (name === 'submit-apply-form') return FORM;
  if (!isRead(name)) return WRITE;
  return usesFiles.has(name) ? READ_FILE : READ;
};

const describes = new Set([
  'batch-jobs',
  'create-job',
  'update-job',
  'upsert-job',
  'validate-job',
  'validate-upsert',
]);

/** The functions that clean HTML: of descriptions, or of the employer's text about itself. */
const cleans = new Set([...describes, 'update-employer']);

const bundleFor = (name: string): Bundle => {
  const bundle = bundles.get(name);
  if (!bundle) throw new Error(`There is no bundle of ${name}.`);
  return bundle;
};

describe('the bundles', () => {
  test('are one for each function, including scheduled ones', () => {
    expect([...bundles.keys()]).toEqual(functionNames.toSorted());
  });

  test.each(functionNames)('stay within the budget: %s', (name) => {
    expect(bundleFor(name).bytes).toBeLessThanOrEqual(budgetOf(name));
  });

  test('contain no code of ajv except its character counting', () => {
    const held = new Set([...bundles.values()].flatMap(({ modules }) => modules));
    expect([...held].filter((module) => module.includes('node_modules/ajv/'))).toEqual([
      'node_modules/ajv/dist/runtime/ucs2length.js',
    ]);
  });

  test('contain the rendered pages, and no code that renders them', () => {
    const { modules } = bundleFor(PAGES_FUNCTION);
    expect(modules.filter((module) => /marked|aws-sdk|middy/.test(module))).toEqual([]);
    expect(modules.filter((module) => module.startsWith('pages/'))).toEqual([
      'pages/missing-page.ts',
      'pages/rendered-pages.ts',
      'pages/root-mark.ts',
      // Only the address that Markdown copies replace by that of the service.
      'pages/samples.ts',
    ]);
  });

  test('contain sanitize-html only where HTML is written', () => {
    const holders = [...bundles.values()].filter(({ inside }) => 'sanitize-html' in inside);
    expect(new Set(holders.map((bundle) => bundle.function))).toEqual(cleans);
  });

  test('contain the S3 client only in functions with permissions on files', () => {
    const holders = [...bundles.values()].filter(({ modules }) =>
      modules.some((module) => module.includes('node_modules/@aws-sdk/client-s3/')),
    );
    expect(new Set(holders.map((bundle) => bundle.function))).toEqual(usesFiles);
  });

  test.each(functionNames)('include the list of Canadian places only if they need it: %s', async (name) => {
    const needed = describes.has(name) || name.endsWith('-location') || name.endsWith('-locations');
    const files = ['index.mjs', ...(needed ? ['places.tsv'] : [])];
    expect((await readdir(join(dist, name))).toSorted()).toEqual(files);
    expect(bundleFor(name).files).toEqual(files.slice(1));
  });

  test.each(functionNames)('contain no path of the build machine: %s', async (name) => {
    const code = await readFile(bundleOf(name, dist), 'utf8');
    const folders = [root.replace(/\/$/, ''), homedir(), tmpdir()].filter((path) => path.length > 1);
    expect(folders.filter((path) => code.includes(`${path}/`))).toEqual([]);
  });

  test('contain no tests, no code of the local service, and no table that only the documentation, the build and the deployment read', () => {
    const unneeded =
      /^(?:test|lib)\/|^bin\/(?!build\/(?:bundled-validators|dynamodb-endpoint)\.ts$)|operation-(?:schemas|guide)|public-page-details/;
    const modules = [...bundles.values()].flatMap((bundle) => bundle.modules);
    expect(modules.filter((module) => unneeded.test(module))).toEqual([]);
  });

  test('are identical to those of the last `npm run synth`', async () => {
    for (const name of functionNames) {
      const [bundle, synthesised] = await Promise.all(
        [dist, DIST].map((each) => readFile(bundleOf(name, each))),
      );
      expect([name, synthesised?.equals(bundle ?? Buffer.alloc(0))]).toEqual([name, true]);
    }
  });

  test('do not load undici at the start, which an import of node:http would do', () => {
    const url = pathToFileURL(bundleOf('create-job', dist)).href;
    const script = `await import('${url}'); process.stdout.write(process.moduleLoadList.join())`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('NativeModule http');
    expect(stdout).not.toContain('undici');
  });
});

describe('the bundle report', () => {
  test('counts all bytes of a bundle except the code between its modules', () => {
    for (const { bytes, inside } of bundles.values()) {
      const counted = Object.values(inside).reduce((sum, each) => sum + each, 0);
      expect(counted).toBeLessThanOrEqual(bytes);
      // The code that esbuild adds between modules is about the same size in a small bundle as in a large one.
      expect(counted).toBeGreaterThan(bytes - Math.max(1_000, bytes * 0.01));
    }
  });
});

describe('the DynamoDB endpoint in a bundle', () => {
  const sdk = createClient().config.endpointProvider;

  test.each(['ca-central-1', 'us-gov-west-1', 'cn-north-1'])('is the endpoint of the SDK in %s', (Region) => {
    for (const Endpoint of [undefined, 'http://127.0.0.1:8000/']) {
      const expected = sdk({ Region, Endpoint, UseFIPS: false, UseDualStack: false });
      expect(defaultEndpointResolver({ Region, Endpoint })).toEqual(expected);
    }
  });

  test.each(['UseFIPS', 'UseDualStack'])('is refused with %s', (kind) => {
    expect(() => defaultEndpointResolver({ Region: 'ca-central-1', [kind]: true })).toThrow(
      'A bundle contains neither FIPS nor dual-stack endpoints.',
    );
  });
});

describe('a bundle without an account', () => {
  test('logs the name of the missing setting', async () => {
    const poor = deployedFunctions({ AWS_ACCESS_KEY_ID: '', AWS_PROFILE: 'mine' });
    const { functionName, event } = gatewayEvent('GET', '/jobs', {
      headers: { 'api-key': newApiKey().apiKey },
    });
    expect(await poor.invoke(functionName, event)).toMatchObject({ statusCode: 500 });
    expect((await poor.stop()).join('\n')).toContain('Unable to find environment variable credentials.');
  });
});
