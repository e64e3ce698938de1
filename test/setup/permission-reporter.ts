import { readFileSync } from 'node:fs';
import { backgroundFunctions, functionNameOf, requestFunctions } from '../../lib/function-table.ts';
import { serviceFunctions } from '../../lib/functions.ts';
import { permissionsOf, type Capability, type Permission } from '../../lib/permissions.ts';

/** Permissions that `test/lib/file-permissions.test.ts` compares, or that the first function of a process uses for all. */
const isComparedElsewhere = ({ on }: Permission) =>
  on === 'secret' || on === 'mail' || on === 'uploads' || on.endsWith('Files');

const textOf = ({ action, on }: Permission) => `${action} on ${on}`;

/** The capabilities of functions that nothing used, and permissions of capabilities that no function used. */
function unusedIn(used: ReadonlySet<string>): string[] {
  const byCapability = new Map<Capability, { functionName: string; permissions: string[] }[]>();
  for (const [id, { capabilities }] of Object.entries({ ...requestFunctions, ...backgroundFunctions })) {
    const functionName = functionNameOf(id);
    for (const capability of capabilities) {
      const permissions = permissionsOf([capability])
        .filter((each) => !isComparedElsewhere(each))
        .map(textOf);
      const users = byCapability.get(capability) ?? [];
      if (permissions.length > 0) byCapability.set(capability, [...users, { functionName, permissions }]);
    }
  }
  const isUsed = (functionName: string, permission: string) => used.has(`${functionName}\t${permission}`);
  return [...byCapability].flatMap(([capability, users]) => [
    ...users
      .filter(({ functionName, permissions }) => !permissions.some((each) => isUsed(functionName, each)))
      .map(({ functionName }) => `${functionName}: ${capability}`),
    ...(users[0]?.permissions ?? [])
      .filter((each) => !users.some(({ functionName }) => isUsed(functionName, each)))
      .map((each) => `${capability}: ${each}`),
  ]);
}

const granted = new Set(
  serviceFunctions.flatMap(({ name, permissions }) => permissions.map((each) => `${name}\t${textOf(each)}`)),
);

interface Run {
  testPathPatterns: { patterns: string[] };
  testNamePattern?: string;
}

/**
 * Fails a run in which a function used a permission that it does not have, and a run of all suites in which nothing used
 * a permission that it has.
 */
export default class PermissionReporter {
  #isWhole: boolean;
  #error: Error | undefined;

  constructor({ testPathPatterns, testNamePattern }: Run) {
    this.#isWhole = testPathPatterns.patterns.length === 0 && !testNamePattern;
  }

  onRunComplete(_: unknown, { success }: { success: boolean }): void {
    const used = new Set(readFileSync(process.env['USED_PERMISSIONS'] ?? '', 'utf8').split('\n'));
    used.delete('');
    const faults = [
      ...[...used.difference(granted)].map((each) => `not allowed: ${each.replace('\t', ': ')}`),
      ...(this.#isWhole && success ? unusedIn(used).map((each) => `never used: ${each}`) : []),
    ];
    if (faults.length === 0) return;
    this.#error = new Error(`The permissions of functions are wrong:\n${faults.join('\n')}`);
    // Jest only counts it.
    process.stderr.write(`${this.#error.message}\n`);
  }

  getLastError(): Error | undefined {
    return this.#error;
  }
}
