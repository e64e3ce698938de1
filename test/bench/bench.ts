import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { toItem } from '../../functions/jobs/job/job-item.ts';
import { withDataSet } from './data-set.ts';
import { FIGURES, timeIn, type Figures } from './figures.ts';
import { verdicts } from './goals.ts';
import { entryBytes, itemBytes } from '../../functions/platform/dynamodb/item-size.ts';
import { feedCost } from './measure-feed.ts';
import { burst, floorRequest, timeOf, type Effort } from './measure-time.ts';
import { coldUnitsOf, unitsOf, unitsOfWalk } from './measure-units.ts';
import { operationNames, operationsOn, pagesOf, type OperationName } from './operations.ts';
import { sampleJob } from './sample-job.ts';
import { shapes } from './shapes.ts';

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

/** Operations that are also measured in a function that has just started. */
const coldOperations = ['list middle page', 'q'] as const satisfies OperationName[];

const { quick, json } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
}).values;

const { sizes, effort, warmUpRequests } = runs[quick ? 'quick' : 'full'];
const say = (step: string) => void process.stderr.write(`${step}\n`);
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
  times: [],
  feed: [],
};

for (const { shape, size } of shapes.flatMap((each) =>
  sizes.map((count) => ({ shape: each, size: count })),
)) {
  const title = `${size.toLocaleString('en')} jobs, ${shape.name}`;
  say(`${title}: loading`);
  await withDataSet({ shape, size }, async (data, stage) => {
    const operations = operationsOn(data);
    say(`${title}: units`);
    for (const operation of operationNames) {
      const units =
        operation === 'full walk'
          ? await unitsOfWalk(stage.service, operations[operation], pagesOf(size, 100))
          : await unitsOf(stage.service, operations[operation]);
      figures.units.push({ size, shape: shape.name, operation, ...units });
    }
    // Shapes differ in the items that they read, not in the code, so timing one shape is enough.
    if (shape !== firstShape) return;
    for (const operation of coldOperations) {
      figures.cold.push({ size, operation, ...(await coldUnitsOf(stage, operations, operation)) });
    }
    say(`${title}: CPU`);
    const { service, floor, engineTime } = stage;
    for (const operation of ['get', 'q', 'list middle page'] as const) {
      await burst(service, operations[operation], warmUpRequests / 2, engineTime);
    }
    await burst(floor, floorRequest, warmUpRequests, engineTime);
    // Runs before the many writes, since a search reads every job that changed in the last minute.
    const searchFirst = ['q', ...operationNames.filter((name) => name !== 'q')] as const;
    for (const operation of searchFirst) {
      figures.times.push({ size, operation, ...(await timeOf(stage, operations[operation], effort)) });
    }
    say(`${title}: feed`);
    figures.feed.push({ size, ...(await feedCost(stage)) });
  });
}

if (!quick) await writeFile(FIGURES, `${JSON.stringify(figures, undefined, 2)}\n`);
if (json) process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
else {
  // oxlint-disable-next-line no-console -- prints tables
  const { table } = console;
  table(figures.units);
  table(
    figures.times.map(({ size, operation }) => ({
      size,
      operation,
      'in gets': timeIn(figures, operation, size),
    })),
  );
  table(figures.feed);
  table(verdicts(figures));
}
