import type { Operation } from './operations.ts';
import type { Subject } from './subject.ts';

/**
 * CPU of one request in microseconds, user and system: of the service, of the engine, and of the baseline server with
 * its engine.
 */
export interface Time {
  server: number;
  engine: number;
  floor: number;
}

/** The processes that run during a time measurement. */
export interface Stage {
  service: Subject;
  /** Starts another service, with empty caches. */
  startService: () => Promise<Subject>;
  floor: Subject;
  engineTime: () => number;
}

export interface Effort {
  rounds: number;
  /** The CPU that a subject takes in a round, in milliseconds: well above the resolution of the system's clock. */
  roundMillis: number;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const FEWEST = 3;
const MOST = 2_000;

/** The CPU time of one request, in microseconds. */
type CpuTimes = Pick<Time, 'server' | 'engine'>;

/** Sends this many requests one after another, and returns the CPU of one. */
export async function burst(
  subject: Subject,
  { next, onAnswer }: Pick<Operation, 'next' | 'onAnswer'>,
  count: number,
  engineTime: () => number,
): Promise<CpuTimes> {
  const requests = Array.from({ length: count }, next);
  const before = await subject.report();
  const engineBefore = engineTime();
  for (const request of requests) {
    const { status, text } = await subject.request(request);
    if (status >= 300) throw new Error(`${request.method} ${request.path} answered ${status}: ${text}`);
    onAnswer?.(text);
  }
  const { cpu } = await subject.report();
  return { server: (cpu - before.cpu) / count, engine: (engineTime() - engineBefore) / count };
}

/** An arbitrary request, because the baseline server gives the same response to all. */
export const floorRequest = { next: () => ({ method: 'GET', path: '/' }) };

/** The CPU of one request. It alternates with the baseline so that other load on the machine affects both alike. */
export async function timeOf(stage: Stage, operation: Operation, effort: Effort): Promise<Time> {
  const { service, floor, engineTime } = stage;
  const own = async (count: number) => {
    if (operation.before) await burst(service, operation.before, count, engineTime);
    return burst(service, operation, count, engineTime);
  };
  const least = (count: number) => burst(floor, floorRequest, count, engineTime);
  // Rounds count CPU, not elapsed time: other load on the machine makes them longer, but not less exact.
  const countFor = ({ server, engine }: CpuTimes) =>
    Math.round(Math.min(MOST, Math.max(FEWEST, (1_000 * effort.roundMillis) / (server + engine))));
  // The first bursts warm up and show how many requests fill a round.
  const few = Math.min(50, countFor(await own(1)));
  const [count, floorCount] = [countFor(await own(few)), countFor(await least(few))];
  const runs: Time[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const { server, engine } = await own(count);
    const one = await least(floorCount);
    runs.push({ server, engine, floor: one.server + one.engine });
  }
  const of = (name: keyof Time) => median(runs.map((run) => run[name]));
  return { server: of('server'), engine: of('engine'), floor: of('floor') };
}
