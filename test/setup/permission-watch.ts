import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Handler } from '../../functions/http/incoming.ts';
import { fileResources, serviceFunctions } from '../../lib/functions.ts';
import { grantedPermissions, permissionsFor } from '../lib/call-permissions.ts';

type Send = (this: DynamoDBClient, command: { input: object }, ...more: unknown[]) => unknown;

/** A file that gets a line for each permission that a function uses: its name, tab, `action on resource`. */
const usedFile = process.env['USED_PERMISSIONS'];
const used = new Set<string>();

const functionAtWork = new AsyncLocalStorage<string>();

/** The functions that have a permission on files. */
const usesFiles = new Set(
  serviceFunctions.flatMap(({ name, permissions }) =>
    permissions.some(({ on }) => fileResources.has(on)) ? [name] : [],
  ),
);

/** Whether a local folder reads the secret to sign URLs of files, which S3 signs on AWS. */
const isOfFolder = (functionName: string, permission: string) =>
  permission === 'GetItem on secret' &&
  process.env['FILES_BUCKET'] === undefined &&
  usesFiles.has(functionName);

/** Records the use of a permission. Throws DynamoDB's access error if the function lacks the permission. */
function use(functionName: string, permission: string): void {
  if (isOfFolder(functionName, permission)) return;
  const line = `${functionName}\t${permission}\n`;
  if (usedFile !== undefined && !used.has(line)) appendFileSync(usedFile, line);
  used.add(line);
  if (grantedPermissions.get(functionName)?.has(permission)) return;
  throw Object.assign(new Error(`${functionName} has no permission to ${permission}.`), {
    name: 'AccessDeniedException',
  });
}

/** Uses permissions of the function at work, if there is one. */
export function usePermissions(...permissions: string[]): void {
  const functionName = functionAtWork.getStore();
  if (functionName === undefined) return;
  for (const permission of permissions) use(functionName, permission);
}

let observe: ((permission: string) => void) | undefined;

/** Calls an observer with each permission that the DynamoDB calls of this suite need. */
export function observePermissions(observer: typeof observe): void {
  observe = observer;
}

// The suites of a worker share this class.
const unwatched = Symbol.for('send without a watch');
const prototype = DynamoDBClient.prototype as unknown as { send: Send; [unwatched]?: Send };
const send = (prototype[unwatched] ??= prototype.send);
prototype.send = async function (command, ...more) {
  if (observe || functionAtWork.getStore() !== undefined) {
    const permissions = permissionsFor(command.constructor.name.replace(/Command$/, ''), command.input);
    for (const permission of permissions) observe?.(permission);
    usePermissions(...permissions);
  }
  return send.call(this, command, ...more);
};

/** A handler whose calls to DynamoDB, and whose files and mail, need the permissions of its function, as on AWS. */
export const withOwnPermissions =
  (functionName: string, handler: Handler): Handler =>
  (...call) =>
    functionAtWork.run(functionName, () => handler(...call));
