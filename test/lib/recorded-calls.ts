import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { jest } from '@jest/globals';
import { permissionsFor } from './call-permissions.ts';

type Send = (this: DynamoDBClient, command: { input: object }, ...more: unknown[]) => unknown;

/** Records the permissions that each call of the functions in this process takes; returns what ends that. */
export function recordCalls(record: (permission: string) => void): () => void {
  const prototype = DynamoDBClient.prototype as unknown as { send: Send };
  const { send } = prototype;
  const spy = jest.spyOn(prototype, 'send').mockImplementation(function (
    this: DynamoDBClient,
    command,
    ...more
  ) {
    const action = command.constructor.name.replace(/Command$/, '');
    for (const permission of permissionsFor(action, command.input)) record(permission);
    return send.call(this, command, ...more);
  });
  return () => spy.mockRestore();
}
