import { runtimeLocationNumber } from '../../../functions/reference/store/places.ts';
import { now } from '../../../functions/platform/time/clock.ts';
import { ID_BLOCK, jobPrefixes } from '../../../functions/jobs/keys.ts';
import { attributes } from '../../../functions/platform/dynamodb/table.ts';
import { tableKeys } from '../../../functions/platform/keys.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { forEachConcurrently } from '../../../functions/platform/concurrency.ts';
import type { ApplicationState } from '../../../schemas/application.ts';
import type { Connection } from '../connection.ts';
import { Failure } from '../failures.ts';
import { showProgress } from '../progress.ts';
import { takeCensus, type OutsideItems } from './census.ts';
import { atLeast, derivedFindings, compareItems } from './derived-items.ts';
import { applicationStates, pick } from './entries.ts';
import { lostEvents, numberFaults } from './event-log.ts';
import { faults } from './faults.ts';
import { confirmedFindings, toPrinted, type Finding, isRepairable, type Repair } from './findings.ts';
import {
  MAX_CLOCK_SKEW_MILLIS,
  idBlocksOf,
  isEmpty,
  itemsWithPrefix,
  itemsAt,
  readEmployer,
  keyText,
  type EmployerReading,
  type Open,
} from './reading.ts';
import { leafFindings } from './status-map.ts';
import { conditionalUpdate, conditionedOn, transact } from '../../../functions/platform/dynamodb/writes.ts';
import type { Database, Item, Write } from '../../../functions/platform/dynamodb/database.ts';
import { refusedBy } from '../../../functions/platform/dynamodb/failures.ts';

/**
 * The attributes of an item without maps and lists, which some engines cannot compare. Items with maps are derived from
 * an item with a version, which the repair checks instead.
 */
const scalars = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value === null || typeof value !== 'object'));

/**
 * Puts or deletes the expected item, on condition that the item and its source have not changed. The source's version
 * represents all of its attributes.
 */
const repairItem: Repair = async (_, { kind, key, expected, found, source }) => {
  const version = { version: source?.version };
  const isOwn = source !== undefined && keyText(source.key) === keyText(key);
  const guard: Write[] = source && !isOwn ? [{ ConditionCheck: conditionedOn(source.key, version) }] : [];
  if (expected === null) return [...guard, { Delete: conditionedOn(key, found ?? {}) }];
  const set = expected as Item;
  const before = found ? { ...scalars(found), SK: key.SK } : pick({}, Object.keys(set));
  // Searches notice a job by the time of its change.
  const jobChange = kind === 'job' && { [attributes.changed]: now().getTime() };
  return [...guard, conditionalUpdate(key, { ...set, ...jobChange }, isOwn ? version : before)];
};

async function isWritten(db: Database, writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(db, { repair: writes });
    return true;
  } catch (error) {
    if (!refusedBy(error, 'repair')) throw error;
    return false;
  }
}

/**
 * Repairs findings by conditional writes, so that the service can run at the same time. Returns the repaired findings.
 * Skips items that changed in between.
 */
async function repairFindings(open: Open, findings: readonly Finding[]): Promise<Finding[]> {
  const repaired: Finding[] = [];
  for (const finding of findings.filter(isRepairable)) {
    const writes = await (finding.repair ?? repairItem)(open(), finding);
    if (writes === true || (writes !== false && (await isWritten(open(), writes)))) repaired.push(finding);
  }
  return repaired;
}

/** Throws Failure if the clock of this machine is slow, because it decides about dates and expiry. */
function requireClockSince(lastWrite: number): void {
  const time = now().getTime();
  if (lastWrite <= time + MAX_CLOCK_SKEW_MILLIS) return;
  const [written, here] = [lastWrite, time].map((millis) => new Date(millis).toISOString());
  throw new Failure(
    `The table was written at ${written}, but the clock of this machine says ${here}: set it, and repair then. Nothing was repaired.`,
  );
}

/**
 * All findings of a reading. Traffic during the reading also causes findings, so only those count that a second reading
 * confirms (`confirmedFindings`). Two readings are enough: a job with the same version in both did not change in
 * between, ids and the numbers of applications are never reused, and the digit of a position never returns once it is
 * cleared.
 */
export const compare = (reading: EmployerReading): Finding[] => [
  ...faults(reading),
  ...derivedFindings(reading),
  ...leafFindings(reading),
  ...numberFaults(reading),
  ...lostEvents(reading),
];

async function inspect(connection: Connection, employerId: number, outside: OutsideItems | undefined) {
  const reading = await readEmployer(connection, employerId, outside);
  const suspected = compare(reading);
  if (suspected.length === 0) return { reading, findings: [] };
  const secondReading = await readEmployer(connection, employerId, outside);
  return { reading: secondReading, findings: confirmedFindings(suspected, compare(secondReading)) };
}

/** The maximum number of repair rounds: one repair may uncover another finding. */
const ROUNDS = 5;

