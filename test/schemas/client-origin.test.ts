import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { createClient } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { sharedService } from '../setup/shared-service.ts';
import { startServer } from '../setup/local-server.ts';

const recorded: IncomingMessage[] = [];
const elsewhere = await startServer(async (request, response) => {
  recorded.push(request);
  response.end('{"data":[],"paging":{"next":null}}');
});
const service = sharedService();

/** Fetches from the service; responses contain the address of the server `elsewhere` in place of its own. */
const fetchWithLinksElsewhere: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  return new Response((await response.text()).replaceAll(service.origin, elsewhere.endpoint), response);
};

describe('the API key is sent only to the address of the client', () => {
  test('even when the links in lists have a different address, and the lists are still read to the end', async () => {
    const ids = ['A b&é', 'B b&é'];
    const { acme } = await service.employerWithJob({ referenceId: ids[0] });
    await acme.post('/jobs', aJob({ referenceId: ids[1] }));
    const url = `${service.origin}${BASE_PATH}`;
    const client = createClient({ url, apiKey: acme.apiKey, fetch: fetchWithLinksElsewhere });
    const { paging } = await client.jobs.list({ pageSize: 1 });
    expect(paging.next).toContain(elsewhere.endpoint);

    const lists = [
      client.jobs.listAll({ pageSize: 1 }),
      client.jobs.listAll({ pageSize: 1, q: 'b&é' }),
      client.jobs.listAllReferences({ limit: 1 }),
    ];
    for (const list of lists) {
      const listed = await Array.fromAsync<{ referenceId: string | null }>(list);
      expect(listed).toHaveLength(ids.length);
      expect(new Set(listed.map(({ referenceId }) => referenceId))).toEqual(new Set(ids));
    }
    expect(recorded).toEqual([]);
  });

  test.each([301, 302, 303, 307, 308])(
    'even when a response redirects the client with a %d',
    async (status) => {
      const redirecting = await startServer(async (request, response) =>
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
      const reason = expect.objectContaining({ message: expect.stringContaining(elsewhere.endpoint) });
      expect(outcomes).toEqual(calls.map(() => ({ status: 'rejected', reason })));
      expect(recorded).toEqual([]);
    },
  );
});
