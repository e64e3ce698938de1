import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildBundles, bundleOf, type Bundle } from '../../bin/build/bundles.ts';
import { defaultEndpointResolver } from '../../bin/build/dynamodb-endpoint.ts';
import { functions as functionNames, root } from '../../bin/build/functions.ts';
import { reportOf } from '../../bin/build/report.ts';
import { loadFunction } from '../../bin/modules.ts';
import { invoke } from '../../bin/local/lambda.ts';
import type { Outgoing } from '../../functions/http/incoming.ts';
import { setting } from '../../functions/platform/config.ts';
import { createClient } from '../../functions/platform/store-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { fileResources, serviceFunctions } from '../../lib/functions.ts';
import { JobUpdate } from '../../schemas/job.ts';
import { PAGES_FUNCTION } from '../../schemas/pages.ts';
import { aJob } from '../setup/a-job.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { gatewayEvent } from '../setup/gateway-event.ts';

const BUILD_MILLIS = 300_000;

/** The budgets of bundles, in bytes. The first is for functions that read jobs. */
const READ = 225_000;
/** For functions that also read files: they contain the S3 client of 115 kB. */
const READ_FILE = READ + 115_000;
const WRITE = 410_000;
/** For the apply form with its texts in both languages, and the code that signs uploads. */
const FORM = 450_000;
/** For the batch function, which contains all operations that write jobs. */
const BATCH = 422_000;
/** For mail senders, which contain all mail transports and the mail composer; their start may be slow. */
const SENDER = 535_000;
/** For the documentation, whose pages each contain the navigation; search and Markdown copies are separate files. */
const PAGES = 590_000;

const folder = await mkdtemp(join(tmpdir(), 'bundles-'));
const dist = join(folder, 'first');
const bundles = new Map<string, Bundle>();

/** The bundles in the time zone in which the sources run here. */
const lambda = deployedFunctions(dist, { TIME_ZONE: setting('TIME_ZONE') });

beforeAll(async () => {
  for (const bundle of await buildBundles(dist)) bundles.set(bundle.function, bundle);
}, BUILD_MILLIS);

