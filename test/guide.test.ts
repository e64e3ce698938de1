import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callWebhook } from '../functions/webhooks/delivery/call-webhook.ts';
import { chapters } from '../pages/guide.ts';
import { samplesOf } from '../pages/assets/sample-code.js';
import { ApplicationState } from '../schemas/application.ts';
import { keys } from '../functions/platform/dynamodb/table.ts';
import { operationGuide } from '../schemas/operation-guide.ts';
import { operations, type OperationId } from '../schemas/operations.ts';
import { clients } from './generators/clients.ts';
import { aJob } from './setup/a-job.ts';
import { pathIds } from './setup/applications-in-table.ts';
import { bareEnvironment } from './setup/bare-environment.ts';
import { fencedBlocks, tableRows } from './setup/markdown.ts';
import { tableStream } from './setup/event-log.ts';
import { ownTable } from './setup/own-table.ts';
import { partnersIn } from './setup/partners.ts';
import { realLogo } from './setup/logos.ts';
import { startService } from './setup/service.ts';
import { startStandIn } from './setup/stand-in.ts';

const run = promisify(execFile);
const table = await ownTable();
const service = await startService();
const log = (await tableStream()).follow();
const folder = await mkdtemp(join(tmpdir(), 'guide-'));
await mkdir(join(folder, 'node_modules'));
await symlink(
  join(import.meta.dirname, '../schemas/client'),
  join(folder, 'node_modules/job-posting-client'),
);

afterAll(async () => {
  await log.stop();
  await service.close();
  await table.drop();
  await rm(folder, { recursive: true });
});

// What the guide sends as a logo.
await writeFile(join(folder, 'logo.png'), realLogo('chromium.png').bytes);

const here = (code: string, apiKey: string) =>
  code.replaceAll('http://localhost:3000', service.origin).replaceAll('jps_…', apiKey);

/** The command that runs each language; curl fails when the response is an error. */
const programs = {
  sh: {
    extension: 'sh',
    program: 'bash',
    before: 'set -euo pipefail; curl() { command curl --silent --fail-with-body "$@"; echo; }\n',
  },
  js: { extension: 'mjs', program: process.execPath, before: '' },
  ts: { extension: 'mts', program: process.execPath, before: '' },
  python: { extension: 'py', program: 'python3', before: '' },
} as const;

// Python is not installed by the project; a machine without it tests the other two.
const languages = (['sh', 'js', 'python'] as const).filter(
  (language) => spawnSync(programs[language].program, ['--version']).status === 0,
);

let scripts = 0;

/** The file that a script is written to. */
async function saved(language: keyof typeof programs, code: string, apiKey: string): Promise<string> {
  const { extension, before } = programs[language];
  const file = join(folder, `${(scripts += 1)}.${extension}`);
  await writeFile(file, before + here(code, apiKey));
  return file;
}

/** How a script ends. Fails with what it says when it ends with an error. */
async function outcome(language: keyof typeof programs, code: string, apiKey: string) {
  const file = await saved(language, code, apiKey);
  return run(programs[language].program, [file], {
    cwd: folder,
    env: { ...bareEnvironment(), API_KEY: apiKey, PARTNER_KEY: partnerKey },
  });
}

/** What a script writes. Fails with what it says when it ends with an error. */
const output = async (...script: Parameters<typeof outcome>): Promise<string> =>
  (await outcome(...script)).stdout;

/** The same, however it ends. */
const failure = async (...script: Parameters<typeof outcome>) =>
  outcome(...script).catch((error: unknown) => error as { code: number; stdout: string; stderr: string });

const guide = chapters();
const blocksOf = (given: typeof guide) =>
  given.flatMap(({ id, text }) => fencedBlocks(text).map((block) => ({ ...block, id })));

/** What the trial of the generated clients runs (`test/generators/`). */
const isTriedByGenerators = ({ id }: { id: string }) => id === 'other-languages';
const blocks = blocksOf(guide.filter((chapter) => !isTriedByGenerators(chapter)));

const MARK = '--- the next block';

