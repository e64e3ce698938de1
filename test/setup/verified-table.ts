import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { verify } from '../../bin/admin/verify/verify.ts';
import { today } from '../../functions/platform/time/clock.ts';
import { tableKeys } from '../../functions/platform/keys.ts';
import type { Key } from '../../functions/platform/dynamodb/database.ts';
import { adminOfSuite } from './admin.ts';
import { applicationsInTable } from './applications-in-table.ts';
import { jobsInTable } from './jobs-in-table.ts';
import { ownFiles } from './own-files.ts';
import { ownTable } from './own-table.ts';
import { startService } from './service.ts';

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
  ownFiles();
  await ownTable({ hasStream: false });
  const { client, connection } = adminOfSuite();
  const tableName = process.env['TABLE_NAME'] ?? '';
  const service = await startService();
  const stored = jobsInTable(service.db);

  return {
    tableName,
    client,
    connection,
    service,

    verified: async (repair = false, employer?: number) => {
      const answer = await verify(connection, { employer, repair });
      if (!answer) throw new Error('There is nothing to verify.');
      return answer;
    },

    hand: {
      delete: (Key: Key) => service.db.delete({ Key }),
      put: (Item: Key & Record<string, unknown>) => service.db.put({ Item }),
      set: (Key: Key, name: string, value: unknown) =>
        service.db.update({
          Key,
          UpdateExpression: value === undefined ? 'REMOVE #name' : 'SET #name = :value',
          ExpressionAttributeNames: { '#name': name },
          ...(value !== undefined && { ExpressionAttributeValues: { ':value': value } }),
        }),
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
          await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
        }
      }
    },
  };
}

export type Acme = Awaited<ReturnType<Awaited<ReturnType<typeof verifiedTable>>['employerWithJobs']>>;
