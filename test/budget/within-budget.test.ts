import { expect, test } from '@jest/globals';
import { withinBudget } from './within-budget.ts';

/** Programs that end with an exit code; the long one takes many times the CPU of a start of Node. */
const short = (exitCode = 0) => [process.execPath, '-e', `process.exit(${exitCode})`] as const;
const long = [process.execPath, '-e', 'for (let n = 0; n < 2e9; n += 1);'] as const;

test.each([
  ['succeeds below the budget', short(), 0, /limit 4\.6\.\n$/],
  ['fails over the budget', long, 1, /limit 4\.6: too much\./],
  ['fails with the exit code of a failed test run', short(3), 3, /limit 4\.6/],
])('a run with a CPU budget %s, and prints the CPU that was used', async (_, command, exitCode, said) => {
  let text = '';
  expect(await withinBudget(4, command, short(), (line) => (text += line))).toBe(exitCode);
  expect(text).toMatch(said);
  expect(text).toMatch(/: \d+\.\d s of CPU, \d+\.\d times a calibration of \d+\.\d and \d+\.\d s/);
});
