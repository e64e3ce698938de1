import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toItem } from '../../functions/jobs/store/job-item.ts';
import { attemptsPerCreation } from './conflicts.ts';
import { withDataSet } from './data-set.ts';
import { timeIn, type Figures } from './figures.ts';
import { verdicts } from './goals.ts';
import { entryBytes, itemBytes } from '../../functions/platform/dynamodb/item-size.ts';
import { burst, floorRequest, timeOf, type Effort } from './measure-time.ts';
import { unitsOfRefresh } from './measure-refresh.ts';
import { coldUnitsOf, unitsOf, unitsOfWalk } from './measure-units.ts';
import { operationNames, operationsOn, pagesOf, type OperationName } from './operations.ts';
import { progressBar } from './progress.ts';
import { sampleJob } from './sample-job.ts';
import { shapes } from './shapes.ts';
import { residentOfList } from './warm-function.ts';

interface Run {
  sizes: number[];
  effort: Effort;
  /** Requests before timing starts. */
  warmUpRequests: number;
}

const runs: Record<'quick' | 'full', Run> = {
  quick: { sizes: [1_000, 10_000], effort: { rounds: 2, roundMillis: 150 }, warmUpRequests: 800 },
  full: { sizes: [1_000, 10_000, 100_000], effort: { rounds: 3, roundMillis: 300 }, warmUpRequests: 3_000 },
};

/** Where a full run saves the figures for docs/costs.md. */
const FIGURES = join(import.meta.dirname, 'figures/figures.json');

/** With more jobs, a run takes minutes and each job costs the same. */
const MOST_REFRESHED = 10_000;

/** What is measured in a function that has just started, too. */
const coldOperations = ['list middle page', 'q'] as const satisfies OperationName[];

const { quick, json } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
}).values;

const { sizes, effort, warmUpRequests } = runs[quick ? 'quick' : 'full'];
const bar = progressBar();
const [firstShape] = shapes;
if (!firstShape) throw new Error('There is no shape to measure.');

const typical = toItem(1, sampleJob(5_000, { shape: firstShape, size: 10_000, firstId: 1 }));
const figures: Figures = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  quick,
  sizes,
  shapes: shapes.map(({ name, meaning }) => ({ name, meaning })),
  bytes: {
    job: itemBytes(typical),
    header: entryBytes(typical, 'byPublishDate'),
    searchRow: entryBytes(typical, 'byChange'),
  },
  units: [],
  cold: [],
  refreshes: [],
  times: [],
  resident: [],
  attempts: [],
};

for (const size of sizes) {
  for (const shape of shapes.filter(({ mostJobs = size }) => size <= mostJobs)) {
    const title = `${size.toLocaleString('en')} jobs, ${shape.name}`;
    const onProgress = (share: number) => bar.show(`${title}: loading`, share);
    await withDataSet({ shape, size, onProgress }, async (data, stage) => {
      const operations = operationsOn(data);
      for (const [done, operation] of operationNames.entries()) {
        bar.show(`${title}: units`, done / operationNames.length);
        const units =
          operation === 'full walk'
            ? await unitsOfWalk(stage.service, operations[operation], pagesOf(size, 100))
            : await unitsOf(stage.service, operations[operation]);
        figures.units.push({ size, shape: shape.name, operation, ...units });
      }
      if (shape.name === 'refreshed' && size <= MOST_REFRESHED) {
        bar.show(`${title}: auto-refresh`, 0);
        figures.refreshes.push({ size, ...(await unitsOfRefresh(data)) });
      }
      // Shapes differ in what is read, not in how, so timing one of them is enough.
      if (shape !== firstShape) return;
      for (const operation of coldOperations) {
        figures.cold.push({ size, operation, ...(await coldUnitsOf(stage, operations, operation)) });
      }
      bar.show(`${title}: warming up`, 0);
      const { service, floor, engineTime } = stage;
      for (const operation of ['get', 'q', 'create', 'list middle page'] as const) {
        await burst(service, operations[operation], warmUpRequests / 2, engineTime);
      }
      await burst(floor, floorRequest, warmUpRequests, engineTime);
      // Before the many writes: a search in the minute after them reads what each has changed.
      const searchFirst = ['q', ...operationNames.filter((name) => name !== 'q')] as const;
      for (const [done, operation] of searchFirst.entries()) {
        bar.show(`${title}: CPU`, done / operationNames.length);
        figures.times.push({ size, operation, ...(await timeOf(stage, operations[operation], effort)) });
      }
      bar.show(`${title}: memory and conflicts`, 0);
      figures.resident.push({ size, bytes: await residentOfList(stage.apiKey, size) });
      figures.attempts.push({ size, perCreation: await attemptsPerCreation(stage.engine, stage.apiKey) });
    });
  }
}
bar.end();

if (!quick) await writeFile(FIGURES, `${JSON.stringify(figures, undefined, 2)}\n`);
if (json) process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
else {
  // oxlint-disable-next-line no-console -- it draws tables
  const { table } = console;
  table(figures.units);
  table(
    figures.times.map(({ size, operation }) => ({
      size,
      operation,
      'in gets': timeIn(figures, operation, size),
    })),
  );
  table(verdicts(figures));
}
