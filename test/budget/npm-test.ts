import { fileURLToPath } from 'node:url';
import { withinBudget } from './within-budget.ts';

/**
 * What `npm test` may cost, in calibrations: the median of three runs of `npm run test:budget` on two quiet cores.
 * Whoever makes the tests much cheaper lowers it.
 */
const BUDGET = 60;

/** The program of `npm run test:budget`, which `.ci/run` calls. */
const calibration = fileURLToPath(new URL('calibration.ts', import.meta.url));
process.exitCode = await withinBudget(BUDGET, ['npm', 'test'], [process.execPath, calibration], (text) =>
  process.stderr.write(text),
);
