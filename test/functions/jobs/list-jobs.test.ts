import { describe, expect, test } from '@jest/globals';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { createDocumentClient } from '../../../functions/platform/document-client.ts';
import { attributes } from '../../../functions/platform/dynamodb/table.ts';
import { listedFields, pick } from '../../../schemas/job-fields.ts';
import { aFullJob } from '../../setup/a-job.ts';
import { forEachConcurrently } from '../../../functions/platform/concurrency.ts';
import { createJob, createJobs, listJobs, type JobList } from '../../setup/job-lists.ts';
import { writeItems } from '../../bench/write-items.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { rawRequest } from '../../setup/http-client.ts';

const service = sharedService();
const client = createDocumentClient();

const statuses = ['active', 'archived', 'draft'] as const;
const here = `${service.origin}/api/v1.1/jobs`;

/** An employer with jobs of these titles, created in this order. */
async function employerWith(...titles: string[]) {
  const employer = await service.newEmployer();
  for (const title of titles) await createJob(employer, { title });
  return employer;
}

/** The address of a page without its query, and the parameters of the query. */
const partsOf = (address: string | null | undefined) =>
  address && [address.split('?')[0], Object.fromEntries(new URL(address).searchParams)];
const titles = ({ data }: JobList) => data.map(({ title }) => title);
const wholeNumber = (name: string) => `${name} must be a whole number.`;
const wholePage = (query: string) => [query, 'page', wholeNumber('page')];
const search = (q: string) => `?q=${encodeURIComponent(q)}`;

describe('a job header', () => {
  test('has exactly the fields of a header, with the values of the job, in every list', async () => {
    const { acme, job } = await service.employerWithJob(aFullJob());
    const [q, status] = [`q=${job.referenceId}`, `status=${job.status}`];
    for (const query of ['', `?${q}`, `?${status}`, `?${status}&${q}`])
      expect((await listJobs(acme, query)).data).toEqual([pick(job, listedFields)]);
  });
});

describe('the list', () => {
  test('is sorted by id, newest first, after 60 concurrent creations, and counts the jobs exactly', async () => {
    const acme = await service.newEmployer();
    const created: number[] = [];
    await forEachConcurrently(Array(60).keys(), 60, async () => created.push((await createJob(acme)).id));
    const newestFirst = created.toSorted((a, b) => b - a);
    expect(new Set(created).size).toBe(60);
    for (const query of ['?pageSize=100', '?pageSize=100&status=draft', '?pageSize=100&q=software']) {
      const { data, paging } = await listJobs(acme, query);
      expect([paging.total, data.map(({ id }) => id)]).toEqual([60, newestFirst]);
    }
  });
});

const owner = await service.newEmployer();
await createJobs(owner, 23);

