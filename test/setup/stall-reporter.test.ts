import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import StallReporter from './stall-reporter.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Starts a run of two suites, of which one took 8 s last time. Returns the reporter, and what it has printed. */
function running() {
  const printed = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const reporter = new StallReporter();
  const suites = { slow: { path: 'slow.test.ts', duration: 8_000 }, new: { path: 'new.test.ts' } };
  for (const suite of Object.values(suites)) reporter.onTestFileStart(suite);
  return { reporter, suites, printed: () => printed.mock.calls.map(([text]) => String(text)).join('') };
}

test('a run in which nothing starts or ends for a minute prints the running tests', () => {
  const { reporter, suites, printed } = running();
  reporter.onTestCaseStart(suites.slow, { fullName: 'hangs' });
  jest.advanceTimersByTime(59_000);
  expect(printed()).toBe('');
  jest.advanceTimersByTime(1_000);
  expect(printed()).toBe(
    'Nothing has started or ended for 60 s:\n  slow.test.ts: hangs\n  new.test.ts: the suite is loaded\n',
  );
});

test('a suite that takes ten times its usual time is printed with its test, while others continue', () => {
  const { reporter, suites, printed } = running();
  reporter.onTestCaseStart(suites.slow, { fullName: 'hangs' });
  reporter.onTestFileResult(suites.new);
  for (let count = 0; count < 8; count += 1) {
    expect(printed()).toBe('');
    jest.advanceTimersByTime(10_000);
    reporter.onTestFileStart({ path: `${count}.test.ts` });
    reporter.onTestFileResult({ path: `${count}.test.ts` });
  }
  expect(printed()).toBe('Still running after ten times its usual time:\n  slow.test.ts: hangs\n');
});