/** What has to have happened before the blocks of a chapter in the shell show what they show. */
const waitFor: Record<string, string> = {
  'follow-changes': `until curl "$URL/events?types=job.updated" -H "API-Key: $API_KEY" | grep -q job.updated; do :; done\n`,
};

/** The chapter whose first block shows an error, with which curl fails here. */
const isRefusal = ({ id, language }: (typeof blocks)[number]) => id === 'errors' && language === 'sh';

describe('the guide', () => {
  test('contains code only in languages that are run, and its responses', () => {
    expect(guide.map(({ id }) => id)).toEqual([
      'first-job',
      'upsert',
      'retries',
      'paging',
      'typescript-client',
      'nightly-sync',
      'dates',
      'markup',
      'places',
      'authentication',
      'life-of-a-job',
      'errors',
      'rate-limits',
      'versions',
      'public-pages',
      'receiving-applications',
      'follow-changes',
      'receive-webhooks',
      'many-employers',
      'other-languages',
    ]);
    expect(new Set(blocks.map(({ language }) => language))).toEqual(
      new Set(['sh', 'js', 'ts', 'python', 'json']),
    );
    for (const { id } of guide.filter((chapter) => !isTriedByGenerators(chapter))) {
      const there = blocks.filter((block) => block.id === id).map(({ language }) => language);
      const shown = id === 'typescript-client' ? ['ts'] : ['sh', 'js'];
      expect([id, ...there]).toEqual(expect.arrayContaining([id, ...shown]));
    }
  });

  test('has a recipe, by a command and a call, for each generated client that is tried', () => {
    const { text = '' } = guide.find(isTriedByGenerators) ?? {};
    const sections = text.split(/^#### /m).slice(1);
    const names = sections.map((section) => section.split('\n')[0] ?? '');
    expect(new Set(names)).toEqual(new Set(Object.values(clients).map(({ section }) => section)));
    for (const section of sections) {
      const [command, call] = fencedBlocks(section);
      expect([command?.language, call?.code]).toEqual(['console', expect.stringContaining('REQ-1')]);
    }
  });

  test('says what to do in every state of an application', () => {
    const { text = '' } = guide.find(({ id }) => id === 'receiving-applications') ?? {};
    const states = tableRows(text).flatMap(([cell = '']) => cell.match(/\w+/g) ?? []);
    expect(states.toSorted()).toEqual(ApplicationState.enum.toSorted());
  });

  describe('pasted in reading order, into one shell and one module, beside a job of the README', () => {
    let shown: string[];
    let written: string[];
    let jobs: { referenceId: string | null; title: string; status: string }[];
    let applications: unknown[];

    beforeAll(async () => {
      const employer = await service.newEmployer();
      const shell = blocks
        .filter(({ language }) => language === 'sh')
        .map(
          (block) =>
            `${waitFor[block.id] ?? ''}${block.code.trimEnd()}${isRefusal(block) ? ' || test $? = 22' : ''}`,
        );
      const module = blocks.filter(({ language }) => language === 'js' || language === 'ts');
      const file = await saved('ts', module.map(({ code }) => code).join('\n'), employer.apiKey);
      const ofReadme = ['REQ-2041', undefined].map((referenceId) => {
        const job = JSON.stringify(aJob({ referenceId, title: 'By hand', status: 'active' }));
        return `curl "$URL/jobs" -H "API-Key: $API_KEY" -H 'Content-Type: application/json' -d '${job}' > /dev/null`;
      });
      // The module gets from the shell what the guide exports.
      const last = [...ofReadme, `exec '${process.execPath}' '${file}'`].join('\n');
      const all = ['unset API_KEY', ...shell, last].join(`\necho '${MARK}'\n`);
      const [, ...answers] = (await output('sh', all, employer.apiKey)).split(MARK);
      shown = answers.map((text) => text.trim());
      written = shown.pop()?.split('\n') ?? [];
      jobs = (await employer.get('/jobs?pageSize=100')).body.data;
      applications = (await employer.get('/applications')).body.data;
    });

    test('gets the responses that it shows', () => {
      let compared = 0;
      for (const [index, { language, code }] of blocks.entries()) {
        if (language !== 'json') continue;
        const before = blocks.slice(0, index).filter((block) => block.language === 'sh').length;
        expect(JSON.parse(shown[before - 1] ?? '')).toMatchObject(JSON.parse(code));
        compared += 1;
      }
      expect(compared).toBeGreaterThan(5);
    });

    test('leaves its jobs open, those made by hand alone, archives what is gone, and erases applications', () => {
      const statuses = Object.groupBy(jobs, ({ referenceId }) => String(referenceId));
      const statusOf = (referenceId: string) => statuses[referenceId]?.map(({ status }) => status);
      expect(['REQ-7', 'REQ-8', 'REQ-9', 'REQ-2041'].map(statusOf)).toEqual([
        ['active'],
        ['active'],
        ['active'],
        ['archived'],
      ]);
      const titles = statuses['null']?.map(({ title, status }) => `${title}, ${status}`);
      // In the shell the first job stays as it is, and retries make one.
      expect(titles?.toSorted()).toEqual([
        'Baker, draft',
        'By hand, active',
        'Night Baker, Montreal, active',
        'Night Baker, draft',
      ]);
      expect(applications).toEqual([]);
    });

    test('writes what the service, and the client, returned, yielded and threw', () => {
      expect(written).toEqual(
        expect.arrayContaining([
          'Full Time',
          '200',
          expect.stringMatching(/^\d+ Pastry Chef$/),
          expect.stringMatching(/^Chocolatier (true|false)$/),
          'markup_removed /description',
          'Master Chocolatier',
          expect.stringMatching(/^Saint-Jean/),
          '5',
          'PUT 400 validation_failed',
          expect.stringMatching(/^\/locations\/0\/description .*Did you mean: Calgary, AB\?/),
          expect.stringMatching(/^400 \[/),
          'validation_failed',
          expect.stringMatching(/^\/title /),
          'Zoé Tremblay queued',
          '24 bytes',
          expect.stringMatching(/^\S+ job\.created key$/),
          'Acme Bakery: 0 jobs',
          'true',
        ]),
      );
      expect(written.join('\n')).not.toContain('undefined');
    });
  });
});

/** Fails requests like a network, a busy service and a rate limit, each several times, without real waiting. */
const troubles = `
const plan = [
  { part: 'references', answers: [503, 429] },
  { part: 'REQ-7', answers: [undefined, 502, 429] },
  { part: 'referenceId=', answers: [503] },
  { part: 'archived', answers: [429] },
];
process.on('exit', () => console.log('Left over:', plan.flatMap(({ answers }) => answers).length));
const reach = fetch;
// Time passes as fast as the client waits for it. The limits of attempts are longer, and what fetch waits for is shorter.
const { now } = performance;
let waited = 0;
performance.now = () => now.call(performance) + waited;
const timer = setTimeout;
globalThis.setTimeout = (act, milliseconds, ...given) => {
  const isWait = milliseconds > 500 && milliseconds < 60_000 && given.length === 0;
  if (isWait) waited += milliseconds;
  return timer(act, isWait ? 0 : milliseconds, ...given);
};
globalThis.fetch = async (address, init = {}) => {
  const trouble = plan.find(({ part }) => \`\${address} \${init.body}\`.includes(part));
  if (!trouble?.answers.length) return reach(address, init);
  const status = trouble.answers.shift();
  if (status === undefined) throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
  return Response.json({ message: 'Not now.' }, { status });
};
`;

const codeOf = (chapter: string, wanted: readonly string[] = ['js', 'ts']) =>
  blocks.filter(({ id, language }) => id === chapter && wanted.includes(language)).map(({ code }) => code);

/** The client of the guide. */
const [itsClient] = codeOf('typescript-client');

describe('the nightly synchronisation of the guide', () => {
  test('continues after a job that breaks a rule, reports it, retries temporary errors, and archives what is gone', async () => {
    const employer = await service.newEmployer();
    await employer.post('/jobs', aJob({ referenceId: 'REQ-GONE', status: 'active' }));
    await employer.post('/jobs', aJob({ referenceId: 'REQ-BAD', title: 'Baker', status: 'active' }));
    const second = "{ referenceId: 'REQ-8'";
    const nightly = codeOf('nightly-sync')[0]?.replace(
      second,
      `{ referenceId: 'REQ-BAD', title: '' },\n${second}`,
    );
    const ended = await failure('js', [troubles, itsClient, nightly].join('\n'), employer.apiKey);
    expect(ended.stderr).toMatch(/^REQ-BAD: title .*\n$/);
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining('Left over: 0') });
    const { data } = (await employer.get('/jobs')).body as {
      data: { referenceId: string; title: string; status: string }[];
    };
    expect(Object.fromEntries(data.map(({ referenceId, status }) => [referenceId, status]))).toEqual({
      'REQ-7': 'active',
      'REQ-8': 'active',
      'REQ-9': 'active',
      'REQ-BAD': 'active',
      'REQ-GONE': 'archived',
    });
  });
});

