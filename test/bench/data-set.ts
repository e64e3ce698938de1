import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createClient } from '../../functions/platform/store-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { logBuilder } from '../../functions/events/store/log-builder.ts';
import { statusFolding } from '../../functions/jobs/lists/status-folding.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import type { Paging } from '../../schemas/list.ts';
import { startEngine } from '../setup/engine.ts';
import { anEvent } from '../setup/webhook-run.ts';
import { loadEmployer } from './load-employer.ts';
import type { Stage } from './measure-time.ts';
import type { Loaded } from './operations.ts';
import { startSubject, type Subject } from './subject.ts';
import { readdirSync, readFileSync } from 'node:fs';

const TABLE = 'bench-jobs';

/** Checks that the service reports the loaded jobs correctly. */
async function check(service: Subject, { size, firstId }: Loaded): Promise<void> {
  for (const page of [1, Math.ceil(size / 20), size / 10]) {
    const { text } = await service.request({
      method: 'GET',
      path: `${BASE_PATH}/jobs?page=${page}&pageSize=10`,
    });
    const { data, paging } = JSON.parse(text) as { data: { id: number }[]; paging: Paging };
    const ids = data.map(({ id }) => id - firstId).join();
    const expectedNumbers = Array.from({ length: 10 }, (_, n) => size - 1 - (page - 1) * 10 - n).join();
    if (paging.total !== size || ids !== expectedNumbers)
      throw new Error(`Page ${page} of ${paging.total} jobs is ${ids}.`);
  }
}

/** The number of events in the log of an employer, regardless of the number of its jobs. */
const EVENTS = 1_000;

const events = Array.from({ length: EVENTS }, (_, index) => {
  const { id, ...event } = anEvent(index + 1);
  return { source: 'j', sequenceNumber: String(id), event } as const;
});

/**
 * Starts the engine, the service and the baseline server in separate processes, with an employer that has jobs, and
 * stops them after the work.
 */
export async function withDataSet<Output>(
  { shape, size }: Pick<Loaded, 'shape' | 'size'>,
  work: (data: Loaded, stage: Stage) => Promise<Output>,
): Promise<Output> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const engine = await startEngine();
  const stops = [engine.stop, () => rm(folder, { recursive: true })];
  try {
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      TABLE_NAME: TABLE,
      DATA_DIR: folder,
    });
    const client = DynamoDBDocumentClient.from(new DynamoDBClient());
    await client.send(new CreateTableCommand(tableDefinition(TABLE)));
    const db = database({ client: createClient(), tableName: TABLE, remainingMillis: () => Infinity });
    const { employer, apiKey } = await employerStore(db).create(
      { name: 'Acme Inc.', plan: 'unlimited' },
      new Date(),
    );
    const target = { tableName: TABLE, employerId: employer.id, shape, size };
    const data = { ...target, firstId: await loadEmployer({ ...target, client }) };
    // Folds the status map, as the hourly run does.
    await statusFolding(db, () => new Date()).fold(employer.id);
    const log = logBuilder(db, 30 * 86_400);
    await log.add(
      employer.id,
      events.map((event) => ({ employerId: employer.id, ...event })),
    );
    const start = async (module: `${string}-process.ts`) => {
      const subject = await startSubject(module, apiKey);
      stops.push(subject.stop);
      return subject;
    };
    const service = await start('service-process.ts');
    await check(service, data);
    process.env['FLOOR_KEY'] = JSON.stringify(jobKeys.job(employer.id, data.firstId));
    return await work(data, {
      service,
      startService: () => start('service-process.ts'),
      floor: await start('floor-process.ts'),
      engineTime: engineTime(),
    });
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Clock ticks per second in which Linux counts process time, on every platform that Node supports. */
const TICKS = 100;

/** The fields of /proc/<pid>/stat after the name, which may contain spaces. */
const fieldsOf = (pid: string) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

const isEngineOfMine = (pid: string) => {
  try {
    return (
      fieldsOf(pid)[1] === String(process.pid) &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('dynoxide')
    );
  } catch {
    // The process has ended since it was listed.
    return false;
  }
};

/** A clock of the CPU time that the engine of this process has used, user and system, in microseconds. Linux only. */
function engineTime(): () => number {
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isEngineOfMine(name));
  if (pid === undefined) throw new Error('The engine is not among the children of this process.');
  return () => {
    const fields = fieldsOf(pid);
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1_000_000;
  };
}
