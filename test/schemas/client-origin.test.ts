import type { IncomingMessage } from 'node:http';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createClient } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { startService } from '../setup/service.ts';
import { startStandIn } from '../setup/stand-in.ts';

const recorded: IncomingMessage[] = [];
const elsewhere = await startStandIn(async (request, response) => {
  recorded.push(request);
  response.end('{"data":[],"paging":{"next":null}}');
});
const service = await startService();
// Read when the first request arrives: the addresses in responses name the other server.
process.env['BASE_URL'] = elsewhere.endpoint;

afterAll(async () => {
  await service.close();
  await elsewhere.close();
});

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

describe('an API key stays at the address of the client', () => {
  test('when the service names another one in its lists, which are read to their end', async () => {
    const ids = ['A b&é', 'B b&é'];
    const { acme } = await service.employerWithJob({ referenceId: ids[0] });
    const client = createClient({ url: `${service.origin}${BASE_PATH}`, apiKey: acme.apiKey });
    await client.jobs.create(aJob({ referenceId: ids[1] }));
    const { paging } = await client.jobs.list({ pageSize: 1 });
    expect(paging.next).toContain(elsewhere.endpoint);

    const lists = [
      client.jobs.listAll({ pageSize: 1 }),
      client.jobs.listAll({ pageSize: 1, q: 'b&é' }),
      client.jobs.listAllReferences({ limit: 1 }),
    ];
    for (const list of lists) {
      const listed = (await all<{ referenceId: string | null }>(list)).map(({ referenceId }) => referenceId);
      expect(listed).toHaveLength(ids.length);
      expect(new Set(listed)).toEqual(new Set(ids));
    }
    expect(recorded).toEqual([]);
  });

  test.each([301, 302, 303, 307, 308])('when it is redirected by a %d', async (status) => {
    const redirecting = await startStandIn(async (request, response) =>
      response.writeHead(status, { location: `${elsewhere.endpoint}${request.url}` }).end(),
    );
    const client = createClient({
      url: `${redirecting.endpoint}${BASE_PATH}`,
      apiKey: 'jps_key',
      attempts: 1,
    });
    const calls = [
      client.jobs.get(1),
      client.jobs.delete(1),
      client.jobs.update(1, { title: 'Baker' }),
      client.jobs.listAll().next(),
      client.applications.getResume('0'.repeat(32)),
    ];
    const outcomes = await Promise.allSettled(calls);
    await redirecting.close();
    const reason = expect.objectContaining({ message: expect.stringContaining(elsewhere.endpoint) });
    expect(outcomes).toEqual(calls.map(() => ({ status: 'rejected', reason })));
    expect(recorded).toEqual([]);
  });
});
