import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { connectionOf } from '../../bin/admin/connection.ts';
import { createTable } from '../../bin/local/create-table.ts';
import { eventLog } from '../../functions/events/store/event-log.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { aJob } from '../setup/a-job.ts';
import { tableStream } from '../setup/table-stream.ts';
import { startService } from '../setup/service.ts';

const TableName = `without-stream-${crypto.randomUUID()}`;
process.env['TABLE_NAME'] = TableName;
const client = createDocumentClient();
// Creates the table like the version before events.
await client.send(new CreateTableCommand(tableDefinition(TableName)));
const service = await startService();

afterAll(async () => {
  await service.close();
  await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
});

const WRITERS = 8;
const WRITES = 12;

test('a table from before events gets a stream during requests, and from then on the log has every write, also of the old code', async () => {
  const acme = await service.newEmployer();
  const employerId = acme.employer.id;
  const log = eventLog(connectionOf(client, TableName, false).open(), () => new Date());
  const jobs = await Promise.all(
    Array.from({ length: WRITERS }, async (_, index) => {
      const { body } = await acme.post('/jobs', aJob({ title: `Job ${index}` }));
      return body.id as number;
    }),
  );
  const versionOf = async (id: number) => {
    const { Item } = await client.send(new GetCommand({ TableName, Key: jobKeys.job(employerId, id) }));
    return Item?.['version'] as number;
  };

  const stream = { isOn: false };
  let begun = 0;
  const switching = (async () => {
    await createTable(client, TableName);
    stream.isOn = true;
  })();
  /** Changes a job repeatedly. Returns the first version that was written after the stream was enabled. */
  const writer = async (id: number) => {
    let first: number | undefined;
    for (let write = 0; write < WRITES || !stream.isOn || first === undefined; write += 1) {
      if (stream.isOn) first ??= (await versionOf(id)) + 1;
      const { status } = await acme.put(`/jobs/${id}`, { title: `Job ${id}, ${write}` });
      expect(status).toBe(200);
      begun += 1;
    }
    return first;
  };
  const firsts = await Promise.all([...jobs.map(writer), switching]);

  // The old version writes no tombstones and does not record authors.
  const [changed = 0, deleted = 0] = jobs;
  await client.send(
    new UpdateCommand({
      TableName,
      Key: jobKeys.job(employerId, changed),
      UpdateExpression: 'SET #title = :title ADD #version :one REMOVE #by',
      ExpressionAttributeNames: { '#title': 'title', '#version': 'version', '#by': 'by' },
      ExpressionAttributeValues: { ':title': 'By the version before', ':one': 1 },
    }),
  );
  const lastVersion = await versionOf(deleted);
  await client.send(new DeleteCommand({ TableName, Key: jobKeys.job(employerId, deleted) }));

  const { catchUp } = await tableStream();
  expect(await catchUp()).toEqual([]);
  for (const [index, id] of jobs.entries()) {
    const { events } = await log.history(employerId, id, { limit: 1_000 });
    const versions = events.map(({ data }) => data.version ?? 0);
    const last = id === deleted ? lastVersion + 1 : await versionOf(id);
    const since = Math.min(...versions);
    expect(versions).toEqual(Array.from({ length: last - since + 1 }, (_, back) => last - back));
    expect(since).toBeLessThanOrEqual(firsts[index] ?? 0);
  }
  const [ofChanged] = (await log.history(employerId, changed, { limit: 1 })).events;
  expect(ofChanged).toMatchObject({
    type: 'job.updated',
    data: { changes: { title: { to: 'By the version before' } } },
  });
  const [ofDeleted] = (await log.history(employerId, deleted, { limit: 1 })).events;
  expect(ofDeleted?.type).toBe('job.deleted');
  expect(await log.last(employerId)).toBeLessThanOrEqual(begun + 2);
});
