import { setTimeout as delay } from 'node:timers/promises';
import { numberOfPlace } from '../../../functions/reference/store/places.ts';
import { ID_BLOCK, keys } from '../../../functions/platform/dynamodb/table.ts';
import type { ApplicationState } from '../../../schemas/application.ts';
import type { Connection } from '../connection.ts';
import type { Progress } from '../progress.ts';
import { compare, compareOnce, tooLow } from './compare.ts';
import { applicationStates, verifiedIndexes } from './entries.ts';
import { agreed, described, type Finding } from './findings.ts';
import { idBlocksOf, isEmpty, itemsAt, itemsOf, readEmployer, type FoundElsewhere } from './reading.ts';
import { mend } from './repairs.ts';
import { takeCensus } from './whole-table.ts';

/** The maximum number of repair rounds: one repair may uncover another finding. */
const ROUNDS = 5;

/** How long to wait for DynamoDB to update its indexes before reading them again, in milliseconds. */
const INDEX_MILLIS = 2_000;
/** The maximum number of further readings. */
const INDEX_READINGS = 3;

async function inspect(connection: Connection, employerId: number, elsewhere: FoundElsewhere | undefined) {
  const read = () => readEmployer(connection, employerId, elsewhere);
  let reading = await read();
  let suspected = compare(reading);
  for (let again = 0; again < INDEX_READINGS && suspected.length > 0; again += 1) {
    if (again > 0) await delay(INDEX_MILLIS);
    reading = await read();
    suspected = agreed(suspected, compare(reading));
    if (!suspected.some(({ kind }) => kind === 'index-row')) break;
  }
  return { reading, findings: [...suspected, ...compareOnce(reading, suspected)] };
}

/** Looks for findings; with `repair`, fixes them and looks again until there is nothing left that it can fix. */
async function untilMended<Seen extends { findings: Finding[] }>(
  { open }: Connection,
  repair: boolean,
  look: () => Promise<Seen>,
): Promise<Seen & { repaired: Finding[] }> {
  const repaired: Finding[] = [];
  for (let round = 0; ; round += 1) {
    const seen = await look();
    const mended = repair && round < ROUNDS ? await mend(open, seen.findings) : [];
    if (mended.length === 0) return { ...seen, repaired };
    repaired.push(...mended);
  }
}

interface Verified {
  checked: { employers: number; jobs: number; references: number; apiKeys: number; indexRows: number };
  /** How many applications are in each state. */
  applications: Record<ApplicationState, number>;
  findings: Finding[];
  repaired: Finding[];
}

type InUse = Record<'JOB' | 'EMPLOYER' | 'LOCATION', number>;

async function counterFindings({ open }: Connection, inUse: InUse): Promise<Finding[]> {
  const counters = Object.keys(inUse) as (keyof InUse)[];
  const items = await itemsAt(open, counters.map(keys.counter));
  return counters.flatMap((kind) => [
    ...tooLow(items, { kind: 'counter', key: keys.counter(kind) }, [inUse[kind]]),
  ]);
}

const noneByState = () =>
  Object.fromEntries(applicationStates.map((state) => [state, 0])) as Verified['applications'];

interface Options {
  /** One employer only; undefined for the whole table. */
  employer?: number | undefined;
  repair: boolean;
  progress: Progress;
}

/**
 * Checks for each employer that jobs, references, status map, indexes, API keys, public names and applications agree,
 * and with `repair` fixes what does not. Safe while the service runs. Undefined when the requested employer has nothing
 * in the table.
 */
export async function verify(
  connection: Connection,
  { employer, repair, progress }: Options,
): Promise<Verified | undefined> {
  const counted = (items: number) => progress.show(0, `${items} items read`);
  const census = employer === undefined ? await takeCensus(connection, counted) : undefined;
  const employerIds = employer === undefined ? (census?.employerIds ?? []) : [employer];
  const inUse: InUse = {
    JOB: 0,
    EMPLOYER: employerIds.at(-1) ?? 0,
    LOCATION: numberOfPlace(census?.highestPlaceId ?? 0),
  };
  const verified: Verified = {
    checked: { employers: employerIds.length, jobs: 0, references: 0, apiKeys: 0, indexRows: 0 },
    applications: noneByState(),
    findings: [],
    repaired: [],
  };
  const { checked } = verified;
  const add = ({ findings, repaired }: Pick<Verified, 'findings' | 'repaired'>) => {
    verified.findings.push(...findings);
    verified.repaired.push(...repaired);
  };
  for (const [index, id] of employerIds.entries()) {
    const seen = await untilMended(connection, repair, () =>
      inspect(connection, id, census?.elsewhere.get(id)),
    );
    const { reading } = seen;
    if (employer !== undefined && isEmpty(reading)) return undefined;
    add(seen);
    checked.jobs += reading.jobs.size + reading.unreadableJobs.size;
    checked.references += itemsOf(reading, 'reference').length;
    checked.apiKeys += itemsOf(reading, 'apiKey').length;
    for (const name of verifiedIndexes) checked.indexRows += reading.rows[name].size;
    for (const { state } of reading.applications.values()) verified.applications[state] += 1;
    inUse.JOB = Math.max(inUse.JOB, ((idBlocksOf(reading).at(-1) ?? -1) + 1) * ID_BLOCK);
    const done = index + 1;
    progress.show(
      done / employerIds.length,
      `${done} of ${employerIds.length} employers, ${checked.jobs} jobs, ${verified.findings.length} findings`,
    );
  }
  add(
    await untilMended(connection, repair, async () => ({
      findings: await counterFindings(connection, inUse),
    })),
  );
  return verified;
}

/** A verification as printed: each finding with its meaning and what --repair does about it. */
export const report = ({ checked, applications, findings, repaired }: Verified) => ({
  checked,
  applications,
  findings: findings.map(described),
  repaired: repaired.map(described),
});
