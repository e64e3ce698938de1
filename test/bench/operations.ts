import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JobStatus } from '../../schemas/job.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import type { Job } from '../../functions/jobs/domain/job.ts';
import { applicationItem } from '../../functions/applications/store/application-item.ts';
import { toItem } from '../../functions/jobs/store/job-item.ts';
import {
  attributes,
  indexes,
  keys,
  statusPartition,
  type IndexName,
} from '../../functions/platform/dynamodb/table.ts';
import { letter, sampleApplication } from './load-applications.ts';
import { referenceIdOf, sampleBody, sampleJob, SEARCHED, statusOf } from './sample-job.ts';
import { LAST_DAY, type Shape } from './shapes.ts';
import type { Request, SdkCall } from './subject.ts';

/** An employer whose jobs have been loaded. */
export interface Loaded {
  tableName: string;
  employerId: number;
  shape: Shape;
  size: number;
  firstId: number;
}

/** Everything that is measured, in table order. */
export const operationNames = [
  'get',
  'create',
  'update title',
  'change status',
  'delete',
  'upsert existing',
  'refresh',
  'list page 1',
  'list middle page',
  'list last page',
  'last page of 100',
  'status middle page',
  'q',
  'full walk',
  'posting page',
  'apply',
] as const;

export type OperationName = (typeof operationNames)[number];

/** An operation as a client requests it, and the plain SDK call that the floor makes for the same response. */
export interface Operation {
  /** The next request; writes never repeat themselves. */
  next: () => Request;
  /** Returns this many plain SDK calls. */
  calls: (count: number) => SdkCall[];
  /** Unmeasured operations to run as often before, because only existing jobs can be deleted. */
  before?: { next: () => Request; calls: (count: number) => SdkCall[] };
  /** Called with every response. */
  onAnswer?: (body: string) => void;
}

/** A résumé of 26 kB, as a candidate sends it. */
const resume = {
  fileName: 'résumé.pdf',
  content: readFileSync(new URL('../fixtures/resumes/libreoffice.pdf', import.meta.url)).toString('base64'),
};

/** The number of pages of an employer's list. */
export const pagesOf = (total: number, pageSize: number) => Math.ceil(total / pageSize);

/** Far apart and each only once, because neighbours might benefit from one another. */
const scattered = (n: number, size: number) => (n * 7919) % size;

const json = (method: string, path: string, body: object): Request => ({
  method,
  path: `${BASE_PATH}${path}`,
  body: JSON.stringify(body),
});

const times = <Member>(count: number, make: (n: number) => Member) =>
  Array.from({ length: count }, (_, n) => make(n));

