import type { Stage } from './measure-time.ts';
import type { Operation, OperationName } from './operations.ts';
import type { Report } from './report.ts';
import type { Subject } from './subject.ts';

/** The cost of one request as the service reports it, and the size of its response in bytes. */
export type Units = NonNullable<Report['last']> & { bytes: number };

/** Repetitions of a creation: some also lease ids, and the median is the cost of a creation that does not. */
const REPEATS = 5;

const medianBy = <Member>(members: Member[], value: (member: Member) => number): Member =>
  members.toSorted((a, b) => value(a) - value(b))[Math.floor(members.length / 2)] as Member;

/** Runs an operation once and returns what the service reports about it. */
async function unitsOfOne(service: Subject, operation: Operation): Promise<Units> {
  const request = operation.next();
  const { status, text } = await service.request(request);
  if (status >= 300) throw new Error(`${request.method} ${request.path} answered ${status}: ${text}`);
  operation.onAnswer?.(text);
  const { last } = await service.report();
  if (!last) throw new Error('The service has logged no request.');
  return { ...last, bytes: Buffer.byteLength(text) };
}

/** The units of an operation. They do not depend on a clock, so they are the same in every run. */
export async function unitsOf(service: Subject, operation: Operation): Promise<Units> {
  const runs: Units[] = [];
  for (let run = 0; run < REPEATS; run += 1) {
    if (operation.before) await unitsOfOne(service, operation.before);
    runs.push(await unitsOfOne(service, operation));
  }
  return medianBy(runs, ({ readUnits, writeUnits }) => readUnits + writeUnits);
}

/** The units of an operation in a service that has just started and has read only the key. */
export async function coldUnitsOf(
  { startService }: Pick<Stage, 'startService'>,
  operations: Record<OperationName, Operation>,
  name: OperationName,
): Promise<Units> {
  const service = await startService();
  await unitsOfOne(service, operations.get);
  return unitsOfOne(service, operations[name]);
}

/** The total units of all pages of a list, and the average bytes of a page. */
export async function unitsOfWalk(service: Subject, operation: Operation, pages: number): Promise<Units> {
  const sum: Units = { calls: 0, readUnits: 0, writeUnits: 0, roundTrips: 0, bytes: 0 };
  for (let page = 0; page < pages; page += 1) {
    const units = await unitsOfOne(service, operation);
    for (const name of Object.keys(sum) as (keyof Units)[]) sum[name] += units[name];
  }
  return { ...sum, bytes: Math.round(sum.bytes / pages) };
}
