import { dryRunOf, type DryRunTest } from './dry-run.ts';
import { fileOfMutant } from './mutants.ts';

/** How long the tests of one mutant may go on without a failure. */
const TRIAL_MILLIS = 12_000;

/** A test that takes longer is left out of the trials: most mutants would wait for it in vain. */
const SLOWEST_TEST_MILLIS = 1_000;

function reachesByName(pattern: string) {
  const names = pattern.slice(1, -1).split(')|(');
  const reaching = new Set(names.map((name) => name.replaceAll(/\\(.)/g, '$1')));
  return ({ name }: DryRunTest) => reaching.has(name);
}

const reachesFile =
  (file: string) =>
  ({ files }: DryRunTest) =>
    files.includes(file);

/** The id of the mutant on trial; undefined in the dry run. */
export const mutantOnTrial = (): string | undefined => process.env['__STRYKER_ACTIVE_MUTANT__'];

/**
 * The tests of a suite that try a mutant: those that reach it, or, when it is at work before any test is, those that
 * reach its file. Also how many mutants of that file the suite reaches, and how many of the tests run in a
 * millisecond. `pattern` is what Stryker gives Jest for the tests that reach a mutant: their escaped names, as
 * `(one)|(other)`.
 */
export function testsOnTrial(
  mutant: string,
  { rootDir, suite, pattern }: { rootDir: string; suite: string; pattern: string | undefined },
): { tests: DryRunTest[]; breadth: number; density: number } {
  const { millis, tests, mutants } = dryRunOf(rootDir, suite);
  const file = fileOfMutant(rootDir, mutant);
  const reaches = pattern ? reachesByName(pattern) : reachesFile(file);
  const onTrial = tests.filter((test) => test.millis <= SLOWEST_TEST_MILLIS && reaches(test));
  return { tests: onTrial, breadth: mutants[file] ?? 0, density: onTrial.length / millis };
}

// Jest loads this module once for its runner and once for each environment; they share the process.
const shared = globalThis as { trial?: { mutant: string; from: number; isDecided: boolean } };

function trialOf(mutant: string) {
  if (shared.trial?.mutant !== mutant) shared.trial = { mutant, from: performance.now(), isDecided: false };
  return shared.trial;
}

/** True once a test has failed, or the time is up. */
export function isOver(mutant: string): boolean {
  const { isDecided, from } = trialOf(mutant);
  return isDecided || performance.now() - from > TRIAL_MILLIS;
}

export function decide(mutant: string): void {
  trialOf(mutant).isDecided = true;
}
