import { afterAll, expect, test } from '@jest/globals';
import { rateLimits } from '../../functions/accounts/domain/rate-limit.ts';
import { createClient, type JobCreate } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { startService } from '../setup/service.ts';

process.env['RATE_LIMITS'] = 'on';
// Almost half of the calls empty the bucket; the others succeed as it refills, in twelve seconds.
Object.assign(rateLimits, { standard: { name: 'standard', quota: 400, windowSeconds: 10 } });

const JOBS = 900;
const WORKERS = 10;

const service = await startService();
afterAll(service.close);

/** Creates the jobs with concurrent workers, each of which takes the next job when it is ready. */
async function createAll(clients: readonly ReturnType<typeof createClient>[]) {
  let made = 0;
  const worker = async (index: number) => {
    while (made < JOBS) {
      made += 1;
      const body = aJob({ referenceId: `REQ-${made}` }) as JobCreate;
      await clients[index % clients.length]!.jobs.create(body);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, index) => worker(index)));
}

test.each([1, WORKERS])(
  'An import of 900 jobs, ten at once, completes despite the rate limit of its key; clients that share the key: %i',
  async (count) => {
    const { apiKey } = await service.newEmployer();
    const statuses: number[] = [];
    const newClient = () =>
      createClient({
        url: `${service.origin}${BASE_PATH}`,
        apiKey,
        fetch: async (address, init) => {
          const response = await fetch(address, init);
          statuses.push(response.status);
          return response;
        },
      });
    const clients = Array.from({ length: count }, newClient);
    await createAll(clients);
    const { paging } = await clients[0]!.jobs.list();
    expect(paging.total).toBe(JOBS);
    const refused = statuses.filter((status) => status === 429).length;
    expect(refused).toBeLessThan(30);
    process.stderr.write(`rate limit: ${statuses.length} requests by ${count} clients, ${refused} refused\n`);
  },
);
