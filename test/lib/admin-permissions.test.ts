import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { connectionOf } from '../../bin/admin/connection.ts';
import { commands } from '../../bin/admin/commands.ts';
import { runAdmin } from '../setup/admin.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { partitions } from '../../lib/partitions.ts';
import { adminPermissions } from '../../lib/permissions.ts';
import { apply } from '../setup/an-application.ts';
import { ownService } from '../setup/own-service.ts';
import { ownFiles } from '../setup/own-files.ts';
import { respondOnWire, dynamoProxy } from '../setup/dynamo-proxy.ts';
import { permissionsFor, type Call } from './call-permissions.ts';

/** A proxy of the DynamoDB endpoint `engine` that reports the permissions that each call needs. */
const recordingEndpoint = (engine: string, record: (permission: string) => void) =>
  dynamoProxy(engine, async ({ operation, body, pass, response }) => {
    for (const permission of permissionsFor(operation, JSON.parse(body) as Call)) record(permission);
    respondOnWire(response, await pass());
  });

ownFiles();
const service = await ownService();
const TABLE = process.env['TABLE_NAME'] ?? '';

/** The permissions that the commands have used, and the commands that have run. */
const permissions = new Set<string>();
const tried = new Set<string>();
const recording = await recordingEndpoint(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']), (permission) => {
  const [action, place = ''] = permission.split(' on ');
  permissions.add(Object.hasOwn(partitions, place) ? `${action} on table` : permission);
});
const client = createDocumentClient({ endpoint: recording.endpoint });

async function admin(line: string, input = '', now = new Date()) {
  const { printed, stderr } = await runAdmin(connectionOf(client, TABLE, true), line, { now, input });
  expect([line, stderr]).toEqual([line, '']);
  for (const name of Object.keys(commands)) if (line.startsWith(name)) tried.add(name);
  return printed;
}

test('The policy for the admin command allows exactly the actions that its commands use here, and reading and deleting files', async () => {
  const { job, acme } = await service.employerWithJob({ status: 'active', referenceId: 'A' });
  await apply(service.anyone, job.id, { email: 'zoe@example.net' });
  const { id } = acme.employer;
  await admin('employer create --name Acme');
  await admin('employer list');
  await admin(`employer show ${id}`);
  await admin(`employer update ${id} --plan unlimited`);
  await admin(`employer suspend ${id}`);
  await admin(`employer resume ${id}`);
  const { partner } = await admin('partner create --name ATS --max-employers 7');
  await admin('partner list');
  const joined = await admin(`employer create --name Bakery --partner ${partner.id} --reference C-1`);
  await admin(`employer move ${joined.employer.id} --partner none`);
  await admin(`employer readdress ${id} --old ${job.applicationEmail} --new jobs@acme.example`);
  await admin(`partner suspend ${partner.id}`);
  await admin(`partner resume ${partner.id}`);
  await admin(`partner update ${partner.id} --max-employers 8`);
  await admin(`partner show ${partner.id}`);
  const partnerKey = await admin(`partner key issue ${partner.id} --label sync`);
  await admin(`partner key list ${partner.id}`);
  const successor = await admin(`partner key rotate ${partnerKey.key.id}`);
  await admin(`partner key revoke ${successor.key.id}`);
  const issued = await admin(`key issue --employer ${id} --label sync`);
  await admin(`key list --employer ${id}`);
  await admin('key find', issued.apiKey);
  const rotated = await admin(`key rotate ${issued.key.id}`);
  await admin(`key revoke ${rotated.key.id}`);
  await admin(`application list --employer ${id}`);
  await admin('application erase --email zoe@example.net --yes');
  await admin(`events --employer ${id}`);
  await admin(`events --employer ${id} --job ${job.id}`);
  await admin('canary start');
  await admin('secret rotate');
  await admin('refresh');
  await client.send(new DeleteCommand({ TableName: TABLE, Key: jobKeys.reference(id, 'A') }));
  await admin('verify --repair');
  const { employer: leaving } = await service.newEmployer({ name: 'Leaving' });
  await admin(`employer suspend ${leaving.id}`);
  await admin(`employer export ${leaving.id} --to ${join(process.env['DATA_DIR'] ?? '', 'export')}`);
  await admin(`employer delete ${leaving.id} --name Leaving`, '', new Date(Date.now() + 300_000));
  await admin('events --operator');
  await admin('restore prepare');

  expect([...tried].toSorted()).toEqual(Object.keys(commands).toSorted());
  const allowed = adminPermissions.map(({ action, on }) => `${action} on ${on}`);
  const ofFiles = ['applicationFiles', 'logoFiles'].flatMap((files) =>
    ['DeleteObject', 'GetObject', 'ListBucket'].map((action) => `${action} on ${files}`),
  );
  expect([...permissions, ...ofFiles].toSorted()).toEqual(allowed.toSorted());
});
