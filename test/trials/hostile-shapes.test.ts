import { expect, test } from '@jest/globals';
import { cleanHtml } from '../../functions/markup/clean-html.ts';
import { hostilePieces, inTurn, repeated, within, type Shape } from '../fuzz/hostile-markup.ts';
import { leastCpuTime } from '../setup/cpu-cost.ts';
import { seeded } from '../setup/seeded.ts';

const SHAPES = 600;
const GENERATIONS = 6;
const FITTEST = 12;

/** In characters: what is searched with, and what is judged with, since a short text costs little that is even. */
const SHORT = 32 * 1024;
const LONG = 6 * SHORT;
/** How many times the cost of <br> of the same length a shape may take. */
const MOST = 3;
const seed = Number(process.env['SHAPES_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));

const number = seeded(seed);
const below = (count: number) => Math.floor(number() * count);
const some = (most: number) =>
  Array.from({ length: 1 + below(most) }, () => hostilePieces[below(hostilePieces.length)] ?? '');

/** Of a generated shape: what stands before it as often as said, and the runs of repeated pieces one after another. */
interface Genes {
  start: string[];
  depth: number;
  runs: string[][];
}

const anyGenes = (): Genes => ({
  start: some(2),
  depth: [0, 1, 8, 99, 100, 101][below(6)] ?? 0,
  runs: Array.from({ length: 1 + below(3) }, () => some(4)),
});

/** The same with one part exchanged for another. */
function changed(genes: Genes): Genes {
  const other = anyGenes();
  return [
    { ...genes, start: other.start },
    { ...genes, depth: other.depth },
    { ...genes, runs: [...genes.runs.slice(1), ...other.runs.slice(0, 1)] },
    { ...genes, runs: genes.runs.map((run) => [...run.slice(1), ...some(1)]) },
    { ...genes, runs: [...genes.runs, ...other.runs].slice(0, 3) },
  ][below(5)] as Genes;
}

const shapeOf = ({ start, depth, runs }: Genes): Shape =>
  within(start.join('').repeat(depth), inTurn(...runs.map((run) => repeated(run.join('')))), '');

const costOf = (shape: Shape, length: number, until?: Parameters<typeof leastCpuTime>[1]) => {
  const html = shape(length);
  return leastCpuTime(() => cleanHtml(html), until);
};

/** `--silent` hides the console, not this. */
const say = (text: string) => process.stderr.write(`${text}\n`);

test(`no generated markup costs more than ${MOST} times what <br> of the same length costs`, async () => {
  say(`hostile shapes: SHAPES_SEED=${seed} repeats them`);
  const lineBreaks = repeated('<br>');
  const quickEnough = (MOST / 2) * (await costOf(lineBreaks, SHORT, { runs: 20 }));
  const costs = new Map<Genes, number>();
  const slowest = () =>
    [...costs]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, FITTEST)
      .map(([genes]) => genes);
  let genes = Array.from({ length: SHAPES }, anyGenes);
  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    for (const one of genes) costs.set(one, await costOf(shapeOf(one), SHORT, { quickEnough }));
    genes = slowest().flatMap((one) => [changed(one), changed(one), changed(one)]);
  }
  const most = MOST * (await costOf(lineBreaks, LONG, { runs: 10 }));
  for (const one of slowest()) {
    const cost = await costOf(shapeOf(one), LONG, { quickEnough: most, runs: 10 });
    say(`${((MOST * cost) / most).toFixed(2)} times <br>: ${JSON.stringify(one)}`);
    expect([one, cost <= most]).toEqual([one, true]);
  }
});
