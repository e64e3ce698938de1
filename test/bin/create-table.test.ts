import { CreateTableCommand, DeleteTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectionOf } from '../../bin/admin/connection.ts';
import { verify } from '../../bin/admin/verify/verify.ts';
import { createTable } from '../../bin/local/create-table.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { aJob } from '../setup/a-job.ts';
import type { Client } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';

const TableName = `earlier-${crypto.randomUUID()}`;
process.env['TABLE_NAME'] = TableName;
const client = createDocumentClient();
const { GlobalSecondaryIndexes: currentIndexes = [], ...current } = tableDefinition(TableName);

/** Attributes of jobs that version 1.1 did not write. */
const LATER = ['i', 'workplace'];

/** Creates a table with an index that is obsolete, one that copies fewer attributes, and without byReferenceId. */
async function createEarlierTable() {
  const earlier = currentIndexes
    .filter(({ IndexName }) => IndexName !== 'byReferenceId')
    .map((index) => {
      const { NonKeyAttributes = [], ...projection } = index.Projection ?? {};
      const copied = NonKeyAttributes.filter((name) => !LATER.includes(name));
      return {
        ...index,
        Projection: { ...projection, ...(copied.length > 0 && { NonKeyAttributes: copied }) },
      };
    });
  const obsolete = {
    IndexName: 'byFormerDate',
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' as const },
      { AttributeName: 'formerDate', KeyType: 'RANGE' as const },
    ],
    Projection: { ProjectionType: 'KEYS_ONLY' as const },
  };
  const keys = (current.AttributeDefinitions ?? []).filter(({ AttributeName }) => AttributeName !== LATER[0]);
  await client.send(
    new CreateTableCommand({
      ...current,
      AttributeDefinitions: [...keys, { AttributeName: 'formerDate', AttributeType: 'S' }],
      GlobalSecondaryIndexes: [...earlier, obsolete],
    }),
  );
}

await createEarlierTable();
const service = await startService();

/** An employer with two jobs as version 1.1 wrote them, one of them confidential. */
async function employerFromBefore() {
  const acme = await service.newEmployer();
  const jobs: { id: number; referenceId: string; postingUrl: string }[] = [];
  for (const confidential of [false, true]) {
    const { body } = await acme.post(
      '/jobs',
      aJob({ referenceId: `R-${jobs.length}`, status: 'active', confidential }),
    );
    await client.send(
      new UpdateCommand({
        TableName,
        Key: jobKeys.job(acme.employer.id, body.id),
        UpdateExpression: `REMOVE ${LATER.map((name) => `#${name}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(LATER.map((name) => [`#${name}`, name])),
      }),
    );
    jobs.push(body);
  }
  return { acme, jobs };
}

const verified = (repair: boolean) =>
  verify(connectionOf(client, TableName, false), { employer: undefined, repair });

const listJobs = async (acme: Client, path: string) =>
  (await acme.get(path)).body.data.map(({ id, postingUrl, status, workplace }: Record<string, unknown>) => ({
    id,
    status,
    ...(path.startsWith('/jobs?') && { postingUrl, workplace }),
  }));

afterAll(async () => {
  await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
});

describe('a table with earlier indexes and jobs that version 1.1 wrote', () => {
  let before: Awaited<ReturnType<typeof employerFromBefore>>;

  beforeAll(async () => {
    before = await employerFromBefore();
    // The second start has no migration to run.
    for (let start = 0; start < 2; start += 1) await createTable(client, TableName);
  });

  test('gets a stream and exactly the current indexes, with the current keys and projected attributes', async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const { GlobalSecondaryIndexes = [], StreamSpecification } = Table ?? {};
    expect(GlobalSecondaryIndexes).toHaveLength(currentIndexes.length);
    for (const index of currentIndexes) {
      expect(GlobalSecondaryIndexes).toContainEqual(expect.objectContaining(index));
    }
    expect(StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  });

  test('still serves lists of all jobs with their addresses and statuses', async () => {
    const { acme, jobs } = before;
    const expected = jobs.map(({ id, postingUrl }) => ({
      id,
      postingUrl,
      status: 'active',
      workplace: null,
    }));
    for (const query of ['pageSize=9', 'status=active', 'q=developer']) {
      expect(await listJobs(acme, `/jobs?${query}`)).toEqual(expected.toReversed());
    }
    expect(await listJobs(acme, '/jobs/references?status=active')).toEqual(
      jobs.map(({ id }) => ({ id, status: 'active' })),
    );
  });

  test('has all attributes that the current indexes need after a single run of admin verify --repair', async () => {
    const { acme } = before;
    const repaired = (await verified(true))?.repaired.map(({ kind }) => kind);
    expect(repaired).toEqual(['job', 'job']);
    expect((await verified(false))?.findings).toEqual([]);
    const { Count } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'byReferenceId',
        KeyConditionExpression: 'PK = :PK',
        ExpressionAttributeValues: { ':PK': accountKeys.employer(acme.employer.id).PK },
      }),
    );
    expect(Count).toBe(2);
  });
});
