import { parseArgs } from 'node:util';
import { hashApiKey } from '../../functions/accounts/domain/api-key.ts';
import { smokeTest, type SmokeReport, type StepReport } from '../../functions/canary/smoke-test.ts';
import { commandSetting } from '../config.ts';

const HELP = `Usage: npm run smoke -- --url URL [--json]

Tries a running service as its clients use it: an employer creates a job, reads, lists, updates, archives and deletes it,
candidates see its page, and bad requests are refused. It takes a few seconds and leaves nothing behind.

  --url URL   Where clients reach the service, such as https://jobs.example.com
  --json      Print the result as one JSON object

The API key is read from the environment: JOB_POSTING_API_KEY=jps_…
Exit codes: 0 the service passed, 1 it failed, 2 wrong command line or key.
`;

const NO_KEY = `JOB_POSTING_API_KEY is not set to an API key: a key begins with jps_ and has 53 characters.
npm run admin -- key issue --employer ID issues one.
`;

/** The referenceId of the test's job. It is fixed, so that a test finds the job that an interrupted test left. */
const REFERENCE_ID = 'smoke-test';

type Output = Record<'stdout' | 'stderr', Pick<NodeJS.WritableStream, 'write'>>;

/** An origin, or a URL that ends with the version. */
const SERVICE_URL = /^https?:\/\/[^/?#]+(?:\/|\/[^?#]*\/v\d[\d.]*\/?)?$/;

function optionsIn(args: string[]) {
  try {
    const { url = '', json = false } = parseArgs({
      args,
      options: { url: { type: 'string' }, json: { type: 'boolean' } },
    }).values;
    return SERVICE_URL.test(url) && URL.canParse(url) ? { url, json } : undefined;
  } catch {
    return undefined;
  }
}

const marks = { passed: '✓', failed: '✗', skipped: '-' };

const lineOf = ({ step, outcome, milliseconds, note, reason }: StepReport) => {
  const remark = reason ?? note;
  const time = outcome === 'skipped' ? 'skipped' : `${milliseconds} ms`;
  return `${marks[outcome]} ${step.padEnd(16)}${time}${remark === undefined ? '' : `  ${remark}`}\n`;
};

const summaryOf = ({ url, passed, milliseconds }: SmokeReport) =>
  `${url} ${passed ? 'passed' : 'failed'} in ${milliseconds} ms\n`;

/** Runs a command line: prints each step when it ends, or the whole report as JSON. Returns the exit code. */
export async function runSmokeTest(args: string[], { stdout, stderr }: Output): Promise<number> {
  if (args.includes('--help')) {
    stdout.write(HELP);
    return 0;
  }
  const options = optionsIn(args);
  if (!options) {
    stderr.write(
      `Specify the service with --url, an http or https URL: the origin, or all of it with the version.\n\n${HELP}`,
    );
    return 2;
  }
  const apiKey = commandSetting('JOB_POSTING_API_KEY') ?? '';
  // Prevents sending a secret of another service to this one.
  if (hashApiKey(apiKey) === undefined) {
    stderr.write(NO_KEY);
    return 2;
  }
  const report = await smokeTest({ url: options.url, apiKey, referenceId: REFERENCE_ID }, (step) => {
    if (!options.json) stdout.write(lineOf(step));
  });
  stdout.write(options.json ? `${JSON.stringify(report)}\n` : summaryOf(report));
  return report.passed ? 0 : 1;
}
