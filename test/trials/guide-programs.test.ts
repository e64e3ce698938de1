import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from '@jest/globals';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { callWebhook } from '../../functions/webhooks/delivery/call-webhook.ts';
import { aJob } from '../setup/a-job.ts';
import { tableStream } from '../setup/table-stream.ts';
import { chaptersToRun } from '../setup/guide.ts';
import { fencedBlocks } from '../setup/markdown.ts';
import { ownTable } from '../setup/own-table.ts';
import { installedLanguages, interpreters, scriptRunner } from '../setup/documented-scripts.ts';
import { startService } from '../setup/service.ts';
import { startServer } from '../setup/local-server.ts';
import { bareEnvironment } from '../setup/local-start.ts';

// The log is stopped before its table is deleted.
afterAll(() => log.stop());

await ownTable();
const service = await startService();
const log = (await tableStream()).follow();
const { saved, output } = await scriptRunner(service.origin);

const blocks = chaptersToRun().flatMap(({ id, text }) =>
  fencedBlocks(text).map((block) => ({ ...block, id })),
);

const MARK = '--- the next block';

const codeOf = (chapter: string, wanted: readonly string[] = ['js', 'ts']) =>
  blocks.filter(({ id, language }) => id === chapter && wanted.includes(language)).map(({ code }) => code);

/** The code that creates the client in the guide. */
const [itsClient] = codeOf('clients');

/** Changes jobs while the mirror of the guide runs, and waits until the mirror has the changes. */
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
  test('has at most twenty lines, copies all jobs and then every change to them, and stops at an abort signal', async () => {
    const employer = await service.newEmployer();
    const mirror = codeOf('follow-changes')[1] ?? '';
    expect(mirror.trim().split('\n').length).toBeLessThanOrEqual(20);
    const program = [itsClient, `const sample = ${JSON.stringify(aJob())};`, mirror, changesBesideMirror];
    expect(await output('js', program.join('\n'), employer.apiKey)).toBe('Enough.\n');
  });
});

/** The stored jobs of an employer, with the time of the last write of each. */
const stored = async ({ employer }: { employer: { id: number } }) =>
  service.db.query({
    KeyConditionExpression: 'PK = :PK',
    ExpressionAttributeValues: { ':PK': accountKeys.employer(employer.id).PK },
    ConsistentRead: true,
  });

describe('a second nightly synchronisation changes nothing', () => {
  test('over plain HTTP, because the removed jobs are already archived', async () => {
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
    // The next night sends the open jobs, and checks the removed ones.
    const [, batch, gone] = await answersTo(nightly.slice(0, -1));
    expect(batch.results.map(({ effect = 'refused' }) => effect)).toEqual(['refused', 'none']);
    expect(gone.data).toMatchObject([{ referenceId: 'REQ-7', status: 'archived' }]);
    expect(await stored(employer)).toEqual(before);
  });
});

/** Programs that receive webhooks with the code of the guide, and print the port on which they listen. */
const receivers = {
  js: (code: string) => `import { createServer } from 'node:http';
    const secret = process.env.WEBHOOK_SECRET;
    ${code}
    const server = createServer(receive).listen(0, () => console.log(server.address().port));`,
  python: (code: string) =>
    code.replace('server.serve_forever()', 'print(server.server_port, flush=True)\nserver.serve_forever()'),
};

const receiving = (['js', 'python'] as const).filter((language) => installedLanguages.includes(language));

test.each(receiving)(
  'the webhook receiver of the guide in %s accepts requests of the service, and rejects forged ones',
  async (language) => {
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    const code = codeOf('receive-webhooks', [language]).find((each) => /verif/.test(each)) ?? '';
    const program = await saved(language, receivers[language](code), '');
    const child = spawn(interpreters[language].program, [program], {
      env: { ...bareEnvironment(), WEBHOOK_SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const outputLines = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
    const nextLine = async () => String((await outputLines.next()).value).trim();
    const url = `http://127.0.0.1:${await nextLine()}/`;
    const outcomeOf = (secrets: string[], timestamp = Math.trunc(Date.now() / 1_000)) => {
      const body = JSON.stringify({ id: 7, type: 'job.updated' });
      return callWebhook('any')({ url, secrets }, { id: '1-7', timestamp, body }, 10_000);
    };
    expect(await outcomeOf([secret])).toMatchObject({ status: 204 });
    expect(await nextLine()).toBe('7 job.updated');
    expect(await outcomeOf([`whsec_${Buffer.alloc(32, 6).toString('base64')}`])).toMatchObject({
      status: 400,
    });
    expect(await outcomeOf([secret], 1_000_000_000)).toMatchObject({ status: 400 });
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
    child.kill();
    await once(child, 'exit');
  },
);

test('the code of the guide sends no API key to another host that a list names in its page links', async () => {
  const employer = await service.newEmployer();
  for (const title of ['Baker', 'Cook', 'Waiter']) await employer.post('/jobs', aJob({ title }));
  const front = await startServer(async ({ url = '', headers }, response) => {
    const init = { headers: { 'api-key': String(headers['api-key']) } };
    response.end(await (await fetch(`${service.origin}${url.replace('/front', '')}`, init)).text());
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
