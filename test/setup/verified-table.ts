import { BatchWriteCommand, DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { connectionOf } from '../../bin/admin/connection.ts';
import { verify } from '../../bin/admin/verify/verify.ts';
import { today } from '../../functions/platform/time/clock.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { tableKeys } from '../../functions/platform/keys.ts';
import type { Key } from '../../functions/platform/dynamodb/database.ts';
import { applicationsInTable } from './applications-in-table.ts';
import { startEngine } from './engine.ts';
import { jobsInTable } from './jobs-in-table.ts';
import { startService } from './service.ts';
import { ownFiles } from './own-files.ts';

const TABLE = 'jobs-of-the-verify-test';

/** The counts of a verification without applications. */
export const noApplicationCounts = {
  held: 0,
  stored: 0,
  queued: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  failed: 0,
};

interface JobSeen {
  id: number;
  referenceId: string | null;
  title: string;
  status: string;
}

const statuses = ['active', 'archived', 'draft'] as const;

/**
 * Gives this suite a service with its own table, because a verification reads all of it and a broken counter would affect
 * every test; and an operator, who verifies the table and edits it by hand.
 */
export async function verifiedTable() {
  const engine = await startEngine();
  process.env['ENGINE_URL'] = engine.endpoint;
  process.env['TABLE_NAME'] = TABLE;
  const client = createDocumentClient();
  ownFiles();
  const connection = connectionOf(client, TABLE, true);
  await client.send(new CreateTableCommand(tableDefinition(TABLE)));
  const service = await startService();
  const stored = jobsInTable(service.db);

  return {
    tableName: TABLE,
    client,
    connection,
    service,

    verified: async (repair = false, employer?: number) => {
      const answer = await verify(connection, { employer, repair });
      if (!answer) throw new Error('There is nothing to verify.');
      return answer;
    },

    hand: {
      delete: (key: Key) => client.send(new DeleteCommand({ TableName: TABLE, Key: key })),
      put: (item: Key & Record<string, unknown>) =>
        client.send(new PutCommand({ TableName: TABLE, Item: item })),
      set: (key: Key, name: string, value: unknown) =>
        client.send(
          new UpdateCommand({
            TableName: TABLE,
            Key: key,
            UpdateExpression: value === undefined ? 'REMOVE #name' : 'SET #name = :value',
            ExpressionAttributeNames: { '#name': name },
            ...(value !== undefined && { ExpressionAttributeValues: { ':value': value } }),
          }),
        ),
    },

    /** Creates an employer with nine jobs at the first positions, of all statuses, two without a referenceId. */
    employerWithJobs: async () => {
      const acme = await service.newEmployer();
      const jobs: JobSeen[] = [];
      for (let number = 0; number < 9; number += 1) {
        const { id, title, status, referenceId } = await stored.create(acme.employer.id, today(), {
          title: `Baker ${number}`,
          status: statuses[number % 3] ?? 'draft',
          referenceId: number % 4 === 3 ? null : `R-${number}`,
          autoRefresh: false,
        });
        jobs.push({ id, title, status, referenceId });
      }
      const [job = { id: 0, title: '', referenceId: null }] = jobs;
      const { create } = applicationsInTable(service.db);
      for (const state of ['queued', 'held'] as const) {
        await create(acme.employer, job, { state, candidateHash: state, reference: `C-${state}` });
      }
      return {
        ...acme,
        id: acme.employer.id,
        /** The jobs from oldest to newest. */
        jobs,
        /** The jobs as the lists of the employer show them. */
        seen: async () => {
          const queries = ['', '&status=active', '&status=archived', '&status=draft', '&q=baker'];
          return Promise.all(
            queries.map(async (query) => {
              const { body } = await acme.get(`/jobs?pageSize=100${query}`);
              return { query, total: body.paging.total, jobs: body.data as JobSeen[] };
            }),
          );
        },
      };
    },

    /** Deletes all items except the signing secret and the counters, from which the service has leased ids. */
    empty: async () => {
      const preservedPartitions = new Set([tableKeys.counter('JOB').PK, tableKeys.signingKey().PK]);
      for await (const items of connection.scan(['PK', 'SK'])) {
        const keys = items.filter(({ PK }) => !preservedPartitions.has(PK));
        for (let start = 0; start < keys.length; start += 25) {
          const requests = keys.slice(start, start + 25).map((key) => ({ DeleteRequest: { Key: key } }));
          await client.send(new BatchWriteCommand({ RequestItems: { [TABLE]: requests } }));
        }
      }
    },

    close: () => service.close().then(engine.stop),
  };
}

export type Acme = Awaited<ReturnType<Awaited<ReturnType<typeof verifiedTable>>['employerWithJobs']>>;
