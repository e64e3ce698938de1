import { describe, expect, test } from '@jest/globals';
import { createAccount } from '../../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { requireValid } from '../../../functions/validation/submission.ts';
import { eventKeys } from '../../../functions/events/keys.ts';
import { createHttpClient } from '../../setup/http-client.ts';
import { createPartnerClient } from '../../setup/partners.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { violationsOf } from '../../setup/violations.ts';

const service = sharedService();
const accounts = employerStore(service.db);

/** Creates a partner with one employer. */
async function partnerWithEmployer(terms?: Parameters<typeof createPartnerClient>[1]) {
  const partner = await createPartnerClient(service, terms);
  const { status, body, headers } = await partner.put('/employers', { referenceId: 'C-1', name: 'Acme' });
  return { ...partner, status, employer: body, headers, path: `/employers/${body.id}` };
}

describe('PUT /employers', () => {
  test("201s for a new referenceId and 200s for a repeat, with the employer's URL in the Location header", async () => {
    const { status, employer, headers, path, put, get } = await partnerWithEmployer();
    expect(status).toBe(201);
    expect(employer).toEqual({
      id: expect.any(Number),
      referenceId: 'C-1',
      name: 'Acme',
      plan: 'standard',
      test: false,
      suspendedAt: null,
      deletionRequestedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(headers.get('location')).toBe(`${service.origin}/api/v1.1${path}`);
    const repeated = await put('/employers', { referenceId: 'C-1' });
    expect([repeated.status, repeated.body]).toEqual([200, employer]);
    expect(repeated.headers.get('content-location')).toBe(headers.get('location'));
    expect((await put('/employers', { referenceId: 'C-1', name: 'Acme Inc.' })).body.name).toBe('Acme Inc.');
    expect((await get('/partner')).body.employers).toBe(1);
  });

  test('creates one employer from 50 simultaneous requests', async () => {
    const { put, get } = await createPartnerClient(service);
    const create = () => put('/employers', { referenceId: 'C-1', name: 'Acme' });
    const replies = await Promise.all(Array.from({ length: 50 }, create));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await get('/employers')).body.data).toHaveLength(1);
    expect((await get('/partner')).body.employers).toBe(1);
  });

  test('409s for more than maxEmployers employers, also in 10 simultaneous requests, and still updates present ones', async () => {
    const { put, get } = await partnerWithEmployer({ maxEmployers: 3 });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => put('/employers', { referenceId: `N-${n}`, name: 'Acme' })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(replies.filter(({ body }) => body.code === 'employer_limit_reached')).toHaveLength(8);
    expect((await get('/partner')).body).toMatchObject({ employers: 3, maxEmployers: 3 });
    expect((await put('/employers', { referenceId: 'C-1', name: 'Acme Inc.' })).status).toBe(200);
  });

  test.each<[sent: object, pointer: string, code: string]>([
    [{ name: 'Acme' }, '/referenceId', 'required'],
    [{ referenceId: '', name: 'Acme' }, '/referenceId', 'empty'],
    [{ referenceId: 'a'.repeat(51), name: 'Acme' }, '/referenceId', 'too_long'],
    [{ referenceId: ' C-1', name: 'Acme' }, '/referenceId', 'malformed'],
    [{ referenceId: 'C-1' }, '/name', 'required'],
    [{ referenceId: 'C-1', name: 'a'.repeat(129) }, '/name', 'too_long'],
    [{ referenceId: 'C-1', name: 'Acme\nInc.' }, '/name', 'malformed'],
  ])('refuses %j', async (body, pointer, code) => {
    const violations = await violationsOf('upsertEmployerAccount', { body }, (submission) => {
      requireValid(submission);
      createAccount(submission.fields);
    });
    expect(violations).toContainEqual({ pointer, code, message: expect.stringMatching(/\.$/) });
  });

  test('creates no employer when If-Match expects one', async () => {
    const { put, get } = await createPartnerClient(service);
    const { status } = await put('/employers', { referenceId: 'C-1', name: 'Acme' }, { 'if-match': '*' });
    expect([status, (await get('/employers')).body.data]).toEqual([412, []]);
  });
});

