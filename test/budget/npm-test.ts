import { fileURLToPath } from 'node:url';
import { withinBudget } from './within-budget.ts';

/**
 * What `npm test` may cost, in calibrations: 260 s of CPU on a machine where a calibration takes 3.4 s. `npm run
 * test:budget` prints the figure of a run; the median of three is the budget of whoever makes the tests cheaper.
 */
const BUDGET = 75;

/** The program of `npm run test:budget`, which `.ci/run` calls. */
const calibration = fileURLToPath(new URL('calibration.ts', import.meta.url));
process.exitCode = await withinBudget(BUDGET, ['npm', 'test'], [process.execPath, calibration], (text) =>
  process.stderr.write(text),
);
