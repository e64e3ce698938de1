import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import type { SyncReport } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { countJobs, createHttpClient } from '../setup/http-client.ts';
import { npmStart } from '../setup/local-start.ts';
import { projectWithClient } from '../setup/packed-client.ts';

const run = promisify(execFile);
const service = await npmStart({ environment: { RATE_LIMITS: 'on' } });
const project = await projectWithClient();
afterAll(async () => {
  await service.stop();
  await project.remove();
});

/** The jobs of a vendor's system in one night. */
interface Night {
  /** The number of the first job, and the one after the last. */
  first: number;
  last: number;
  /** How many jobs are changed, counted from the first, and how many are invalid, counted from the last. */
  changed: number;
  bad: number;
}

const program = `
import { createClient } from 'job-posting-client';

const [url, apiKey, night] = process.argv.slice(2);
const { first, last, changed, bad } = JSON.parse(night);

function* jobs() {
  for (let number = first; number < last; number += 1) {
    const isBad = last - number <= bad;
    yield {
      referenceId: \`REQ-\${number}\`,
      title: isBad ? '' : number - first < changed ? \`Senior Baker \${number}\` : \`Baker \${number}\`,
      status: 'active',
      locations: [{ description: 'Montreal, QC' }],
      categories: [{ id: 18 }],
      positionType: { id: 1 },
      salary: { amount: 24.5, period: { id: 5 } },
      description: \`<p>Bread number \${number}.</p><ul>\${'<li>Early in the <strong>morning</strong>.</li>'.repeat(30)}</ul>\`,
      applicantRoutingType: { id: 2 },
      applicationUrl: \`https://example.com/apply/\${number}\`,
    };
  }
}

const statuses = [];
const countingFetch = async (...request) => {
  const response = await fetch(...request);
  statuses.push(response.status);
  return response;
};
const client = createClient({ url, apiKey, fetch: countingFetch });
const started = performance.now();
const report = await client.jobs.sync(jobs(), { archiveMissing: true });
const seconds = (performance.now() - started) / 1000;
console.log(JSON.stringify({ report, statuses, seconds }));
`;

/** Runs one `sync` call of the client. */
async function sync(apiKey: string, night: Night) {
  const file = join(project.folder, 'night.js');
  await writeFile(file, program);
  const { stdout } = await run(
    process.execPath,
    [file, `${service.origin}${BASE_PATH}`, apiKey, JSON.stringify(night)],
    { cwd: project.folder, maxBuffer: 1e8 },
  );
  return JSON.parse(stdout) as { report: SyncReport; statuses: number[]; seconds: number };
}

const print = (what: string, { statuses, seconds }: Awaited<ReturnType<typeof sync>>) =>
  process.stderr.write(`${what}: ${statuses.length} requests, ${seconds.toFixed(1)} s\n`);

test('A standard key loads 5,020 jobs in one client call, and synchronises 5,000 jobs a night in fewer than 60 requests', async () => {
  const { employer, apiKey } = await service.admin('employer', 'create', '--name', 'Acme Inc.');
  expect(employer.plan).toBe('standard');
  const load = await sync(apiKey, { first: 0, last: 5_020, changed: 0, bad: 0 });
  print('first load', load);
  expect(load.report).toMatchObject({ created: 5_020, failed: 0 });
  // A refused request would show that the rate limit of one key is too low.
  expect(load.statuses.filter((status) => status !== 200)).toEqual([]);

  // A new key with an unused rate limit, as at night.
  const issued = await service.admin('key', 'issue', '--employer', String(employer.id));
  const night = await sync(issued.apiKey, { first: 20, last: 5_020, changed: 100, bad: 5 });
  print('nightly run', night);
  expect(night.report).toMatchObject({ created: 0, updated: 100, unchanged: 4_895, archived: 20, failed: 5 });
  expect(night.statuses.length).toBeLessThan(60);
  const failures = night.report.items.filter(({ outcome }) => outcome === 'failed');
  expect(failures).toMatchObject(
    [4_995, 4_996, 4_997, 4_998, 4_999].map((index) => ({
      index,
      referenceId: `REQ-${index + 20}`,
      problem: { status: 400, errors: [{ pointer: '/title' }] },
    })),
  );
  const client = createHttpClient(service.origin, { 'api-key': issued.apiKey });
  expect(await countJobs(client, '?status=active')).toBe(5_000);
  expect(await countJobs(client, '?status=archived')).toBe(20);
});
