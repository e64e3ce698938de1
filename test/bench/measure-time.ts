import type { Operation } from './operations.ts';
import type { Floor, Subject } from './subject.ts';

/** CPU of one request in microseconds: of the server, of the engine, and of the floors in the same minutes. */
export interface Time {
  server: number;
  engine: number;
  /** A server that returns the same bytes after one plain SDK call, and the engine's share. */
  call: number;
  callEngine: number;
  /** A bare node:http server that returns the same bytes. */
  bare: number;
}

/** The processes that run while time is measured. */
export interface Stage {
  service: Subject;
  /** Another one, which has nothing in memory. */
  startService: () => Promise<Subject>;
  /** Floors: bare node:http, and the same with one SDK call. */
  bare: Subject;
  call: Subject;
  engineTime: () => number;
  /** The address of the engine. */
  engine: string;
  /** The key of the employer whose jobs are loaded. */
  apiKey: string;
  /** Puts so many applications into the queue of mail. */
  queueMail: (mails: number) => Promise<void>;
}

export interface Effort {
  rounds: number;
  /** About how long a subject runs in a round: well above the resolution of the system's CPU clock. */
  roundMillis: number;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const FEWEST = 3;
const MOST = 2_000;

interface Spent {
  server: number;
  engine: number;
  millis: number;
}

/** Runs this many requests one after another, and returns the CPU of one. */
async function burst(
  subject: Subject,
  { next, onAnswer }: Pick<Operation, 'next' | 'onAnswer'>,
  count: number,
  engineTime: () => number,
): Promise<Spent> {
  const requests = Array.from({ length: count }, next);
  const before = await subject.report();
  const engineBefore = engineTime();
  const began = performance.now();
  for (const request of requests) {
    const { status, text } = await subject.request(request);
    if (status >= 300) throw new Error(`${request.method} ${request.path} answered ${status}: ${text}`);
    onAnswer?.(text);
  }
  const millis = performance.now() - began;
  const { cpu } = await subject.report();
  return {
    server: (cpu - before.cpu) / count,
    engine: (engineTime() - engineBefore) / count,
    millis: millis / count,
  };
}

/** Requests until V8 has optimised the code. */
export async function warmUp(
  { service, call, bare, engineTime }: Stage,
  operation: Operation,
  requests: number,
) {
  await burst(service, operation, requests, engineTime);
  const request = operation.next();
  const { status, text } = await service.request(request);
  const again = { next: () => request };
  for (const [floor, calls] of [
    [call, operation.calls(requests)],
    [bare, []],
  ] as const) {
    await floor.become({ status, answer: text, calls: [...calls] });
    await burst(floor, again, requests, engineTime);
  }
}

/** The CPU of one request, alternating with its floors so that other load on the machine affects all alike. */
export async function timeOf(stage: Stage, operation: Operation, effort: Effort): Promise<Time> {
  const { service, bare, call, engineTime } = stage;
  const ready = async (count: number) => {
    if (operation.before) await burst(service, operation.before, count, engineTime);
  };

  await ready(1);
  const request = operation.next();
  const began = performance.now();
  const sample = await service.request(request);
  const sampleMillis = performance.now() - began;
  operation.onAnswer?.(sample.text);
  const floor: Floor = { status: sample.status, answer: sample.text, calls: [] };
  // The floors need no new request each time, only one of the same size.
  const again = { next: () => request };
  const asFloor = async (count: number) => {
    if (operation.before) {
      await call.become({ ...floor, calls: operation.before.calls(count) });
      await burst(call, again, count, engineTime);
    }
    await call.become({ ...floor, calls: operation.calls(count) });
  };
  await bare.become(floor);

  const countFor = ({ millis }: Spent) =>
    Math.round(Math.min(MOST, Math.max(FEWEST, effort.roundMillis / millis)));
  // The first bursts warm up and show how many requests fill a round.
  const few = Math.min(50, countFor({ server: 0, engine: 0, millis: sampleMillis }));
  await ready(few);
  const counts = { service: countFor(await burst(service, operation, few, engineTime)), call: 0, bare: 0 };
  await asFloor(few);
  counts.call = countFor(await burst(call, again, few, engineTime));
  counts.bare = countFor(await burst(bare, again, 200, engineTime));

  const runs: Time[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    await ready(counts.service);
    const own = await burst(service, operation, counts.service, engineTime);
    await asFloor(counts.call);
    const one = await burst(call, again, counts.call, engineTime);
    const least = await burst(bare, again, counts.bare, engineTime);
    runs.push({
      server: own.server,
      engine: own.engine,
      call: one.server + one.engine,
      callEngine: one.engine,
      bare: least.server,
    });
  }
  const names = ['server', 'engine', 'call', 'callEngine', 'bare'] as const;
  return Object.fromEntries(
    names.map((name) => [name, median(runs.map((run) => run[name]))]),
  ) as unknown as Time;
}