/** The operations on an employer's jobs. */
export function operationsOn(data: Loaded): Record<OperationName, Operation> {
  const { tableName: TableName, employerId, shape, size, firstId } = data;
  const counts = new Map<string, number>();
  const created: number[] = [];
  const floorKeys: number[] = [];

  const count = (what: string) => {
    const n = counts.get(what) ?? 0;
    counts.set(what, n + 1);
    return n;
  };
  const job = (n: number) => sampleJob(n, data);

  const readPage = (path: (n: number) => string, call: (n: number) => SdkCall): Operation => {
    const name = randomUUID();
    return {
      next: () => ({ method: 'GET', path: path(count(name)) }),
      calls: (wanted) => times(wanted, call),
    };
  };
  const read = (path: (n: number) => string, call: (n: number) => SdkCall) =>
    readPage((n) => `${BASE_PATH}${path(n)}`, call);

  const getJob = (n: number): SdkCall => ({
    kind: 'get',
    input: { TableName, Key: keys.job(employerId, firstId + n), ConsistentRead: true },
  });

  const query = (index: IndexName, partition: string, newest: number, oldest: number): SdkCall => ({
    kind: 'query',
    input: {
      TableName,
      IndexName: index,
      ScanIndexForward: false,
      KeyConditionExpression: '#partition = :partition AND #position BETWEEN :oldest AND :newest',
      ExpressionAttributeNames: { '#partition': indexes[index].partition, '#position': indexes[index].sort },
      ExpressionAttributeValues: { ':partition': partition, ':oldest': oldest, ':newest': newest },
    },
  });

  const page = (number: number, pageSize: number) => {
    const first = size - 1 - (number - 1) * pageSize;
    const last = Math.max(0, first - pageSize + 1);
    return query(
      'byPublishDate',
      keys.employer(employerId).PK,
      shape.position(first, size),
      shape.position(last, size),
    );
  };
  const list = (number: number, pageSize: number) =>
    read(
      () => `/jobs?page=${number}&pageSize=${pageSize}`,
      () => page(number, pageSize),
    );

  const statusPage = (status: JobStatus) => {
    const those = times(size, (n) => n)
      .filter((n) => statusOf(n) === status)
      .toReversed();
    const number = Math.ceil(pagesOf(those.length, 10) / 2);
    const rows = those.slice((number - 1) * 10, number * 10);
    const [newest = 0] = rows;
    const oldest = rows.at(-1) ?? 0;
    return read(
      () => `/jobs?status=${status}&page=${number}&pageSize=10`,
      () =>
        query(
          'byStatus',
          statusPartition(employerId, status),
          shape.position(newest, size),
          shape.position(oldest, size),
        ),
    );
  };

  const update = (n: number, changes: Partial<Job>): SdkCall => {
    const item = toItem(employerId, { ...job(n), ...changes });
    const set = [...Object.keys(changes), attributes.searchText, attributes.statusPartition].map((name) =>
      name === 'position' ? attributes.position : name,
    );
    return {
      kind: 'update',
      input: {
        TableName,
        Key: keys.job(employerId, firstId + n),
        UpdateExpression: `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(set.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(set.map((name) => [`:${name}`, item[name]])),
      },
    };
  };

  // The floor writes outside the employer's jobs, because more jobs would change the totals.
  const beside = 1_000_000 + employerId;
  const put = (): SdkCall => {
    const id = 1 + count('put');
    floorKeys.push(id);
    return {
      kind: 'put',
      input: { TableName, Item: toItem(beside, { ...job(id % size), id, position: id }) },
    };
  };

  const create: Operation = {
    next: () => json('POST', '/jobs', sampleBody({ referenceId: `NEW-${count('create')}` })),
    calls: (wanted) => times(wanted, put),
    onAnswer: (body) => created.push((JSON.parse(body) as { id: number }).id),
  };

  /** Jobs whose status is changed back and forth. */
  const turning = Math.min(size, 50);
  /** A job that is open, as every tenth is, and whose status neither the service nor the floor changes. */
  const openJob = (n: number) => 2 * turning + scattered(n, Math.floor(size / 10) - turning / 5) * 10;
  const walkPages = pagesOf(size, 100);

  return {
    get: read(
      (n) => `/jobs/${firstId + scattered(n, size)}`,
      (n) => getJob(scattered(n, size)),
    ),
    create,
    'update title': {
      next: () => {
        const n = count('update');
        return json('PUT', `/jobs/${firstId + scattered(n, size)}`, { title: `Revised Title ${n}` });
      },
      calls: (wanted) =>
        times(wanted, (n) => update(scattered(n, size), { title: `Revised Title ${count('floor update')}` })),
    },
    'change status': {
      next: () => {
        const n = count('status');
        const open = statusOf(n % turning) === 'active';
        const toAndFro = Math.floor(n / turning) % 2 === 0;
        return json('PUT', `/jobs/${firstId + (n % turning)}`, {
          status: open === toAndFro ? 'archived' : 'active',
        });
      },
      calls: (wanted) =>
        times(wanted, () => {
          const n = count('floor status');
          const status = Math.floor(n / turning) % 2 === 0 ? 'archived' : 'active';
          return update(turning + (n % turning), { status });
        }),
    },
    delete: {
      next: () => ({ method: 'DELETE', path: `${BASE_PATH}/jobs/${created.pop()}` }),
      calls: (wanted) =>
        times(wanted, () => ({
          kind: 'delete',
          input: { TableName, Key: keys.job(beside, floorKeys.pop() ?? 0) },
        })),
      before: create,
    },
    'upsert existing': {
      next: () => {
        const n = count('upsert');
        return json(
          'PUT',
          '/jobs',
          sampleBody({ referenceId: referenceIdOf(scattered(n + 17, size)), title: `Developer ${n}` }),
        );
      },
      calls: (wanted) =>
        times(wanted, (n) =>
          update(scattered(n + 17, size), { title: `Developer ${count('floor upsert')}` }),
        ),
    },
    refresh: {
      next: () => ({
        method: 'POST',
        path: `${BASE_PATH}/jobs/${firstId + scattered(count('refresh'), size)}/refresh`,
      }),
      calls: (wanted) =>
        times(wanted, (n) =>
          update(scattered(n, size), {
            publishDate: LAST_DAY,
            position: 10_000_000 + count('floor refresh'),
          }),
        ),
    },
    'list page 1': list(1, 10),
    'list middle page': list(Math.ceil(pagesOf(size, 10) / 2), 10),
    'list last page': list(pagesOf(size, 10), 10),
    'last page of 100': list(pagesOf(size, 100), 100),
    'status middle page': statusPage('active'),
    q: read(
      () => `/jobs?q=${SEARCHED}&pageSize=10`,
      () => page(1, 10),
    ),
    'full walk': read(
      (n) => `/jobs?page=${(n % walkPages) + 1}&pageSize=100`,
      (n) => page((n % walkPages) + 1, 100),
    ),
    'posting page': readPage(
      (n) => `/jobs/${firstId + openJob(n)}`,
      (n) => getJob(openJob(n)),
    ),
    apply: {
      next: () => {
        const n = count('apply');
        return json('POST', `/public/jobs/${firstId + openJob(n)}/applications`, {
          name: 'Zoë Tremblay',
          email: `candidate.${n}@example.org`,
          coverLetter: letter,
          resume,
          consent: true,
        });
      },
      calls: (wanted) =>
        times(wanted, () => ({
          kind: 'put',
          input: {
            TableName,
            Item: applicationItem(
              sampleApplication(count('floor apply') + 1, { ...data, employerId: beside }),
            ),
          },
        })),
    },
  };
}