afterAll(async () => {
  await lambda.stop();
  await rm(folder, { recursive: true });
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

  test('contain no table that only the documentation, the build and the deployment read', () => {
    const held = new Set([...bundles.values()].flatMap(({ modules }) => modules));
    expect(
      [...held].filter((module) => /operation-(?:schemas|guide)|public-page-details/.test(module)),
    ).toEqual([]);
  });

  test('contain the rendered pages, and no code that renders them', () => {
    const { modules } = bundleFor(PAGES_FUNCTION);
    expect(modules.filter((module) => /marked|aws-sdk|middy/.test(module))).toEqual([]);
    expect(modules.filter((module) => module.startsWith('pages/'))).toEqual([
      'pages/missing-page.ts',
      'pages/rendered-pages.ts',
      'pages/root-mark.ts',
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

  test('contain no tests and no code of the local service', () => {
    const strays = [...bundles.values()].flatMap(({ modules }) =>
      modules.filter((module) =>
        /^(?:test|lib)\/|^bin\/(?!build\/(?:bundled-validators|dynamodb-endpoint)\.ts$)/.test(module),
      ),
    );
    expect(strays).toEqual([]);
  });

  test('are identical when they are built again', async () => {
    const again = join(folder, 'second');
    await buildBundles(again);
    for (const name of functionNames) {
      const [first, second] = await Promise.all([dist, again].map((each) => readFile(bundleOf(name, each))));
      expect(second?.equals(first ?? Buffer.alloc(0))).toBe(true);
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
  test('has a line for each function', () => {
    const lines = reportOf([...bundles.values()]).split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual([...bundles.keys()]);
  });

  test('counts all bytes of a bundle except the code between its modules', () => {
    for (const { bytes, inside } of bundles.values()) {
      const counted = Object.values(inside).reduce((sum, each) => sum + each, 0);
      expect(counted).toBeLessThanOrEqual(bytes);
      // The code that esbuild adds between modules is about the same size in a small bundle as in a large one.
      expect(counted).toBeGreaterThan(bytes - Math.max(1_000, bytes * 0.01));
    }
  });
});

const client = createClient();
afterAll(() => client.destroy());

const db = database({
  client,
  tableName: process.env['TABLE_NAME'] ?? '',
  remainingMillis: () => Infinity,
});
const { apiKey } = await employerStore(db).create({ name: 'Acme Inc.', plan: 'standard' }, new Date());

type Sent = Parameters<typeof gatewayEvent>[2];

const signed = (sent: Sent = {}): Sent => ({ ...sent, headers: { 'api-key': apiKey, ...sent.headers } });

async function bundled(method: string, target: string, sent?: Sent) {
  const { functionName, event } = gatewayEvent(method, target, signed(sent));
  const { statusCode, headers, body } = await lambda.invoke(functionName, event);
  return { status: statusCode, headers, body: body ? JSON.parse(body) : undefined };
}

/** The responses of the handler in `functions/` and of its bundle to the same event. */
async function both(method: string, target: string, sent?: Sent): Promise<[Outgoing, Outgoing]> {
  const { functionName, event } = gatewayEvent(method, target, signed(sent));
  const handler = await loadFunction(functionName);
  return [
    await invoke(handler, structuredClone(event), { functionName, millis: 120_000 }),
    await lambda.invoke(functionName, event),
  ];
}

const everywhere = (value: unknown) =>
  Object.fromEntries(Object.keys(JobUpdate.properties).map((name) => [name, value]));

/** Bodies that each break most rules of the schema in one way. */
const faulty: Record<string, unknown> = {
  null: everywhere(null),
  'an empty text': everywhere(''),
  'a long text': everywhere('x'.repeat(1_000)),
  'a text with a control character': everywhere('a\u0007b'),
  'a text with blanks around': everywhere(' a '),
  'a negative number': everywhere(-1),
  'a fraction': everywhere(1.23456),
  true: everywhere(true),
  'an empty array': everywhere([]),
  'an array of objects without members': everywhere([{}, {}, {}, {}]),
  'an object without members': everywhere({}),
  'an id that is not in the list': everywhere({ id: 9_999 }),
  'an array of ids that are not in the list': everywhere([{ id: 9_999 }, { id: 'x' }]),
  'half a salary': { salary: { amount: 1 } },
  'a salary that breaks every rule': {
    salary: { amount: 'x', maxAmount: -1, period: { id: 0 }, plusCommission: 1 },
  },
  'a salary whose maximum is lower': aJob({ salary: { amount: 2, maxAmount: 1, period: { id: 1 } } }),
  'places that do not exist': aJob({ locations: [{ description: 'Paris, France' }, { description: '' }] }),
  'a description without text': aJob({ description: '<script>a</script><p style="x"> </p>' }),
  'addresses that are none': aJob({
    applicationEmail: 'a@b',
    applicationUrl: 'http://',
    closeDate: '2026-02-30',
  }),
  'a title of 257 characters, each of two units': aJob({ title: '😀'.repeat(257) }),
  'nothing at all': {},
  'unknown fields': { ...everywhere(0), nobody: 1, constructor: 2 },
};

describe('a bundle gives the same response as its source', () => {
  let id: number;
  beforeAll(async () => {
    ({
      body: { id },
    } = await bundled('POST', '/jobs', { body: aJob({ referenceId: 'same' }) }));
  });

  test.each(Object.keys(faulty))('to an invalid body: %s', async (name) => {
    const body = faulty[name];
    for (const [method, target, headers] of [
      ['POST', '/jobs', {}],
      ['PUT', '/jobs', {}],
      ['DELETE', '/jobs', {}],
      ['POST', '/jobs', { 'x-http-method-override': 'PUT', prefer: 'handling=strict' }],
      ['POST', `/jobs/${id}`, { 'x-http-method-override': 'PUT', prefer: 'handling=strict' }],
    ] as const) {
      const [source, bundle] = await both(method, target, { body, headers });
      expect(bundle).toEqual(source);
      expect(bundle.statusCode).toBeGreaterThanOrEqual(target === '/jobs' ? 400 : 200);
    }
    const [source, bundle] = await both('PUT', `/jobs/${id}`, { body });
    expect(bundle).toEqual(source);
  });

  test.each([
    ['malformed JSON', 'POST', '/jobs', { body: '{"title":' }],
    ['base64 that is not UTF-8', 'POST', '/jobs', { body: '\uD800', base64: true }],
    ['another media type', 'POST', '/jobs', { body: 'a=b', headers: { 'content-type': 'text/plain' } }],
    ['a wrong key', 'GET', '/jobs', { headers: { 'api-key': 'wrong' } }],
    ['a faulty page', 'GET', '/jobs?page=0&pageSize=101&status=open&q=a%00b&q=c', {}],
    ['a faulty page of locations', 'GET', '/locations?page=x&pageSize=&types=City', {}],
    ['an unknown method', 'PATCH', '/jobs', {}],
    ['a list', 'GET', '/jobs?page=2&pageSize=1&status=draft', {}],
    ['a list of places', 'GET', '/locations?q=van&pageSize=100', {}],
    ['the document', 'GET', '/openapi.json', {}],
  ] satisfies [string, string, string, Sent][])('to %s', async (_, method, target, sent) => {
    const [source, bundle] = await both(method, target, sent);
    expect(bundle).toEqual(source);
  });

  test('to a valid update', async () => {
    const body = aJob({
      description: '<h1>A</h1><p style="x">é</p>',
      salary: { amount: 1.5, period: { id: 1 } },
    });
    const [source, bundle] = await both('PUT', `/jobs/${id}`, { body });
    expect(bundle).toEqual(source);
    expect(bundle.statusCode).toBe(200);
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
    const poor = deployedFunctions(dist, { AWS_ACCESS_KEY_ID: '', AWS_PROFILE: 'mine' });
    const { functionName, event } = gatewayEvent('GET', '/jobs', signed());
    expect(await poor.invoke(functionName, event)).toMatchObject({ statusCode: 500 });
    expect((await poor.stop()).join('\n')).toContain('Unable to find environment variable credentials.');
  });
});
