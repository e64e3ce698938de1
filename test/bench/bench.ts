import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toItem } from '../../functions/jobs/store/job-item.ts';
import { acceptanceOperations, coldOperations, timedOperations } from './acceptance.ts';
import { charts } from './charts.ts';
import { attemptsPerCreation } from './conflicts.ts';
import { withDataSet } from './data-set.ts';
import type { Figures } from './figures.ts';
import { entryBytes, itemBytes } from '../../functions/platform/dynamodb/item-size.ts';
import { timeOf, warmUp, type Effort } from './measure-time.ts';
import { measureFeeds } from './measure-feeds.ts';
import { measureMail } from './measure-mail.ts';
import { unitsOfRefresh } from './measure-refresh.ts';
import { coldUnitsOf, unitsOf, unitsOfWalk } from './measure-units.ts';
import { operationNames, operationsOn, pagesOf, type OperationName } from './operations.ts';
import { progressBar } from './progress.ts';
import { sampleJob } from './sample-job.ts';
import { shapes } from './shapes.ts';
import { acceptanceTable, costMarkdown, report } from './tables.ts';
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

/** Where a full run saves the figures for docs/costs.md; a quick run saves nothing unless asked. */
const FIGURES = join(import.meta.dirname, 'figures');

/** With more jobs, a run takes minutes and each job costs the same. */
const MOST_REFRESHED = 10_000;

/** How many mails one run sends. */
const MAILS = 1_000;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    acceptance: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});

const { sizes, effort, warmUpRequests } = runs[values.quick ? 'quick' : 'full'];
/** Only what lists and searches must not exceed, at every size. */
const { acceptance: isAcceptance } = values;
const unitNames = isAcceptance ? acceptanceOperations : operationNames;
const timeNames = isAcceptance ? timedOperations : operationNames;
const bar = progressBar();
const [firstShape] = shapes;
if (!firstShape) throw new Error('There is no shape to measure.');

const typical = toItem(1, sampleJob(5_000, { shape: firstShape, size: 10_000, firstId: 1 }));
const figures: Figures = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  quick: values.quick,
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
  mail: [],
  feeds: [],
  times: [],
  resident: [],
  attempts: [],
};

const shapesOf = (size: number) =>
  isAcceptance ? [firstShape] : shapes.filter(({ mostJobs = size }) => size <= mostJobs);

for (const size of sizes) {
  for (const shape of shapesOf(size)) {
    const title = `${size.toLocaleString('en')} jobs, ${shape.name}`;
    // Shapes differ in what is read, not in how, so timing one of them is enough.
    const isTimed = shape === firstShape;
    const applications = isTimed && !isAcceptance ? size : 0;
    const onProgress = (share: number) => bar.show(`${title}: loading`, share);
    await withDataSet({ shape, size, applications, onProgress }, async (data, stage) => {
      const operations = operationsOn(data);
      for (const [done, operation] of unitNames.entries()) {
        bar.show(`${title}: units`, done / unitNames.length);
        const units =
          operation === 'full walk'
            ? await unitsOfWalk(stage.service, operations[operation], pagesOf(size, 100))
            : await unitsOf(stage.service, operations[operation]);
        figures.units.push({ size, shape: shape.name, operation, ...units });
      }
      for (const operation of shape === firstShape ? coldOperations : []) {
        figures.cold?.push({ size, operation, ...(await coldUnitsOf(stage, operations, operation)) });
      }
      if (shape.name === 'refreshed' && size <= MOST_REFRESHED) {
        bar.show(`${title}: auto-refresh`, 0);
        figures.refreshes?.push({ size, ...(await unitsOfRefresh(data)) });
      }
      if (!isTimed) return;
      bar.show(`${title}: warming up`, 0);
      const time = async (operation: OperationName) => {
        figures.times.push({ size, operation, ...(await timeOf(stage, operations[operation], effort)) });
      };
      await warmUp(stage, operations.get, warmUpRequests);
      await warmUp(stage, operations.q, warmUpRequests / 4);
      // Before the many writes: a search in the minute after them reads what each has changed.
      await time('q');
      await warmUp(stage, operations.create, warmUpRequests / 2);
      await warmUp(stage, operations['list middle page'], warmUpRequests / 4);
      for (const [done, operation] of timeNames.entries()) {
        bar.show(`${title}: CPU`, done / timeNames.length);
        if (operation !== 'q') await time(operation);
      }
      if (!isAcceptance || size === Math.max(...sizes)) {
        bar.show(`${title}: memory`, 0);
        figures.resident.push({ size, bytes: await residentOfList(stage.apiKey, size) });
      }
      if (isAcceptance) return;
      bar.show(`${title}: feeds`, 0);
      figures.feeds?.push({ size, ...(await measureFeeds(data.tableName)) });
      bar.show(`${title}: mail`, 0);
      const { engineTime, queueMail } = stage;
      const mail = await measureMail({ ...data, applications, engineTime, queueMail }, MAILS);
      figures.mail?.push({ size, ...mail });
      bar.show(`${title}: conflicts`, 0);
      figures.attempts.push({ size, perCreation: await attemptsPerCreation(stage.engine, stage.apiKey) });
    });
  }
}
bar.end();

const out = values.out ?? (values.quick || isAcceptance ? undefined : FIGURES);
if (out !== undefined) {
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'figures.json'), `${JSON.stringify(figures, undefined, 2)}\n`);
  for (const [name, svg] of Object.entries(charts(figures))) await writeFile(join(out, `${name}.svg`), svg);
}
if (values.json) process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
else if (isAcceptance) process.stdout.write(acceptanceTable(figures));
else process.stdout.write(values.markdown ? costMarkdown(figures) : report(figures));
