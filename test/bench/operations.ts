import { readFileSync } from 'node:fs';
import { BASE_PATH } from '../../schemas/operations.ts';
import { letter, referenceIdOf, sampleBody, SEARCHED, statusOf } from './sample-job.ts';
import type { Shape } from './shapes.ts';

interface Request {
  method: string;
  /** The path, from the root of the service. */
  path: string;
  body?: string;
}

/** An employer whose jobs have been loaded. */
export interface Loaded {
  tableName: string;
  employerId: number;
  shape: Shape;
  size: number;
  firstId: number;
}

/** The measured operations. */
export type OperationName =
  | 'get'
  | 'create'
  | 'update title'
  | 'change status'
  | 'delete'
  | 'upsert existing'
  | 'refresh'
  | 'list page 1'
  | 'list middle page'
  | 'list last page'
  | 'last page of 100'
  | 'status middle page'
  | 'q'
  | 'full walk'
  | 'posting page'
  | "employer's page"
  | 'events'
  | 'apply';

/** An operation as a client requests it. */
export interface Operation {
  /** The next request; no two writes are the same. */
  next: () => Request;
  /** An unmeasured operation that runs equally often first, because only existing jobs can be deleted. */
  before?: Operation;
  /** Called with every response. */
  onAnswer?: (body: string) => void;
}

/** A résumé of 26 kB, as a candidate sends it. */
const resume = {
  fileName: 'résumé.pdf',
  content: readFileSync(new URL('../fixtures/resumes/libreoffice.pdf', import.meta.url)).toString('base64'),
};

/** The number of pages of an employer's list. */
const pagesOf = (total: number, pageSize: number) => Math.ceil(total / pageSize);

/** Selects jobs far apart and each only once, because a read of a neighbour could be cached. */
const scattered = (n: number, size: number) => (n * 7919) % size;

const json = (method: string, path: string, body: object): Request => ({
  method,
  path: `${BASE_PATH}${path}`,
  body: JSON.stringify(body),
});

/** An operation whose requests are numbered from 0. */
function counted(request: (n: number) => Request): Operation {
  let made = 0;
  return { next: () => request((made += 1) - 1) };
}

/** The operations on an employer's jobs. */
export function operationsOn({ employerId, size, firstId }: Loaded): Record<OperationName, Operation> {
  const created: number[] = [];

  const readRequests = (path: (n: number) => string) =>
    counted((n) => ({ method: 'GET', path: `${BASE_PATH}${path(n)}` }));
  const list = (number: number, pageSize: number, filter = '') =>
    readRequests(() => `/jobs?${filter}page=${number}&pageSize=${pageSize}`);

  const create: Operation = {
    ...counted((n) => json('POST', '/jobs', sampleBody({ referenceId: `NEW-${n}` }))),
    onAnswer: (body) => created.push((JSON.parse(body) as { id: number }).id),
  };

  /** The number of jobs whose status changes back and forth. */
  const turning = Math.min(size / 5, 50);
  /** An open job whose status does not change; every tenth job is one. */
  const openJob = (n: number) =>
    firstId + 2 * turning + scattered(n, Math.floor(size / 10) - turning / 5) * 10;
  const actives = Array.from({ length: size }, (_, n) => statusOf(n)).filter((status) => status === 'active');
  const walkPages = pagesOf(size, 100);

  return {
    get: readRequests((n) => `/jobs/${firstId + scattered(n, size)}`),
    create,
    'update title': counted((n) =>
      json('PUT', `/jobs/${firstId + scattered(n, size)}`, { title: `Revised Title ${n}` }),
    ),
    'change status': counted((n) => {
      const isActive = statusOf(n % turning) === 'active';
      const toAndFro = Math.floor(n / turning) % 2 === 0;
      return json('PUT', `/jobs/${firstId + (n % turning)}`, {
        status: isActive === toAndFro ? 'archived' : 'active',
      });
    }),
    delete: {
      next: () => ({ method: 'DELETE', path: `${BASE_PATH}/jobs/${created.pop()}` }),
      before: create,
    },
    'upsert existing': counted((n) =>
      json(
        'PUT',
        '/jobs',
        sampleBody({ referenceId: referenceIdOf(scattered(n + 17, size)), title: `Developer ${n}` }),
      ),
    ),
    // Begins with an active job whose status no other operation has changed yet.
    refresh: counted((n) => ({
      method: 'POST',
      path: `${BASE_PATH}/jobs/${firstId + scattered(n + 2, size)}/refresh`,
    })),
    'list page 1': list(1, 10),
    'list middle page': list(Math.ceil(pagesOf(size, 10) / 2), 10),
    'list last page': list(pagesOf(size, 10), 10),
    'last page of 100': list(pagesOf(size, 100), 100),
    'status middle page': list(Math.ceil(pagesOf(actives.length, 10) / 2), 10, 'status=active&'),
    q: readRequests(() => `/jobs?q=${SEARCHED}&pageSize=10`),
    'full walk': readRequests((n) => `/jobs?page=${(n % walkPages) + 1}&pageSize=100`),
    'posting page': counted((n) => ({ method: 'GET', path: `/jobs/${openJob(n)}` })),
    "employer's page": counted(() => ({ method: 'GET', path: `/employers/${employerId}` })),
    events: readRequests(() => '/events?limit=100'),
    apply: counted((n) =>
      json('POST', `/public/jobs/${openJob(n)}/applications`, {
        name: 'Zoë Tremblay',
        email: `candidate.${n}@example.org`,
        coverLetter: letter,
        resume,
        consent: true,
      }),
    ),
  };
}
