import { createRequire } from 'node:module';
import type JestRunnerModule from 'jest-runner';
import { isOver, mutantOnTrial, testsOnTrial } from './trial.ts';

// Required, because its types describe its CommonJS form only.
const { default: JestRunner } = createRequire(import.meta.url)('jest-runner') as typeof JestRunnerModule;

type Run = InstanceType<typeof JestRunner>['runTests'];
type Suites = Parameters<Run>[0];

/**
 * Jest's runner, which runs the suites that try a mutant one after the other until the trial is over: the first
 * failure ends it. That is likeliest in a suite that knows the mutated file well, reaching most of what can be changed
 * there, and among those it comes soonest where most of the tests run in the same time.
 */
export default class MutationRunner extends JestRunner {
  readonly #pattern: string | undefined;

  constructor(...[globalConfig, context]: ConstructorParameters<typeof JestRunner>) {
    super(globalConfig, context);
    this.#pattern = globalConfig.testNamePattern;
  }

  override async runTests(...[suites, watcher, options]: Parameters<Run>): Promise<void> {
    const mutant = mutantOnTrial();
    if (mutant === undefined) return super.runTests(suites, watcher, options);
    for (const suite of this.#likeliestFirst(mutant, suites)) {
      if (isOver(mutant)) return;
      await super.runTests([suite], watcher, options);
    }
  }

  #likeliestFirst(mutant: string, suites: Suites): Suites {
    const onTrial = suites
      .map((suite) => {
        const { rootDir } = suite.context.config;
        return { suite, ...testsOnTrial(mutant, { rootDir, suite: suite.path, pattern: this.#pattern }) };
      })
      .filter(({ tests }) => tests.length > 0);
    const broadest = Math.max(1, ...onTrial.map(({ breadth }) => breadth));
    const tenths = (breadth: number) => Math.round((10 * breadth) / broadest);
    return onTrial
      .toSorted((a, b) => tenths(b.breadth) - tenths(a.breadth) || b.density - a.density)
      .map(({ suite }) => suite);
  }
}