/** Looks for findings; with `repair`, repairs them and looks again until no repairable finding is left. */
async function repairUntilClean<Inspection extends { findings: Finding[] }>(
  { open }: Connection,
  repair: boolean,
  look: () => Promise<Inspection>,
): Promise<Inspection & { repaired: Finding[] }> {
  const repaired: Finding[] = [];
  for (let round = 0; ; round += 1) {
    const inspection = await look();
    const newlyRepaired = repair && round < ROUNDS ? await repairFindings(open, inspection.findings) : [];
    if (newlyRepaired.length === 0) return { ...inspection, repaired };
    repaired.push(...newlyRepaired);
  }
}

interface VerifyResult {
  checked: { employers: number; jobs: number; references: number; apiKeys: number };
  applications: Record<ApplicationState, number>;
  findings: Finding[];
  repaired: Finding[];
}

type InUse = Record<'JOB' | 'EMPLOYER' | 'LOCATION', number>;

async function counterFindings({ open }: Connection, inUse: InUse): Promise<Finding[]> {
  const counters = Object.entries(inUse).map(([kind, last]) => ({
    key: tableKeys.counter(kind as keyof InUse),
    last,
  }));
  const items = await itemsAt(
    open,
    counters.map(({ key }) => key),
  );
  const expectedItems = counters
    .filter(({ last }) => last > 0)
    .map(({ key, last }) => atLeast(key, 'n', items.get(keyText(key)), [last]));
  return [...compareItems(items, expectedItems)];
}

const noneByState = () =>
  Object.fromEntries(applicationStates.map((state) => [state, 0])) as VerifyResult['applications'];

/** The number of employers read at the same time: sequentially, 10,000 would take an hour. */
const EMPLOYERS_AT_ONCE = 50;

const showCount = (items: number) => showProgress(0, `${items} items read`);

/**
 * Checks for one employer or each that exactly the items derived from its jobs, applications and keys exist, and with
 * `repair` corrects them. Safe while the service runs. Returns undefined when the requested employer has no items.
 */
export async function verify(
  connection: Connection,
  { employer, repair }: { employer?: number | undefined; repair: boolean },
): Promise<VerifyResult | undefined> {
  const census = employer === undefined ? await takeCensus(connection, showCount) : undefined;
  if (repair) requireClockSince(census?.lastWrite ?? 0);
  const employers: ReadonlyMap<number, OutsideItems | undefined> =
    census?.employers ?? new Map([[employer ?? 0, undefined]]);
  const inUse: InUse = {
    JOB: 0,
    EMPLOYER: [...employers.keys()].at(-1) ?? 0,
    LOCATION: runtimeLocationNumber(census?.highestLocationId ?? 0),
  };
  const verified: VerifyResult = {
    checked: { employers: employers.size, jobs: 0, references: 0, apiKeys: 0 },
    applications: noneByState(),
    findings: [],
    repaired: [],
  };
  const { checked } = verified;
  const add = ({ findings, repaired }: Pick<VerifyResult, 'findings' | 'repaired'>) => {
    verified.findings.push(...findings);
    verified.repaired.push(...repaired);
  };
  const inspected = new Map<number, Pick<VerifyResult, 'findings' | 'repaired'>>();
  let findings = 0;
  await forEachConcurrently(employers, EMPLOYERS_AT_ONCE, async ([id, outside]) => {
    const lastInspection = await repairUntilClean(connection, repair, async () => {
      const inspection = await inspect(connection, id, outside);
      const writes = inspection.reading.lastWrites.values();
      if (repair && !census) requireClockSince(writes.reduce((last, { at }) => Math.max(last, at), 0));
      return inspection;
    });
    const { reading } = lastInspection;
    if (employer !== undefined && isEmpty(reading)) return;
    inspected.set(id, lastInspection);
    findings += lastInspection.findings.length;
    const { PK } = accountKeys.employer(id);
    const unreadJobs = [...reading.unreadable.values()].filter((item) => item['PK'] === PK);
    checked.jobs += reading.jobs.size + unreadJobs.length;
    checked.references += itemsWithPrefix(reading, { PK, SK: jobPrefixes.reference }).length;
    checked.apiKeys += itemsWithPrefix(reading, accountKeys.apiKey('')).length;
    for (const { state } of reading.applications.values()) verified.applications[state] += 1;
    inUse.JOB = Math.max(inUse.JOB, ((idBlocksOf(reading).at(-1) ?? -1) + 1) * ID_BLOCK);
    showProgress(
      inspected.size / employers.size,
      `${inspected.size} of ${employers.size} employers, ${checked.jobs} jobs, ${findings} findings`,
    );
  });
  if (inspected.size < employers.size) return undefined;
  for (const id of employers.keys()) add(inspected.get(id)!);
  add(
    await repairUntilClean(connection, repair, async () => ({
      findings: await counterFindings(connection, inUse),
    })),
  );
  return verified;
}

export const report = ({ checked, applications, findings, repaired }: VerifyResult) => ({
  checked,
  applications,
  findings: findings.map(toPrinted),
  repaired: repaired.map(toPrinted),
});
