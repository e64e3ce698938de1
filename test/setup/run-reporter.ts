import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { backgroundFunctions, functionNameOf, requestFunctions } from '../../lib/function-table.ts';
import { fileResources } from '../../lib/functions.ts';
import { permissionsOf, type Permission } from '../../lib/permissions.ts';
import { grantedPermissions, permissionText } from '../lib/call-permissions.ts';

/** Whether a function can have used the permission: one function of a process reads the secret for all. */
const isWatched = ({ on }: Permission) => on !== 'secret' && on !== 'searchAccount';

/**
 * The capabilities of functions that nothing used, permissions of capabilities that no function used, and permissions on
 * files and mail that their function did not use.
 */
function unusedIn(isUsed: (functionName: string, permission: string) => boolean): string[] {
  const rows = Object.entries({ ...requestFunctions, ...backgroundFunctions }).flatMap(
    ([id, { capabilities }]) =>
      capabilities.flatMap((capability) => {
        const permissions = permissionsOf([capability]).filter(isWatched);
        return permissions.map((permission) => ({
          capability,
          permission: permissionText(permission),
          isOnFileOrMail: permission.on === 'mail' || fileResources.has(permission.on),
          functionName: functionNameOf(id),
        }));
      }),
  );
  const unusedBy = (describe: (row: (typeof rows)[number]) => string, of = rows) =>
    [...Map.groupBy(of, describe)]
      .filter(([, all]) => !all.some(({ functionName, permission }) => isUsed(functionName, permission)))
      .map(([described]) => described);
  return [
    ...unusedBy(({ functionName, capability }) => `${functionName}: ${capability}`),
    ...unusedBy(({ capability, permission }) => `${capability}: ${permission}`),
    ...unusedBy(
      ({ functionName, permission }) => `${functionName}: ${permission}`,
      rows.filter(({ isOnFileOrMail }) => isOnFileOrMail),
    ),
  ];
}

interface Run {
  testPathPatterns: { patterns: string[] };
  testNamePattern?: string;
}

interface Suite {
  path: string;
}

const STALL_MILLIS = 300_000;

/**
 * Prints the suites under way when none has started or ended for five minutes. Fails a run in which a function used a
 * permission that it does not have, and a run of all suites in which nothing used a permission that it has.
 */
export default class RunReporter {
  #isWhole: boolean;
  #error: Error | undefined;
  #underWay = new Set<string>();
  #timer = setTimeout(() => this.#reportStall(), STALL_MILLIS).unref();

  constructor({ testPathPatterns, testNamePattern }: Run) {
    this.#isWhole = testPathPatterns.patterns.length === 0 && !testNamePattern;
  }

  #reportStall(): void {
    const paths = [...this.#underWay].map((path) => relative(process.cwd(), path));
    process.stderr.write(`No suite has started or ended for five minutes: ${paths.join(', ')}\n`);
    this.#timer.refresh();
  }

  onTestFileStart({ path }: Suite): void {
    this.#underWay.add(path);
    this.#timer.refresh();
  }

  onTestFileResult({ path }: Suite): void {
    this.#underWay.delete(path);
    this.#timer.refresh();
  }

  onRunComplete(_: unknown, { numFailedTestSuites }: { numFailedTestSuites: number }): void {
    clearTimeout(this.#timer);
    const lines = new Set(readFileSync(process.env['USED_PERMISSIONS'] ?? '', 'utf8').split('\n'));
    lines.delete('');
    const ungranted = [...lines].filter((line) => {
      const [functionName = '', permission = ''] = line.split('\t');
      return !grantedPermissions.get(functionName)?.has(permission);
    });
    const unused =
      this.#isWhole && numFailedTestSuites === 0
        ? unusedIn((functionName, permission) => lines.has(`${functionName}\t${permission}`))
        : [];
    const faults = [
      ...ungranted.map((line) => `not allowed: ${line.replace('\t', ': ')}`),
      ...unused.map((each) => `never used: ${each}`),
    ];
    if (faults.length === 0) return;
    this.#error = new Error(`The permissions of functions are wrong:\n${faults.join('\n')}`);
    // Jest only counts this error and does not print it.
    process.stderr.write(`${this.#error.message}\n`);
  }

  getLastError(): Error | undefined {
    return this.#error;
  }
}