describe('paging', () => {
  // The query, the number of rows, and the envelope.
  test.each([
    ['', 10, { page: 1, pages: 3, pageSize: 10, previous: null, next: '?page=2' }],
    ['?page=2', 10, { page: 2, pages: 3, pageSize: 10, previous: '?page=1', next: '?page=3' }],
    ['?page=3', 3, { page: 3, pages: 3, pageSize: 10, previous: '?page=2', next: null }],
    ['?page=4', 0, { page: 4, pages: 3, pageSize: 10, previous: '?page=3', next: null }],
    ['?page=2147483647', 0, { page: 2147483647, pages: 3, pageSize: 10, previous: '?page=3', next: null }],
    ['?pageSize=100', 23, { page: 1, pages: 1, pageSize: 100, previous: null, next: null }],
    ['?pageSize=22', 22, { page: 1, pages: 2, pageSize: 22, previous: null, next: '?pageSize=22&page=2' }],
  ])(
    'answers the query %j with %i rows and an exact envelope',
    async (query, rows, { previous, next, ...rest }) => {
      for (const filter of ['', 'status=active', 'q=software', 'q=SOFT&status=active']) {
        const { data, paging } = await listJobs(owner, [query || '?', filter].join(query && filter && '&'));
        const linkOf = (link: string | null) => partsOf(link && `${here}${link}&${filter}`);
        expect(data).toHaveLength(rows);
        const links = { previous: partsOf(paging.previous), next: partsOf(paging.next) };
        const expected = { previous: linkOf(previous), next: linkOf(next) };
        expect({ ...paging, ...links }).toEqual({ total: 23, ...rest, ...expected });
      }
    },
  );

  test('has 0 pages and no links when no job matches, even on a page far past the end', async () => {
    const queries = ['?status=archived', '?q=none', '?q=soft&status=archived'];
    for (const query of queries.flatMap((each) => [each, `${each}&page=7`])) {
      const { data, paging } = await listJobs(owner, query);
      expect(data).toEqual([]);
      expect(paging).toMatchObject({ total: 0, pages: 0, previous: null, next: null });
    }
  });

  test('repeats a q of any characters in the links', async () => {
    const employer = await service.newEmployer();
    const q = 'C++ & "C#" = 100 % / é 😀 ?;,';
    await createJob(employer, { title: `${q} one` });
    await createJob(employer, { title: `${q} two` });
    const firstPage = await listJobs(employer, `${search(q)}&pageSize=1`);
    expect(titles(firstPage)).toEqual([`${q} two`]);
    expect(titles(await listJobs(employer, firstPage.paging.next ?? ''))).toEqual([`${q} one`]);
  });

  test.each([
    { host: 'evil.example' },
    { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' },
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example;proto=ftp' },
    { 'x-original-url': 'http://evil.example/', 'x-forwarded-prefix': '/evil' },
  ])('starts its links with the base URL of the service, whatever the client sends: %j', async (headers) => {
    const path = '/api/v1.1/jobs?page=2';
    const reply = await rawRequest(service.origin, { path, headers: { ...headers, ...owner.credentials } });
    const { paging } = JSON.parse(reply.text) as JobList;
    expect(paging.previous).toBe(`${here}?page=1`);
    expect(paging.next).toBe(`${here}?page=3`);
  });
});

describe('a bad query parameter', () => {
  const oneStatus = 'status must be one of active, archived, draft.';
  const oneLine = 'q must be one line of text, without control characters or unbalanced direction controls.';

  test.each([
    ['page=0', 'page', 'page must be at least 1.'],
    ['page=-1', 'page', 'page must be at least 1.'],
    ...['%2B1', '01', '1.0', 'abc', '1%20', '%D9%A1', '-0'].map((text) => wholePage(`page=${text}`)),
    ['page=1&page=2', 'page', 'page must be sent only once.'],
    ['page=1&p%61ge=1', 'page', 'page must be sent only once.'],
    ['pageSize=0', 'pageSize', 'pageSize must be at least 1.'],
    ['pageSize=1.5', 'pageSize', wholeNumber('pageSize')],
    ['pageSize=10&pageSize=10', 'pageSize', 'pageSize must be sent only once.'],
    ...['ACTIVE', 'active,draft', 'all'].map((text) => [`status=${text}`, 'status', oneStatus]),
    ...['%00', 'a%0Ab', '%C2%85'].map((text) => [`q=${text}`, 'q', oneLine]),
    ['q=a&q=b', 'q', 'q must be sent only once.'],
  ] as [string, string, string][])(
    '400s for %s, and names the parameter %s and its rule',
    async (query, parameter, message) => {
      const { status, headers, body } = await owner.get(`/jobs?${query}`);
      expect(status).toBe(400);
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(body).toMatchObject({ code: 'validation_failed', status: 400, message });
      expect(body.errors).toEqual([{ parameter, code: expect.stringMatching(/^[a-z_]+$/), message }]);
    },
  );

  test('may have an unencoded plus sign in an offset; elsewhere the response says how to write one', async () => {
    for (const offset of ['+00:00', '+0530']) {
      const { status } = await owner.get(`/jobs?updatedSince=2026-01-01T00:00:00${offset}`);
      expect([offset, status]).toEqual([offset, 200]);
    }
    const { body } = await owner.get('/jobs?updatedSince=2026-01-01T00:00:00+5');
    expect(body.message).toMatch(
      /^updatedSince must be an instant .*\. In a query, \+ means a space: write a plus sign as %2B\.$/,
    );
  });

  test('is not reported for unknown or empty parameters, or a q that is not valid text', async () => {
    const acme = await employerWith('😀'.repeat(256), 'x'.repeat(256));
    for (const [query, total] of [
      ['_=1&_=2', 2],
      ['limit=0&offset=-1&sort=title', 2],
      ['PAGE=0&PageSize=1000&Status=gone', 2],
      ['page%5B%5D=0&__proto__=1&constructor=2', 2],
      ['%00=%00&&=&;', 2],
      ['q=', 2],
      ['status=&page=&q=&updatedSince=&after=&referenceId=', 2],
      ['page=&page=1', 2],
      [`q=${'%F0%9F%98%80'.repeat(256)}&q2=`, 1],
      ['q=%ED%A0%80', 0],
      ['q=%FF', 0],
      ['q=%', 0],
    ] as const) {
      expect([query, (await listJobs(acme, `?${query}&pageSize=1`)).paging.total]).toEqual([query, total]);
    }
  });
});

describe('q', () => {
  test('finds no job when none of 1,000 jobs matches; the search stores their texts as one pack', async () => {
    const acme = await service.newEmployer();
    const { id } = acme.employer;
    const others = Array.from({ length: 1_000 }, (_, n) => ({
      ...jobKeys.job(id, 1_000_000 + n),
      [attributes.position]: n,
      [attributes.searchText]: 'baker\n\u0001',
      [attributes.changed]: n,
    }));
    await writeItems({ client, tableName: process.env['TABLE_NAME'] ?? '' }, others.values());
    expect((await listJobs(acme, search('cook'))).paging.total).toBe(0);
  });

  test('searches no other fields', async () => {
    const acme = await service.newEmployer();
    await createJob(acme, { title: 'Baker', referenceId: 'R-1', description: '<p>Bread.</p>' });
    const terms = ['baker cook', 'bakerr-1', 'baker r-1'];
    for (const q of [...terms, 'bread', 'vancouver', 'draft', 'searchText', ':q']) {
      expect([q, (await listJobs(acme, search(q))).paging.total]).toEqual([q, 0]);
    }
  });

  test('combines with status and paging, newest first', async () => {
    const acme = await service.newEmployer();
    for (let number = 1; number <= 24; number += 1) {
      const title = number % 2 === 0 ? `Welder ${number}` : `Cook ${number}`;
      await createJob(acme, { title, status: statuses[number % 3] });
    }
    const welders = [24, 18, 12, 6].map((number) => `Welder ${number}`);
    const firstPage = await listJobs(acme, '?q=WELD&status=active&pageSize=3');
    expect(firstPage.paging).toMatchObject({ total: 4, pages: 2, page: 1, previous: null });
    expect(titles(firstPage)).toEqual(welders.slice(0, 3));
    const second = await listJobs(acme, firstPage.paging.next ?? '');
    expect(second.paging).toMatchObject({ total: 4, pages: 2, page: 2, next: null });
    expect(titles(second)).toEqual(welders.slice(3));
    expect((await listJobs(acme, '?q=weld')).paging.total).toBe(12);
  });
});
