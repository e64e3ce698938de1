import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Handler } from '../../functions/http/incoming.ts';
import { serviceFunctions } from '../../lib/functions.ts';
import { permissionsFor } from '../lib/call-permissions.ts';

type Send = (this: DynamoDBClient, command: { input: object }, ...more: unknown[]) => unknown;

const granted = new Map(
  serviceFunctions.map(({ name, permissions }) => [
    name,
    new Set(permissions.map(({ action, on }) => `${action} on ${on}`)),
  ]),
);

/** A file that gets a line for each permission that a function uses: its name, tab, `action on resource`. */
const usedFile = process.env['USED_PERMISSIONS'];
const used = new Set<string>();

const functionAtWork = new AsyncLocalStorage<string>();

/** Notes that a function uses a permission. Throws what DynamoDB answers when the function does not have it. */
function use(functionName: string, permission: string): void {
  const line = `${functionName}\t${permission}\n`;
  if (usedFile !== undefined && !used.has(line)) appendFileSync(usedFile, line);
  used.add(line);
  if (granted.get(functionName)?.has(permission)) return;
  throw Object.assign(new Error(`${functionName} has no permission to ${permission}.`), {
    name: 'AccessDeniedException',
  });
}

// The class is that of all suites of a worker, one after the other.
const unwatched = Symbol.for('send without a watch');
const prototype = DynamoDBClient.prototype as unknown as { send: Send; [unwatched]?: Send };
const send = (prototype[unwatched] ??= prototype.send);
prototype.send = async function (command, ...more) {
  const functionName = functionAtWork.getStore();
  if (functionName !== undefined) {
    const action = command.constructor.name.replace(/Command$/, '');
    for (const permission of permissionsFor(action, command.input)) use(functionName, permission);
  }
  return send.call(this, command, ...more);
};

/** Work of a function, whose calls to DynamoDB need the permissions of that function, as on AWS. */
export const asFunction = <Result>(functionName: string, work: () => Result): Result =>
  functionAtWork.run(functionName, work);

export const withOwnPermissions =
  (functionName: string, handler: Handler): Handler =>
  (...call) =>
    asFunction(functionName, () => handler(...call));
