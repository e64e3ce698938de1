import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { keys } from '../../functions/platform/dynamodb/table.ts';
import { aJob } from '../setup/a-job.ts';
import { answerOnWire } from '../setup/dynamo-proxy.ts';
import { isTransaction, lostAnswer, lostRequest } from '../setup/faults.ts';
import { startFaultyStore, type Fault, type Plan } from '../setup/faulty-store.ts';
import { section, tableRows } from '../setup/markdown.ts';
import type { Client, Reply } from '../setup/client.ts';
import { startService } from '../setup/service.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/reliability.md'), 'utf8');
const store = await startFaultyStore();
const service = await startService();

afterAll(async () => {
  await service.close();
  await store.goDown();
});

/** A job that is there, and one more that leases what a creation may lease. */
async function employerWithAJob() {
  const acme = await service.newEmployer();
  const { body } = await acme.post('/jobs', aJob({ title: 'Apprentice' }));
  return { ...acme, path: `/jobs/${body.id}` };
}

interface Timeline {
  heading: string;
  send: (client: Client, path: string) => Promise<Reply>;
  status: number;
  /** What happens to the first writes that carry the change, one after the other. */
  faults: (client: Client) => Fault[];
}

const lost: Timeline['faults'] = () => [lostAnswer];

const taken: Timeline['faults'] = (client) => [
  lostRequest,
  async ({ pass, response }) => {
    expect((await client.post('/jobs', aJob({ referenceId: 'REQ-2' }))).status).toBe(201);
    answerOnWire(response, await pass());
  },
];

const timelines: Timeline[] = [
  {
    heading: 'A transaction',
    send: (client, path) => client.put(path, { status: 'active' }),
    status: 200,
    faults: lost,
  },
  {
    heading: 'A plain update',
    send: (client, path) => client.put(path, { title: 'Baker' }),
    status: 200,
    faults: lost,
  },
  {
    heading: 'A creation that is refused',
    send: (client) => client.post('/jobs', aJob({ referenceId: 'REQ-2' })),
    status: 409,
    faults: taken,
  },
];

test.each(timelines)(
  'docs/reliability.md shows the calls that are made: $heading',
  async ({ heading, send, status, faults }) => {
    const acme = await employerWithAJob();
    const calls: string[] = [];
    const left = faults(acme);
    const isMet: (call: Parameters<Plan>[0]) => boolean =
      heading === 'A plain update' ? ({ operation }) => operation === 'UpdateItem' : isTransaction;
    let rival = false;
    store.plans.set(keys.employer(acme.employer.id).PK, {
      calls: 0,
      plan: (call) => {
        if (rival) return undefined;
        calls.push(call.operation);
        const fault = isMet(call) ? left.shift() : undefined;
        return (
          fault &&
          (async (met) => {
            rival = true;
            await fault(met);
            rival = false;
          })
        );
      },
    });
    expect((await send(acme, acme.path)).status).toBe(status);
    const shown = tableRows(section(page, heading)).map(([call = '']) => call.split(' ')[0]);
    expect(calls).toEqual(shown);
  },
);
