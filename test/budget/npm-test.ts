import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withinBudget } from './within-budget.ts';

/**
 * The maximum cost of `npm test`, in calibrations, from a measurement. `npm run test:budget` prints the figure of a
 * run. Lower it when you make the tests cheaper.
 */
const BUDGET = 60;

/** The program of `npm run test:budget`, which `.ci/run` calls. */
const folder = await mkdtemp(join(tmpdir(), 'budget-'));
const costFile = join(folder, 'suites.tsv');
process.env['SUITE_COSTS'] = costFile;
const calibration = fileURLToPath(new URL('calibration.ts', import.meta.url));
process.exitCode = await withinBudget(BUDGET, ['npm', 'test'], [process.execPath, calibration], (text) =>
  process.stderr.write(text),
);
const suites = (await readFile(costFile, 'utf8')).trim().split('\n');
const dearest = suites.toSorted((a, b) => parseFloat(b) - parseFloat(a)).slice(0, 10);
process.stderr.write(
  `The dearest suites, by CPU seconds:\n${dearest.join('\n').replaceAll(`${process.cwd()}/`, '')}\n`,
);
await rm(folder, { recursive: true });