describe('GET /employers', () => {
  test('lists employers in pages by id, each with its newest event, and finds an employer by referenceId', async () => {
    const { newEmployer, get } = await createPartnerClient(service);
    const ids: number[] = [];
    for (const name of ['A', 'B', 'C']) ids.push((await newEmployer(name)).id);
    await service.db.put({ Item: { ...eventKeys.newestEvents(ids[1]!), number: 842 } });
    const firstPage = (await get('/employers?limit=2')).body;
    const second = (await get(firstPage.paging.next)).body;
    expect([...firstPage.data, ...second.data]).toMatchObject([
      { id: ids[0], referenceId: 'A', lastEvent: 0 },
      { id: ids[1], referenceId: 'B', lastEvent: 842 },
      { id: ids[2], referenceId: 'C', lastEvent: 0 },
    ]);
    expect(second.paging.next).toBeNull();
    expect((await get('/employers?referenceId=B')).body.data).toMatchObject([{ id: ids[1] }]);
    expect((await get('/employers?referenceId=Z')).body.data).toEqual([]);
  });
});

describe('PUT /employers/{id}', () => {
  test('changes name and referenceId in all records, and frees the former referenceId', async () => {
    const { path, put, get, employer, ownKey } = await partnerWithEmployer();
    const apiKey = await ownKey((await accounts.get(employer.id))!);
    const employerClient = createHttpClient(service.origin, { 'api-key': apiKey });
    const { status, body } = await put(path, { name: 'Acme Inc.', referenceId: 'C-2' });
    expect([status, body]).toEqual([200, { ...employer, name: 'Acme Inc.', referenceId: 'C-2' }]);
    expect((await put(path, (await get(path)).body)).body).toEqual(body);
    expect((await employerClient.get('/employer')).body.name).toBe('Acme Inc.');
    expect((await get('/employers?referenceId=C-1')).body.data).toEqual([]);
    expect((await put('/employers', { referenceId: 'C-1', name: 'Another' })).status).toBe(201);
  });

  test('gives a referenceId that two requests set simultaneously to only one employer', async () => {
    const { path, put, newEmployer } = await partnerWithEmployer();
    const { id } = await newEmployer('C-2');
    const replies = await Promise.all(
      [path, `/employers/${id}`].map((each) => put(each, { referenceId: 'C' })),
    );
    const codes = new Set(replies.map(({ body }) => body.code));
    expect(codes).toEqual(new Set([undefined, 'reference_id_taken']));
  });

  test("suspends an employer, and ends the partner's own suspension but not an operator's", async () => {
    const { path, put, employer } = await partnerWithEmployer();
    await accounts.update(employer.id, { plan: 'unlimited' });
    const suspended = (await put(path, { suspended: true })).body;
    expect(suspended.suspendedAt).toEqual(expect.any(String));
    expect((await put(path, { suspended: true })).body).toEqual(suspended);
    expect((await put(path, { suspended: false })).body.suspendedAt).toBeNull();
    await put(path, { suspended: true });
    await accounts.suspend(employer.id, new Date());
    const { status, body } = await put(path, { suspended: false });
    expect([status, body.code]).toEqual([409, 'suspended_by_operator']);
  });

  test('requests the deletion of an employer, which is suspended until the partner withdraws the request', async () => {
    const { path, put, post, get, employer, forEmployer } = await partnerWithEmployer();
    const { status, body: leaving } = await post(`${path}/deletion`, undefined);
    const dates = { suspendedAt: expect.any(String), deletionRequestedAt: expect.any(String) };
    expect([status, leaving]).toEqual([200, { ...employer, ...dates }]);
    expect((await post(`${path}/deletion`, undefined)).body).toEqual(leaving);
    expect((await get(path)).body).toEqual(leaving);
    expect((await forEmployer(employer.id).get('/jobs')).body.code).toBe('employer_suspended');
    expect((await put(path, { name: 'Else', suspended: false })).body).toEqual({ ...employer, name: 'Else' });
    expect((await get(path)).body.deletionRequestedAt).toBeNull();
  });

  test.each([
    ['before', true],
    ['after', false],
  ])(
    'withdraws the request for an employer that the operator suspended %s it, and leaves the suspension to the operator',
    async (_, isFirst) => {
      const { path, put, post, get, employer } = await partnerWithEmployer();
      const suspend = () => accounts.suspend(employer.id, new Date());
      if (isFirst) await suspend();
      const { suspendedAt } = (await get(path)).body;
      const { body: leaving } = await post(`${path}/deletion`, undefined);
      if (isFirst) expect(leaving.suspendedAt).toBe(suspendedAt);
      else await suspend();
      const { status, body } = await put(path, { suspended: false });
      expect([status, body]).toEqual([200, { ...employer, suspendedAt: leaving.suspendedAt }]);
      expect((await put(path, { suspended: false })).body.code).toBe('suspended_by_operator');
      await post(`${path}/deletion`, undefined);
      await accounts.resume(employer.id);
      expect((await get(path)).body).toEqual(employer);
    },
  );

  test('shows no request for deletion after the employer moves to another partner', async () => {
    const { path, post, employer } = await partnerWithEmployer();
    const other = await createPartnerClient(service);
    await post(`${path}/deletion`, undefined);
    const by = { type: 'operator', at: Date.now() } as const;
    await accounts.move(employer.id, { partner: other.partner, referenceId: 'C-9' }, { now: new Date(), by });
    expect((await other.get(path)).body.deletionRequestedAt).toBeNull();
    expect((await post(`${path}/deletion`, undefined)).body.code).toBe('employer_not_found');
  });

  test.each([true, false])(
    'warns about a test field that differs from the value at creation, and leaves it at %s',
    async (wanted) => {
      const { put, get } = await createPartnerClient(service);
      const { body: created } = await put('/employers', { referenceId: 'T-1', name: 'Acme', test: wanted });
      expect(created.test).toBe(wanted);
      const path = `/employers/${created.id}`;
      for (const [address, isTest, warning] of [
        ['/employers', wanted, null],
        ['/employers', !wanted, 'fixed_at_creation; pointer="/test"'],
        [path, wanted, null],
        [path, !wanted, 'fixed_at_creation; pointer="/test"'],
      ] as const) {
        const { status, body, headers } = await put(address, { referenceId: 'T-1', test: isTest });
        expect([status, body, headers.get('job-warning')]).toEqual([200, created, warning]);
      }
      const change = { referenceId: 'T-1', name: 'Else', test: !wanted };
      for (const address of ['/employers', path]) {
        const { status, body } = await put(address, change, { prefer: 'handling=strict' });
        expect([status, body.errors]).toMatchObject([400, [{ code: 'fixed_at_creation' }]]);
      }
      expect((await get('/employers')).body.data).toEqual([{ ...created, lastEvent: 0 }]);
    },
  );
});

describe('PUT /partner', () => {
  test('changes only contactEmail', async () => {
    const { put, get, partner } = await createPartnerClient(service);
    const before = (await get('/partner')).body;
    expect(before).toEqual({
      id: partner.id,
      name: 'Acme ATS',
      plan: 'standard',
      maxEmployers: 1_000,
      employers: 0,
      contactEmail: null,
    });
    const contactEmail = 'ops@example.com';
    const { status, body } = await put('/partner', { ...before, name: 'Else', contactEmail });
    expect([status, body]).toEqual([200, { ...before, contactEmail }]);
    expect((await get('/partner')).body).toEqual(body);
    expect((await put('/partner', { contactEmail: 'no address' })).body.errors).toMatchObject([
      { pointer: '/contactEmail', code: 'malformed' },
    ]);
  });
});
