import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { samplesOf } from '../pages/assets/sample-code.js';
import { sampleRequest } from '../pages/samples.ts';
import { requestHeaders } from '../schemas/headers.ts';
import { operationGuide } from '../schemas/operation-guide.ts';
import { openApiDocument } from '../schemas/openapi.ts';
import { BASE_PATH, operations, type Operation, type OperationId } from '../schemas/operations.ts';
import { pathIds } from './setup/applications-in-table.ts';
import { installedLanguages, scriptRunner } from './setup/documented-scripts.ts';
import { sharedService } from './setup/shared-service.ts';
import { startServer } from './setup/local-server.ts';

const service = sharedService();
const { folder, saved, output, failure } = await scriptRunner(service.origin);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The part of the reference about each operation, by operation id. */
const articles = new Map(
  (
    await Promise.all(
      [
        'jobs',
        'employer',
        'events',
        'applications',
        'webhooks',
        'partners',
        'keys',
        'postings',
        'reference-data',
      ].map((name) => service.anyone.get(`${service.origin}/docs/${name}`)),
    )
  )
    .flatMap(({ text }) => text.split('<article id="').slice(1))
    .map((text) => [text.slice(0, text.indexOf('"')), text.split('</article>')[0] ?? '']),
);

/** The code that the reference shows for an operation in a language, as people copy it. */
function sampleIn(id: OperationId, language: string): string {
  const [, code = ''] =
    new RegExp(`data-language="${language}"[^>]*><code>(.*?)</code>`, 's').exec(articles.get(id) ?? '') ?? [];
  return code.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
}

test.each(installedLanguages)(
  'A sample of the reference never sends the API key to another host after a redirect, in %s',
  async (language) => {
    const keysElsewhere: unknown[] = [];
    const elsewhere = await startServer(async ({ headers }, response) => {
      keysElsewhere.push(headers['api-key']);
      response.end('{}');
    });
    const keysHere: unknown[] = [];
    const redirecting = await startServer(async ({ headers, url = '' }, response) => {
      keysHere.push(headers['api-key']);
      response.writeHead(302, { location: `${elsewhere.endpoint}${url}` }).end();
    });
    const samples = (['getJob', 'getApplicationResume'] as const).map((id) => sampleIn(id, language));
    for (const sample of samples) {
      await failure(language, sample.replaceAll('http://localhost:3000', redirecting.endpoint), 'jps_secret');
    }
    expect(keysHere).toEqual(['jps_secret', 'jps_secret']);
    expect(keysElsewhere.filter((key) => key !== undefined)).toEqual([]);
  },
);

const MARK = '--- the next sample';

type Language = (typeof installedLanguages)[number];
type Run = readonly [file: string, apiKey: string];

/** A program that runs scripts one after the other, each with its API key, and marks the end of each output. */
const runners: Record<Language, (runs: readonly Run[]) => string> = {
  sh: (runs) => runs.map(([file, key]) => `API_KEY=${key} bash ${file}\necho '${MARK}'`).join('\n'),
  js: (runs) =>
    [
      'console.error = console.log;',
      ...runs.flatMap(([file, key]) => [
        `process.env.API_KEY = '${key}';`,
        `await import('${file}');`,
        `console.log('${MARK}');`,
      ]),
    ].join('\n'),
  python: (runs) => `
import os, runpy, urllib.request

def run(file, key):
    os.environ["API_KEY"] = key
    urllib.request.install_opener(None)
    try:
        runpy.run_path(file)
    except SystemExit as end:
        print("" if end.code is None else end.code)
    print("${MARK}")

${runs.map(([file, key]) => `run("${file}", "${key}")`).join('\n')}
`,
};

/** The output of each script. The scripts share one process, because starting a process takes most of the time. */
async function outputs(language: Language, given: { code: string; apiKey: string }[]): Promise<string[]> {
  const runs = await Promise.all(
    given.map(async ({ code, apiKey }) => [await saved(language, code, apiKey), apiKey] as const),
  );
  const written = await output(language, runners[language](runs), '');
  return written.split(MARK).map((text) => text.trim());
}

test.each(installedLanguages)(
  'A sample with a file, as the reference shows it, submits an application in %s',
  async (language) => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    await writeFile(join(folder, 'resume.txt'), 'Ten years of chocolate.\n');
    const codes = samplesOf({
      method: 'POST',
      address: `http://localhost:3000/api/v1.1/public/jobs/${job.id}/applications`,
      signed: false,
      headers: [],
      body: undefined,
      file: undefined,
      form: {
        fields: [
          ['name', "Zoé O'Neill"],
          ['email', 'zoe@example.com'],
          ['coverLetter', 'One line,\nand "another".'],
          ['consent', 'true'],
        ],
        name: 'resume',
        file: 'resume.txt',
      },
      hasResponseBody: true,
    });
    await output(language, codes[language], '');
    expect((await acme.get('/applications')).body.data).toMatchObject([
      {
        name: "Zoé O'Neill",
        coverLetter: 'One line,\nand "another".',
        resume: { fileName: 'resume.txt', size: 24 },
      },
    ]);
  },
);

