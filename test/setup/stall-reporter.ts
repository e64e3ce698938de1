import { relative } from 'node:path';

const STALL_MILLIS = 60_000;

/** A suite that takes this many times its usual time probably hangs. */
const SUSPICIOUS_RATIO = 10;

interface Suite {
  path: string;
  /** How long the last run of the suite took, in milliseconds, if Jest knows it. */
  duration?: number | undefined;
}

interface TestCase {
  fullName: string;
}

/**
 * Prints the running tests when no test has started or ended for a minute, and a suite that takes ten times its usual
 * time, if Jest knows it, but at least a minute.
 */
export default class StallReporter {
  #underWay = new Map<string, { at: string; timer: NodeJS.Timeout | undefined }>();
  #timer = setTimeout(() => this.#report(), STALL_MILLIS).unref();

  #lineOf = (path: string): string => `  ${relative(process.cwd(), path)}: ${this.#underWay.get(path)?.at}\n`;

  #report(): void {
    const lines = [...this.#underWay.keys()].map(this.#lineOf);
    process.stderr.write(`Nothing has started or ended for ${STALL_MILLIS / 1_000} s:\n${lines.join('')}`);
    this.#timer.refresh();
  }

  #note({ path }: Suite, at: string): void {
    const suite = this.#underWay.get(path);
    if (suite) suite.at = at;
    this.#timer.refresh();
  }

  onTestFileStart(suite: Suite): void {
    const { path, duration } = suite;
    const millis = duration && Math.max(STALL_MILLIS, SUSPICIOUS_RATIO * duration);
    const warn = () =>
      process.stderr.write(`Still running after ten times its usual time:\n${this.#lineOf(path)}`);
    this.#underWay.set(path, {
      at: 'the suite is loaded',
      timer: millis ? setTimeout(warn, millis).unref() : undefined,
    });
    this.#timer.refresh();
  }

  onTestCaseStart(suite: Suite, { fullName }: TestCase): void {
    this.#note(suite, fullName);
  }

  onTestCaseResult(suite: Suite, { fullName }: TestCase): void {
    this.#note(suite, `after "${fullName}"`);
  }

  onTestFileResult({ path }: Suite): void {
    clearTimeout(this.#underWay.get(path)?.timer);
    this.#underWay.delete(path);
    this.#timer.refresh();
  }

  onRunComplete(): void {
    clearTimeout(this.#timer);
  }
}
