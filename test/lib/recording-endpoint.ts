import { respondOnWire, dynamoProxy } from '../setup/dynamo-proxy.ts';
import { permissionsFor, type Call } from './call-permissions.ts';

/** A proxy of the DynamoDB endpoint `engine` that reports the permissions that each call needs. */
export const recordingEndpoint = (engine: string, record: (permission: string) => void) =>
  dynamoProxy(engine, async ({ operation, body, pass, response }) => {
    for (const permission of permissionsFor(operation, JSON.parse(body) as Call)) record(permission);
    respondOnWire(response, await pass());
  });
