import { afterAll, describe, expect, test } from '@jest/globals';
import { audit } from '../model/audit.ts';
import { folding } from '../model/folding.ts';
import { aJob } from '../setup/a-job.ts';
import { setLastPosition } from '../setup/employers-in-table.ts';
import { type Reply, countJobs } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';

const service = await startService({ mayFail: true });
afterAll(service.close);

const etagOf = ({ headers }: Reply) => headers.get('etag') ?? 'no ETag';

describe('ten simultaneous updates with If-Match', () => {
  test('with the same version get one 200 and nine 412s, 100 times', async () => {
    const acme = await service.newEmployer();
    const created = await acme.post('/jobs', aJob({ title: 'Baker' }));
    const path = `/jobs/${created.body.id}`;
    const ten = Array.from({ length: 10 }, (_, number) => number);
    let current = etagOf(created);
    for (let trial = 0; trial < 100; trial += 1) {
      const replies = await Promise.all(
        ten.map((number) => acme.put(path, { title: `Cook ${trial}, ${number}` }, { 'if-match': current })),
      );
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(9).fill(412),
      ]);
      const winner = replies.find(({ status }) => status === 200) as Reply;
      const read = await acme.get(path);
      expect(read.text).toBe(winner.text);
      current = etagOf(read);
      expect(new Set(replies.map(etagOf))).toEqual(new Set([current]));
    }
  });
});

describe('a referenceId', () => {
  test('201s once and 200s 49 times when 50 simultaneous PUTs use the same referenceId: exactly one job', async () => {
    const acme = await service.newEmployer();
    const put = async (title: string) => {
      const send = () => acme.put('/jobs', aJob({ referenceId: 'R-1', title }));
      let reply = await send();
      // On a slow machine, some requests time out with a 503.
      while (reply.status === 503) reply = await send();
      return reply;
    };
    const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => put(`Job ${index}`)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(49);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(await countJobs(acme)).toBe(1);
  });

  test('201s once and 409s 49 times when 50 simultaneous POSTs use the same referenceId', async () => {
    const acme = await service.newEmployer();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        acme.post('/jobs', aJob({ referenceId: 'R-1', title: `Job ${index}` })),
      ),
    );
    const created = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ status }) => status === 409);
    expect([created.length, refused.length]).toEqual([1, 49]);
    expect(new Set(refused.map(({ body }) => body.existingJob.id))).toEqual(new Set([created[0]?.body.id]));
    const { body } = await acme.get('/jobs');
    expect([body.paging.total, body.data[0].title]).toEqual([1, created[0]?.body.title]);
  });

  test('has at most one job while PUTs create it and DELETEs delete it: the list equals the number of 201s minus 204s', async () => {
    const acme = await service.newEmployer();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0
          ? acme.delete('/jobs', { referenceId: 'R-1' })
          : acme.put('/jobs', aJob({ referenceId: 'R-1', title: `Job ${index}` })),
      ),
    );
    const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
    expect(count(200) + count(201)).toBe(20);
    expect(count(204) + count(404)).toBe(10);
    expect(await countJobs(acme)).toBe(count(201) - count(204));
  });
});

describe('a POST that is sent again with its Idempotency-Key', () => {
  test.each([
    ['without a referenceId', {}],
    ['with a referenceId', { referenceId: 'R-1' }],
  ])('creates one job, and all 200 requests, 50 at once, get the first response: %s', async (_, fields) => {
    const acme = await service.newEmployer();
    const replies: Reply[] = [];
    for (let round = 0; round < 4; round += 1) {
      const posts = Array.from({ length: 50 }, () =>
        acme.post('/jobs', aJob(fields), { 'idempotency-key': 'sync-1' }),
      );
      replies.push(...(await Promise.all(posts)));
    }
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(199);
    expect(await countJobs(acme)).toBe(1);
  });
});

describe('a status map that is folded during 400 changes by ten writers', () => {
  test('ends with correct digits and counts, and no reader sees a wrong total or a job twice', async () => {
    const acme = await service.newEmployer();
    const maps = folding();
    await setLastPosition(service.db, acme.employer.id, 2_340);
    const ids: number[] = [];
    while (ids.length < 60) ids.push((await acme.post('/jobs', aJob({ status: 'active' }))).body.id);
    const statuses = ['archived', 'draft', 'active'];
    const writers = Array.from({ length: 10 }, async (_, writer) => {
      for (let change = 0; change < 40; change += 1) {
        const path = `/jobs/${ids[writer * 6 + (change % 6)]}`;
        const { status } = await acme.put(path, { status: statuses[(writer + change) % 3] });
        expect(status).toBe(200);
        if (change % 10 !== 9) continue;
        const { body } = await acme.post('/jobs', aJob());
        expect((await acme.delete(`/jobs/${body.id}`)).status).toBe(204);
      }
    });
    const traffic = { isOver: false };
    const until = async (work: () => Promise<void>) => {
      let times = 0;
      for (; !traffic.isOver; times += 1) await work();
      return times;
    };
    const folds = until(async () => expect(await maps.fold(acme.employer.id)).toBe(true));
    const reads = until(async () => {
      for (const page of [2, 4, 6]) {
        const { status, body } = await acme.get(`/jobs?pageSize=10&page=${page}`);
        const listedIds = (body.data as { id: number }[]).map(({ id }) => id);
        expect([status, new Set(listedIds).size]).toEqual([200, listedIds.length]);
        // Each of the ten writers has at most one additional job.
        expect(body.paging.total).toBeGreaterThanOrEqual(60);
        expect(body.paging.total).toBeLessThanOrEqual(70);
      }
    });
    await Promise.all(writers);
    traffic.isOver = true;
    expect(await folds).toBeGreaterThan(2);
    expect(await reads).toBeGreaterThan(2);
    maps.close();
    expect((await audit(acme, acme.employer.id, [])).map(({ id }) => id)).toEqual(ids.toReversed());
  });
});
