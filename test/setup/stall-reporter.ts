import { relative } from 'node:path';

const STALL_SECONDS = 60;

interface Suite {
  path: string;
}

interface TestCase {
  fullName: string;
}

/** Prints the running tests when no test has started or ended for a minute. */
export default class StallReporter {
  #underWay = new Map<string, string>();
  #timer = setTimeout(() => this.#report(), STALL_SECONDS * 1_000).unref();

  #report(): void {
    const lines = [...this.#underWay].map(
      ([path, title]) => `  ${relative(process.cwd(), path)}: ${title}\n`,
    );
    process.stderr.write(`Nothing has started or ended for ${STALL_SECONDS} s:\n${lines.join('')}`);
    this.#timer.refresh();
  }

  #note({ path }: Suite, title: string): void {
    this.#underWay.set(path, title);
    this.#timer.refresh();
  }

  onTestFileStart(suite: Suite): void {
    this.#note(suite, 'the suite is loaded');
  }

  onTestCaseStart(suite: Suite, { fullName }: TestCase): void {
    this.#note(suite, fullName);
  }

  onTestCaseResult(suite: Suite, { fullName }: TestCase): void {
    this.#note(suite, `after "${fullName}"`);
  }

  onTestFileResult({ path }: Suite): void {
    this.#underWay.delete(path);
    this.#timer.refresh();
  }

  onRunComplete(): void {
    clearTimeout(this.#timer);
  }
}