/** Changes jobs while the mirror of the guide is kept, and waits until it shows them. */
const changesBesideMirror = `
const ids = [];
for (let n = 0; n < 3; n += 1) ids.push((await client.jobs.create({ ...sample, title: 'Baker ' + n })).id);
const stop = new AbortController();
const kept = keepMirror(stop.signal).catch((error) => error);
const shown = () => JSON.stringify([...mirror.values()].map(({ id, title }) => [id, title]).sort());
const until = async (wanted) => {
  while (shown() !== JSON.stringify(wanted)) await new Promise((resolve) => setTimeout(resolve, 20));
};
await until(ids.map((id, n) => [id, 'Baker ' + n]));
await client.jobs.update(ids[0], { title: 'Cook' });
await client.jobs.delete(ids[1]);
const added = await client.jobs.create({ ...sample, title: 'Waiter' });
await until([[ids[0], 'Cook'], [ids[2], 'Baker 2'], [added.id, 'Waiter']]);
stop.abort(new Error('Enough.'));
console.log((await kept).message);
`;

describe('the mirror of the guide', () => {
  test('takes at most twenty lines, shows all jobs and then every change to them, and ends by its signal', async () => {
    const employer = await service.newEmployer();
    const mirror = codeOf('follow-changes')[1] ?? '';
    expect(mirror.trim().split('\n').length).toBeLessThanOrEqual(20);
    const program = [itsClient, `const sample = ${JSON.stringify(aJob())};`, mirror, changesBesideMirror];
    expect(await output('js', program.join('\n'), employer.apiKey)).toBe('Enough.\n');
  });
});