const document = openApiDocument();
const ids = Object.keys(operations) as OperationId[];

/** The request that the reference shows for an operation. */
function requestOf(id: OperationId) {
  const { path, method }: Operation = operations[id];
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The document has no ${id}.`);
  return sampleRequest(document, path, method, operation);
}

/** The kind of a request: samples of one kind differ only in the address and in the values of headers and body. */
const kindOf = (id: OperationId) => {
  const { method, address, signed, headers, body, file, hasResponseBody } = requestOf(id);
  const names = headers.map(([name]) => name);
  return JSON.stringify([method, address.includes('?'), signed, names, body && 1, file, hasResponseBody]);
};

/** The first operation of each kind. */
const runIds = [...Map.groupBy(ids, kindOf).values()].map(([id]) => id!);

test.each(installedLanguages)('The reference shows the request of each operation, in %s', (language) => {
  for (const id of ids) {
    expect([id, sampleIn(id, language)]).toEqual([id, samplesOf(requestOf(id))[language]]);
  }
});

test('The request of each operation in the reference is the documented request', () => {
  for (const id of ids) {
    const { path, access }: Operation = operations[id];
    const { parameters: { id: entry = '', ...query } = {}, body } = operationGuide[id];
    const inQuery = Object.entries(query).filter(([name]) => !(name in requestHeaders));
    const { method, address, signed, body: payload } = requestOf(id);
    const { pathname, searchParams } = new URL(address);
    expect([id, method, pathname, signed, payload]).toEqual([
      id,
      operations[id].method,
      BASE_PATH + path.replace('{id}', String(entry)),
      access !== 'public',
      body,
    ]);
    expect(Object.fromEntries(searchParams)).toEqual(
      Object.fromEntries(inQuery.map(([name, value]) => [name, String(value)])),
    );
  }
});

/** Samples without a body, with a body, with a file and without a response body: all variants of the error output. */
const refused = ['getJob', 'createJob', 'setLogo', 'deleteJob'] as const satisfies OperationId[];

/** A new employer with one of each resource that the paths of operations can name. */
async function employerWithJob(fields: object) {
  const employer = await service.newEmployer();
  const { body: job } = await employer.post('/jobs', {
    ...operationGuide.createJob.body,
    status: 'active',
    ...fields,
  });
  return { apiKey: employer.apiKey, paths: await pathIds(service.db, employer, job) };
}

/** The employer whose jobs are only read. */
const reader = await employerWithJob({});

/** The employer of a sample, and the ids of its resources. */
function ownerOf(id: OperationId): ReturnType<typeof employerWithJob> | typeof reader {
  if (operations[id].method === 'GET') return reader;
  return employerWithJob({
    ...(id === 'createJob' && { referenceId: 'Another one' }),
    ...('fromCandidates' in operations[id] && {
      applicantRoutingType: { id: 1 },
      applicationEmail: 'jobs@example.com',
    }),
  });
}

describe.each(installedLanguages)('a sample of each kind runs unchanged in %s', (language) => {
  let written: string[];

  /** The sample of an operation, with the ids of its resources. */
  async function sampleOf(id: OperationId) {
    const { apiKey, paths } = await ownerOf(id);
    const code = sampleIn(id, language)
      .replaceAll('/jobs/2041', `/jobs/${paths.job}`)
      .replaceAll(
        `/applications/${operationGuide.getApplication.parameters?.['id']}`,
        `/applications/${paths.application}`,
      )
      .replaceAll(`/webhooks/${operationGuide.getWebhook.parameters?.['id']}`, `/webhooks/${paths.webhook}`)
      .replaceAll(
        `/employers/${operationGuide.getEmployerAccount.parameters?.['id']}`,
        `/employers/${paths.partnersEmployer}`,
      )
      .replaceAll(`/keys/${operationGuide.updateKey.parameters?.['id']}`, `/keys/${paths.key}`);
    return { code, apiKey: operations[id].access === 'partner' ? paths.partnerKey : apiKey };
  }

  beforeAll(async () => {
    written = await outputs(language, await Promise.all(runIds.map((id) => sampleOf(id))));
  });

  test.each(runIds)('%s', (id) => {
    const answer = written[runIds.indexOf(id)] ?? '';
    const { status } = operations[id];
    if (language !== 'sh') expect(answer).toMatch(new RegExp(`^${id === 'upsertJob' ? 200 : status}\\b`));
    else if (status === 204) expect(answer).toBe('');
    else expect(JSON.parse(answer)).toEqual(expect.any(Object));
  });

  // Curl shows a problem like any other response.
  if (language === 'sh') return;

  test('prints the problem when the request fails', async () => {
    const samples = refused.map((id) => ({ code: sampleIn(id, language), apiKey: 'jps_wrong' }));
    for (const problem of (await outputs(language, samples)).slice(0, refused.length)) {
      expect(problem).toMatch(/^401 /);
      expect(problem).toContain('api_key_invalid');
      expect(problem).not.toMatch(/Traceback|\bat /);
    }
  });
});
