import { withDataSet } from './data-set.ts';
import { referenceIdOf, sampleBody } from './sample-job.ts';
import { shapes } from './shapes.ts';
import type { Request } from './subject.ts';

const SIZE = 1_000;
const OPERATIONS = 100;
const ROUNDS = 20;

const [shape] = shapes;
if (!shape) throw new Error('There is no shape to measure.');

const times = <Member>(count: number, make: (n: number) => Member) =>
  Array.from({ length: count }, (_, n) => make(n));

/** Everything that the jobs have already, except for what differs between them. */
const asTheyAre = times(OPERATIONS, (n) =>
  sampleBody({ referenceId: referenceIdOf(n), title: undefined, locations: undefined }),
);

let created = 0;
const newJobs = () => times(OPERATIONS, () => sampleBody({ referenceId: `NEW-${(created += 1)}` }));

const single =
  (method: string) =>
  (body: object): Request => ({ method, path: '/api/v1.1/jobs', body: JSON.stringify(body) });

const batchOf =
  (operation: string) =>
  (bodies: readonly object[]): Request => ({
    method: 'POST',
    path: '/api/v1.1/jobs/batch',
    body: JSON.stringify({ operations: bodies.map((body) => ({ operation, body })) }),
  });

/** What is compared: 100 operations, each as a request of its own, and in one batch. */
const cases = [
  { name: 'upserts that change nothing', bodies: () => asTheyAre, method: 'PUT', operation: 'upsert' },
  { name: 'creations', bodies: newJobs, method: 'POST', operation: 'create' },
];

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

await withDataSet(
  { shape, size: SIZE, applications: 0, onProgress: () => undefined },
  async (_, { service, engineTime }) => {
    /** The CPU of these requests in milliseconds: of the service, and of the engine. */
    async function cpuOf(requests: readonly Request[]): Promise<{ service: number; both: number }> {
      const [before, engineBefore] = [(await service.report()).cpu, engineTime()];
      for (const request of requests) {
        const { status, text } = await service.request(request);
        if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${text}`);
      }
      const spent = ((await service.report()).cpu - before) / 1_000;
      return { service: spent, both: spent + (engineTime() - engineBefore) / 1_000 };
    }

    for (const { name, bodies, method, operation } of cases) {
      const singles: { service: number; both: number }[] = [];
      const batches: typeof singles = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        singles.push(await cpuOf(bodies().map(single(method))));
        batches.push(await cpuOf([batchOf(operation)(bodies())]));
      }
      const { last } = await service.report();
      // The first rounds warm up.
      const cpu = (rounds: typeof singles, of: 'service' | 'both') =>
        median(rounds.slice(ROUNDS / 2).map((round) => round[of]));
      const ratio = (of: 'service' | 'both') => (cpu(batches, of) / cpu(singles, of)).toFixed(2);
      process.stdout.write(
        `${OPERATIONS} ${name}: ${cpu(singles, 'both').toFixed(0)} ms one by one, ${cpu(batches, 'both').toFixed(0)} ms in a batch; ` +
          `a batch takes ${ratio('both')} of the CPU, ${ratio('service')} of the service's own; ` +
          `${last?.readUnits} read units, ${last?.writeUnits} write units, ${last?.calls} calls\n`,
      );
    }
  },
);
