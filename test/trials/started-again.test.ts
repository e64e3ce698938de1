import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createClient } from '../../functions/platform/store-client.ts';
import { attributes, keys, refreshOrder, tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { addDays } from '../../functions/platform/values/calendar.ts';
import { anApplication } from '../setup/an-application.ts';
import { startEngine } from '../setup/engine.ts';
import { startStandIn } from '../setup/stand-in.ts';
import {
  aJob,
  dataDir,
  endOf,
  environment,
  listed,
  postHeaders,
  processesOn,
  root,
  run,
  startAndWait,
  until,
  withDataFolder,
} from '../setup/starts.ts';

withDataFolder();

describe('auto-refresh', () => {
  test('runs at every start, and does not keep the service from stopping', async () => {
    const first = await startAndWait();
    const fields = { ...JSON.parse(aJob), autoRefresh: true, status: 'active' };
    const job = await fetch(`${first.address}/jobs`, {
      method: 'POST',
      headers: postHeaders(first.apiKey ?? ''),
      body: JSON.stringify(fields),
    });
    const { id } = (await job.json()) as { id: number };
    // As if the job had been published a week ago, and the service had been off since.
    const { endpoint, tableName } = JSON.parse(readFileSync(path.join(dataDir, 'engine.json'), 'utf8'));
    const client = createClient({ endpoint });
    const lastWeek = addDays(new Date().toISOString().slice(0, 10), -7);
    await client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.job(1, id),
        UpdateExpression: 'SET #date = :date, #order = :order',
        ExpressionAttributeNames: { '#date': 'publishDate', '#order': attributes.refreshOrder },
        ExpressionAttributeValues: { ':date': lastWeek, ':order': refreshOrder(addDays(lastWeek, 7), 1, 1) },
      }),
    );
    client.destroy();
    expect((await endOf(first.started, 'SIGTERM')).exitCode).toBe(0);
    const second = await startAndWait();
    await until('the run says what it did', () => second.started.stdout.includes('"refreshDueJobs"'));
    const answer = await fetch(`${second.address}/jobs/${id}`, {
      headers: { 'api-key': first.apiKey ?? '' },
    });
    expect(await answer.json()).toMatchObject({ id, publishDate: addDays(lastWeek, 7) });
    expect(await endOf(second.started, 'SIGTERM')).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('the data folder of an earlier version', () => {
  test('gets the indexes of today, filled, before the service listens', async () => {
    const { started, address, apiKey = '' } = await startAndWait();
    const headers = postHeaders(apiKey);
    const fields = { ...JSON.parse(aJob), referenceId: 'R-1', status: 'active', confidential: true };
    const created = await fetch(`${address}/jobs`, { method: 'POST', headers, body: JSON.stringify(fields) });
    const { id, postingUrl } = (await created.json()) as { id: number; postingUrl: string };
    const { endpoint, tableName: TableName } = JSON.parse(
      readFileSync(path.join(dataDir, 'engine.json'), 'utf8'),
    );
    const client = createClient({ endpoint });
    const { GlobalSecondaryIndexes = [] } = tableDefinition(TableName);
    // As if the table had been made before byReferenceId, and before lists copied more than titles.
    for (const { IndexName, KeySchema } of GlobalSecondaryIndexes) {
      const remove = { Delete: { IndexName } };
      await client.send(new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [remove] }));
      if (IndexName === 'byReferenceId') continue;
      const Projection = { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: ['title'] };
      const AttributeDefinitions = (KeySchema ?? []).map(({ AttributeName }) => ({
        AttributeName,
        AttributeType: AttributeName === attributes.position ? ('N' as const) : ('S' as const),
      }));
      const add = { Create: { IndexName, KeySchema, Projection } };
      await client.send(
        new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [add] }),
      );
    }
    client.destroy();
    expect((await endOf(started, 'SIGTERM')).exitCode).toBe(0);
    const again = await startAndWait();
    const publicName = new URL(postingUrl).pathname;
    for (const query of ['', '?status=active', '?q=1']) {
      const { data } = (await (await fetch(`${again.address}/jobs${query}`, { headers })).json()) as {
        data: { id: number; referenceId: string; postingUrl: string }[];
      };
      expect(data).toEqual([
        expect.objectContaining({ id, referenceId: 'R-1', postingUrl: expect.stringContaining(publicName) }),
      ]);
    }
    const references = await fetch(`${again.address}/jobs/references?status=active`, { headers });
    expect(await references.json()).toMatchObject({ data: [{ id, status: 'active' }] });
  });
});

describe('the account of AWS in the environment', () => {
  test('is that of SES, and the embedded engine works without one', async () => {
    const senders: string[] = [];
    const ses = await startStandIn(async (request, response) => {
      senders.push(/Credential=([^,]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '');
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');
    });
    const mail = { MAIL_CONFIGURATION_SET: 'mail-dev', AWS_REGION: 'eu-central-1' };
    let key = '';
    try {
      const operator = { AWS_ACCESS_KEY_ID: 'OPERATOR', AWS_SECRET_ACCESS_KEY: 'secret' };
      const {
        started,
        address,
        apiKey = '',
      } = await startAndWait({
        ...mail,
        ...operator,
        AWS_ENDPOINT_URL_SESV2: ses.endpoint,
      });
      expect(started.stdout).toContain(
        '\nMail: Amazon SES in eu-central-1, with the configuration set mail-dev\n',
      );
      const job = await fetch(`${address}/jobs`, {
        method: 'POST',
        headers: postHeaders(apiKey),
        body: JSON.stringify({ ...JSON.parse(aJob), status: 'active' }),
      });
      const { id } = (await job.json()) as { id: number };
      const sent = await fetch(`${address}/public/jobs/${id}/applications`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(anApplication()),
      });
      expect(sent.status).toBe(201);
      await until('the mail is sent', () => senders.length > 0);
      expect(senders[0]).toMatch(/^OPERATOR\/\d+\/eu-central-1\/ses\//);
      await endOf(started, 'SIGTERM');
      key = apiKey;
    } finally {
      await ses.close();
    }

    const nobody = await startAndWait({ ...mail, AWS_PROFILE: 'nobody' });
    expect(await listed(nobody.address, key)).toMatchObject({ status: 200 });
  });
});

test('AWS_ENDPOINT_URL_DYNAMODB takes the place of the embedded engine, and the printed key and command work', async () => {
  const engine = await startEngine();
  try {
    const endpoint = { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint };
    const { address, apiKey = '', started } = await startAndWait(endpoint);
    expect(await processesOn(dataDir)).toEqual([]);
    expect(await listed(address, apiKey)).toMatchObject({ status: 200 });
    const [command = ''] = /AWS_ENDPOINT_URL_DYNAMODB=.* --employer 1$/m.exec(started.stdout) ?? [];
    const admin = command.replace('npm run -s admin --', `'${process.execPath}' bin/admin.ts`);
    const { stdout } = await run('sh', ['-c', admin], { cwd: root, env: environment({}) });
    const issued = JSON.parse(stdout) as { apiKey: string };
    expect(await listed(address, issued.apiKey)).toMatchObject({ status: 200 });
    expect(await endOf(started, 'SIGTERM')).toMatchObject({ exitCode: 0 });
  } finally {
    await engine.stop();
  }
});