/** What is stored of an employer's jobs, with when each was written. */
const stored = async ({ employer }: { employer: { id: number } }) =>
  service.db.query({
    KeyConditionExpression: 'PK = :PK',
    ExpressionAttributeValues: { ':PK': keys.employer(employer.id).PK },
    ConsistentRead: true,
  });

describe('a second night changes nothing', () => {
  test('by plain HTTP: what is gone is archived already', async () => {
    const employer = await service.newEmployer();
    await employer.post('/jobs', aJob({ referenceId: 'REQ-7', status: 'active' }));
    const start = blocks.find(({ id, language }) => id === 'first-job' && language === 'sh')?.code ?? '';
    const nightly = blocks.filter(({ id, language }) => id === 'nightly-sync' && language === 'sh');
    const answersTo = async (commands: { code: string }[]) => {
      const code = [start, ...commands.map((block) => block.code)].join(`\necho '${MARK}'\n`);
      return (await output('sh', code, employer.apiKey))
        .split(MARK)
        .slice(1)
        .map((text) => JSON.parse(text));
    };

    await answersTo(nightly);
    const before = await stored(employer);
    // The next night sends what is open, and looks at what is gone.
    const [, sent, gone] = await answersTo(nightly.slice(0, -1));
    expect(sent.results.map(({ effect = 'refused' }) => effect)).toEqual(['refused', 'none']);
    expect(gone.data).toMatchObject([{ referenceId: 'REQ-7', status: 'archived' }]);
    expect(await stored(employer)).toEqual(before);
  });

  test('by the client', async () => {
    const employer = await service.newEmployer();
    const night = [itsClient, codeOf('nightly-sync')[0], 'console.log(JSON.stringify(report));'];
    await employer.post('/jobs', aJob({ referenceId: 'REQ-GONE', status: 'active' }));
    const first = JSON.parse(await output('js', night.join('\n'), employer.apiKey));
    expect(first).toMatchObject({ created: 3, archived: 1, failed: 0 });
    const before = await stored(employer);
    const second = JSON.parse(await output('js', night.join('\n'), employer.apiKey));
    expect(second).toMatchObject({ created: 0, updated: 0, archived: 0, unchanged: 3, gone: 0 });
    expect(await stored(employer)).toEqual(before);
  });
});

