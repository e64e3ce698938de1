import { TestEnvironment } from 'jest-environment-node';
import { keepDryRun, type DryRunTest } from './dry-run.ts';
import { fileOfMutant } from './mutants.ts';
import { decide, isOver, mutantOnTrial, testsOnTrial } from './trial.ts';

type Configs = ConstructorParameters<typeof TestEnvironment>[0];

/** How long a test may take on trial: ten times as long as any that is not left out took in the dry run. */
const TEST_MILLIS = 10_000;

/** A test in Jest's events, as far as it is looked at here. */
interface Running {
  name: string;
  parent?: Running;
  mode?: string;
  timeout?: number;
  errors: unknown[];
  duration?: number | null;
}

/** Which mutants each test reached, by their ids, as Stryker counts them in the dry run. */
type Coverage = Record<string, Record<string, number> | undefined>;

const fullNameOf = ({ name, parent }: Running): string =>
  // The outermost block is Jest's own and no part of a name.
  parent?.parent ? `${fullNameOf(parent)} ${name}` : name;

/** Where tests run: in the dry run it keeps what they did, in a trial it leaves out what does not try the mutant. */
export default class MutationEnvironment extends TestEnvironment {
  readonly #suite: string;
  readonly #configs: Configs;
  readonly #finished: Running[] = [];
  readonly #begun = performance.now();
  readonly #mutant = mutantOnTrial();
  readonly #onTrial: ReadonlySet<string>;

  constructor(configs: Configs, context: ConstructorParameters<typeof TestEnvironment>[1]) {
    super(configs, context);
    this.#configs = configs;
    this.#suite = context.testPath;
    this.#onTrial = new Set(
      this.#mutant === undefined
        ? []
        : testsOnTrial(this.#mutant, {
            rootDir: configs.projectConfig.rootDir,
            suite: this.#suite,
            pattern: configs.globalConfig.testNamePattern,
          }).tests.map(({ name }) => name),
    );
  }

  handleTestEvent = (event: { name: string; test?: Running }): void => {
    const { name, test } = event;
    if (this.#mutant === undefined) {
      if (name === 'test_done' && test) this.#finished.push(test);
      if (name === 'run_finish') this.#keepDryRun();
    } else if (name === 'test_start' && test) {
      if (isOver(this.#mutant) || !this.#onTrial.has(fullNameOf(test))) test.mode = 'skip';
      else test.timeout = TEST_MILLIS;
    } else if (name === 'test_done' && test && test.errors.length > 0) {
      decide(this.#mutant);
    }
  };

  #keepDryRun(): void {
    const { rootDir, globals } = this.#configs.projectConfig;
    const stryker = this.global[globals['__strykerGlobalNamespace__'] as string] as
      { mutantCoverage?: { perTest: Coverage } } | undefined;
    const reached = stryker?.mutantCoverage?.perTest ?? {};
    const idsOf = (name: string) => Object.keys(reached[name] ?? {});
    const tests = this.#finished.map((test): DryRunTest => {
      const name = fullNameOf(test);
      const files = new Set(idsOf(name).map((id) => fileOfMutant(rootDir, id)));
      return { name, millis: test.duration ?? 0, files: [...files] };
    });
    const ids = new Set(tests.flatMap(({ name }) => idsOf(name)));
    const mutants = Object.groupBy(ids, (id) => fileOfMutant(rootDir, id));
    keepDryRun(rootDir, this.#suite, {
      millis: performance.now() - this.#begun,
      tests,
      mutants: Object.fromEntries(Object.entries(mutants).map(([file, of = []]) => [file, of.length])),
    });
  }
}
