import { createRequire } from 'node:module';
import type JestRunnerModule from 'jest-runner';
import { isOver, mutantOnTrial, testsOnTrial } from './trial.ts';

// Required, because its types describe its CommonJS form only.
const { default: JestRunner } = createRequire(import.meta.url)('jest-runner') as typeof JestRunnerModule;

type Run = InstanceType<typeof JestRunner>['runTests'];
type Suites = Parameters<Run>[0];

/**
 * Jest's runner, which runs the suites that try a mutant one after the other until the trial is over: the first
 * failure ends it. That is likeliest in a suite most of whose tests reach the mutant, and of those it comes soonest
 * in the shortest.
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
    return suites
      .map((suite) => {
        const { rootDir } = suite.context.config;
        const { all, onTrial } = testsOnTrial(mutant, { rootDir, suite: suite.path, pattern: this.#pattern });
        return {
          suite,
          quarters: Math.ceil((4 * onTrial.length) / all.length),
          millis: onTrial.reduce((sum, { millis }) => sum + millis, 0),
        };
      })
      .filter(({ quarters }) => quarters > 0)
      .toSorted((a, b) => b.quarters - a.quarters || a.millis - b.millis)
      .map(({ suite }) => suite);
  }
}
