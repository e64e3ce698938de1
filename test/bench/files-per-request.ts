import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleBody } from './sample-job.ts';

const root = new URL('../..', import.meta.url);

/** Counts the project's files and functions that run for one request, by V8's coverage of a warm process. */
export async function filesPerRequest(): Promise<object[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'files-per-request-'));
  process.env['DATA_DIR'] = dataDir;
  process.env['LOG_LEVEL'] = 'error';

  // Imported after the settings are set, because modules read them when they are loaded.
  const { createGateway } = await import('../../bin/local/gateway.ts');
  const { createTable } = await import('../../bin/local/create-table.ts');
  const { firstEmployer } = await import('../../bin/local/serve.ts');
  const { lambdaContext } = await import('../../bin/local/lambda.ts');
  const { openStorage } = await import('../../bin/local/storage.ts');
  const { setting } = await import('../../functions/platform/config.ts');
  const { createSigningSecret } = await import('../../functions/platform/crypto/signing-key.ts');
  const { database } = await import('../../functions/platform/dynamodb/database.ts');
  const { createClient } = await import('../../functions/platform/store-client.ts');

  const storage = await openStorage((error: unknown) => {
    throw error;
  });
  const tableName = setting('TABLE_NAME');
  const client = createClient();
  await createTable(client, tableName);
  const db = database({ client, tableName, remainingMillis: () => 60_000 });
  await createSigningSecret(db);
  const { apiKey } = await firstEmployer(db, new Date());
  const gateway = createGateway();
  const origin = `http://127.0.0.1:${await gateway.listen(0)}`;
  process.env['BASE_URL'] = origin;
  // A function connects to the engine when it is loaded.
  const { handler: sendApplications } = await import('../../functions/applications/send-applications.ts');

  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');

  /** The project's files that run for a call, each with the number of its functions that run. */
  async function filesOf(call: () => Promise<unknown>): Promise<Map<string, number>> {
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await call();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const sources = new RegExp(`^${root.href}(?:bin|functions|lib|pages|schemas)/`);
    return new Map(
      result
        .filter(({ url }) => sources.test(url))
        .map(({ url, functions }): [string, number] => [
          url.slice(root.href.length),
          functions.filter(({ ranges: [range] }) => (range?.count ?? 0) > 0).length,
        ])
        .filter(([, count]) => count > 0),
    );
  }

  interface Sent {
    method?: string;
    headers?: Record<string, string>;
    body?: string | FormData;
  }

  async function request(path: string, { headers, ...sent }: Sent = {}): Promise<void> {
    const init = { redirect: 'manual', ...sent, headers: { 'api-key': apiKey, ...headers } } as const;
    const response = await fetch(`${origin}${path}`, init);
    if (response.status >= 400) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }

  let count = 0;
  const createJob = () => {
    count += 1;
    const job = sampleBody({ referenceId: `REQ-${count}`, status: 'active' });
    const headers = { 'content-type': 'application/json', 'idempotency-key': `key-${count}` };
    return request('/api/v1.1/jobs', { method: 'POST', headers, body: JSON.stringify(job) });
  };

  const resume = readFileSync(fileURLToPath(new URL('test/fixtures/resumes/libreoffice.pdf', root)));

  const apply = () => {
    count += 1;
    const form = new FormData();
    const fields = { name: 'Zoë Tremblay', email: `zoe.${count}@example.org`, consent: 'true' };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('resume', new Blob([resume]), 'cv.pdf');
    return request('/jobs/1/apply', { method: 'POST', body: form });
  };

  // The time left is the harness's own, so that no file of the local service counts.
  const context = {
    ...lambdaContext('send-applications', 'bench', () => 110_000),
    getRemainingTimeInMillis: () => 110_000,
  };
  const sendMail = () => sendApplications({}, context);

  const calls: [name: string, warm: () => Promise<unknown>, call?: () => Promise<unknown>][] = [
    ['POST /jobs', createJob],
    ['GET /jobs?page=3', () => request('/api/v1.1/jobs?page=3&pageSize=1')],
    ['GET /salaryperiods/1', () => request('/api/v1.1/salaryperiods/1')],
    ['POST /jobs/{id}/apply, with a résumé', apply],
    ['A run of sendApplications', async () => (await apply(), sendMail()), sendMail],
  ];

  const table: object[] = [];
  try {
    for (let jobs = 0; jobs < 5; jobs += 1) await createJob();
    for (const [name, warm, call = warm] of calls) {
      await warm();
      if (call !== warm) await apply();
      const files = await filesOf(call);
      table.push({
        call: name,
        files: files.size,
        functions: [...files.values()].reduce((sum, each) => sum + each, 0),
      });
    }
  } finally {
    await gateway.close();
    client.destroy();
    await storage.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return table;
}
