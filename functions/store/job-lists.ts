import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { JobStatus } from '../../schemas/job.ts';
import { foldAccents } from '../domain/folded-text.ts';
import type { JobHeaderFields } from '../domain/job.ts';
import { pageOfPositions } from '../domain/status-map.ts';
import type { Database, Item } from './database.ts';
import { headerFromItem, statusMarks } from './job-item.ts';
import { readStatusLeaves } from './status-leaves.ts';
import {
  attributes,
  HEADER_ATTRIBUTES,
  indexes,
  jobIdOf,
  keys,
  statusPartition,
  type IndexName,
} from './table.ts';

/** One page of an employer's jobs, newest first, and how many match in all. */
export interface JobPage {
  total: number;
  jobs: JobHeaderFields[];
}

export interface Page {
  page: number;
  pageSize: number;
}

const between = (newest: number, oldest: number): Partial<QueryCommandInput> => ({
  KeyConditionExpression: '#position BETWEEN :oldest AND :newest',
  ExpressionAttributeNames: { '#position': attributes.position },
  ExpressionAttributeValues: { ':oldest': oldest, ':newest': newest },
});

/** The lists of an employer's jobs (specification 4.5). */
export function jobLists(db: Database) {
  const newestFirst = (index: IndexName, partition: string, query: Partial<QueryCommandInput>) => {
    const { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues, ...rest } = query;
    return db.query({
      IndexName: index,
      ScanIndexForward: false,
      KeyConditionExpression: ['#partition = :partition', KeyConditionExpression]
        .filter(Boolean)
        .join(' AND '),
      ExpressionAttributeNames: { '#partition': indexes[index].partition, ...ExpressionAttributeNames },
      ExpressionAttributeValues: { ':partition': partition, ...ExpressionAttributeValues },
      ...rest,
    });
  };

  return {
    /** A page of all jobs, or of those of one status: any page reads the status map and its own rows. */
    list: async (
      employerId: number,
      { status, page, pageSize }: Page & { status?: JobStatus | undefined },
    ) => {
      const rows = (query: Partial<QueryCommandInput>): Promise<Item[]> =>
        status
          ? newestFirst('byStatus', statusPartition(employerId, status), query)
          : newestFirst('byPublishDate', keys.employer(employerId).PK, query);
      // The first page is where the index begins: its rows need not wait for the map.
      const firstRows = page === 1 ? rows({ Limit: pageSize }) : undefined;
      const [leaves, first] = await Promise.all([readStatusLeaves(db, employerId), firstRows]);
      const { total, range } = pageOfPositions(leaves, { status, page, pageSize });
      const items = first ?? (range ? await rows(between(range.newest, range.oldest)) : []);
      return { total, jobs: items.map(headerFromItem) };
    },

    /** A page of the jobs whose title or referenceId holds a text, whatever its case and accents. */
    search: async (
      employerId: number,
      { q, status, page, pageSize }: Page & { q: string; status?: JobStatus | undefined },
    ): Promise<JobPage> => {
      const found = await newestFirst('bySearchText', keys.employer(employerId).PK, {
        FilterExpression: 'contains(#text, :q) AND contains(#text, :status)',
        ExpressionAttributeNames: { '#text': attributes.searchText },
        // Every text ends its first line, so a line break asks for no status in particular.
        ExpressionAttributeValues: { ':q': foldAccents(q), ':status': status ? statusMarks[status] : '\n' },
      });
      const onPage = found.slice((page - 1) * pageSize, page * pageSize);
      const items = await db.batchGet(
        onPage.map(({ PK, SK }) => ({ PK, SK })),
        {
          ProjectionExpression: HEADER_ATTRIBUTES.map((name) => `#${name}`).join(', '),
          ExpressionAttributeNames: Object.fromEntries(HEADER_ATTRIBUTES.map((name) => [`#${name}`, name])),
        },
      );
      const byId = new Map(items.map((item) => [item['id'], headerFromItem(item)]));
      return { total: found.length, jobs: onPage.flatMap(({ SK }) => byId.get(jobIdOf({ SK })) ?? []) };
    },
  };
}