/** Programs that receive webhooks by the code of the guide, and write the port that they listen at. */
const receivers = {
  js: (code: string) => `import { createServer } from 'node:http';
    const secret = process.env.WEBHOOK_SECRET;
    ${code}
    const server = createServer(receive).listen(0, () => console.log(server.address().port));`,
  python: (code: string) =>
    code.replace('server.serve_forever()', 'print(server.server_port, flush=True)\nserver.serve_forever()'),
};

const receiving = (['js', 'python'] as const).filter((language) => languages.includes(language));

test.each(receiving)(
  'the receiver of the guide in %s takes what the service sends, and nothing that was forged',
  async (language) => {
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    const code = codeOf('receive-webhooks', [language]).find((each) => /verif/.test(each)) ?? '';
    const program = await saved(language, receivers[language](code), '');
    const child = spawn(programs[language].program, [program], {
      env: { ...bareEnvironment(), WEBHOOK_SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const told = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
    const nextLine = async () => String((await told.next()).value).trim();
    const url = `http://127.0.0.1:${await nextLine()}/`;
    const sent = (secrets: string[], timestamp = Math.trunc(Date.now() / 1_000)) => {
      const body = JSON.stringify({ id: 7, type: 'job.updated' });
      return callWebhook('any')({ url, secrets }, { id: '1-7', timestamp, body }, 10_000);
    };
    expect(await sent([secret])).toMatchObject({ status: 204 });
    expect(await nextLine()).toBe('7 job.updated');
    expect(await sent([`whsec_${Buffer.alloc(32, 6).toString('base64')}`])).toMatchObject({ status: 400 });
    expect(await sent([secret], 1_000_000_000)).toMatchObject({ status: 400 });
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
    child.kill();
    await once(child, 'exit');
  },
);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The code that the reference shows for an operation in a language, as people copy it. */
function sampleIn(id: OperationId, language: string): string {
  const article = operationPages.split(`<article id="${id}"`)[1]?.split('</article>')[0] ?? '';
  const [, code = ''] =
    new RegExp(`data-language="${language}"[^>]*><code>(.*?)</code>`, 's').exec(article) ?? [];
  return code.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
}

/** The pages of the operations, one after the other. */
const operationPages = (
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
  .map(({ text }) => text)
  .join('\n');

describe('the API key stays at the address of the service', () => {
  test('when the guide reads a list in which the service names another host', async () => {
    const employer = await service.newEmployer();
    for (const title of ['Baker', 'Cook', 'Waiter']) await employer.post('/jobs', aJob({ title }));
    const front = await startStandIn(async ({ url = '', headers }, response) => {
      const sent = { headers: { 'api-key': String(headers['api-key']) } };
      response.end(await (await fetch(`${service.origin}${url.replace('/front', '')}`, sent)).text());
    });
    const watch = `const reach = fetch;
      globalThis.fetch = (address, init) => (console.log(new URL(address).origin), reach(address, init));`;
    const code = ['first-job', 'retries', 'paging'].map((chapter) => codeOf(chapter)[0]).join('\n');
    const small = code.replace('pageSize=100', 'pageSize=1');
    const fronted = small.replaceAll('http://localhost:3000', `${front.endpoint}/front`);
    const written = await output('js', `${watch}\n${fronted}`, employer.apiKey);
    await front.close();
    expect(new Set(written.match(/^http:.*$/gm))).toEqual(new Set([front.endpoint]));
    for (const title of ['Baker', 'Cook', 'Waiter']) expect(written).toContain(title);
  });

  test.each(languages)('when a sample of the reference is redirected, in %s', async (language) => {
    const keysElsewhere: unknown[] = [];
    const elsewhere = await startStandIn(async ({ headers }, response) => {
      keysElsewhere.push(headers['api-key']);
      response.end('{}');
    });
    const keysHere: unknown[] = [];
    const redirecting = await startStandIn(async ({ headers, url = '' }, response) => {
      keysHere.push(headers['api-key']);
      response.writeHead(302, { location: `${elsewhere.endpoint}${url}` }).end();
    });
    const samples = (['getJob', 'getApplicationResume'] as const).map((id) => sampleIn(id, language));
    for (const sample of samples) {
      await failure(language, sample.replaceAll('http://localhost:3000', redirecting.endpoint), 'jps_secret');
    }
    await Promise.all([redirecting.close(), elsewhere.close()]);
    expect(keysHere).toEqual(['jps_secret', 'jps_secret']);
    expect(keysElsewhere.filter((key) => key !== undefined)).toEqual([]);
  });
});

type Language = (typeof languages)[number];
type Run = readonly [file: string, apiKey: string];

/** A program that runs scripts one after the other, each with its API key, and marks the end of what each writes. */
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

/** What each of the scripts writes. They share a process, because most of what one costs is its start. */
async function outputs(language: Language, given: { code: string; apiKey: string }[]): Promise<string[]> {
  const runs = await Promise.all(
    given.map(async ({ code, apiKey }) => [await saved(language, code, apiKey), apiKey] as const),
  );
  const written = await output(language, runners[language](runs), '');
  return written.split(MARK).map((text) => text.trim());
}

test.each(languages)(
  'a sample with a file, as a form of the reference shows it, applies in %s',
  async (language) => {
    const employer = await service.newEmployer();
    const { body: job } = await employer.post('/jobs', aJob({ status: 'active' }));
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
    expect((await employer.get('/applications')).body.data).toMatchObject([
      {
        name: "Zoé O'Neill",
        coverLetter: 'One line,\nand "another".',
        resume: { fileName: 'resume.txt', size: 24 },
      },
    ]);
  },
);

const ids = Object.keys(operations) as OperationId[];

/** A sample without a body, with one, with a file, and without a response: how it shows a problem depends on no more. */
const refused = ['getJob', 'createJob', 'setLogo', 'deleteJob'] as const satisfies OperationId[];

/** A new employer, with a job and what else the paths of operations can name. */
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

/** The key of the partner of the guide. */
const { apiKey: partnerKey } = await partnersIn(service.db);

/** The employer that a sample is for, and the ids of what it works on. */
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

describe.each(languages)('a sample of the reference runs unchanged in %s', (language) => {
  let written: string[];

  /** The sample of an operation, with the ids of what it works on. */
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
    written = await outputs(language, await Promise.all(ids.map((id) => sampleOf(id))));
  });

  test.each(ids)('%s', (id) => {
    const answer = written[ids.indexOf(id)] ?? '';
    const { status } = operations[id];
    if (language !== 'sh') expect(answer).toMatch(new RegExp(`^${id === 'upsertJob' ? 200 : status}\\b`));
    else if (status === 204) expect(answer).toBe('');
    else expect(JSON.parse(answer)).toEqual(expect.any(Object));
  });

  // Curl shows a problem as it shows any response.
  if (language === 'sh') return;

  test('and shows the problem when there is one', async () => {
    const samples = refused.map((id) => ({ code: sampleIn(id, language), apiKey: 'jps_wrong' }));
    for (const problem of (await outputs(language, samples)).slice(0, refused.length)) {
      expect(problem).toMatch(/^401 /);
      expect(problem).toContain('api_key_invalid');
      expect(problem).not.toMatch(/Traceback|\bat /);
    }
  });
});
