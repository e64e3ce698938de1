import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { API_KEY_PREFIX } from '../../functions/store/table.ts';

interface Call {
  IndexName?: string;
  Key?: { PK?: { S?: string } };
  TransactItems?: Record<string, unknown>[];
}

/** What the writes of a transaction are authorised as. */
const authorisedAs: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const isOfApiKey = ({ Key }: Call) => Key?.PK?.S?.startsWith(API_KEY_PREFIX) ?? false;

/** The permissions that a call takes, as `action on table, items of API keys or index`. */
function permissionsFor(target: string, call: Call): string[] {
  const { IndexName, TransactItems } = call;
  const action = target.replace(/^.*\./, '');
  if (action !== 'TransactWriteItems')
    return [`${action} on ${IndexName ?? (isOfApiKey(call) ? 'apiKeys' : 'table')}`];
  return (TransactItems ?? [])
    .flatMap(Object.keys)
    .map((write) => `${authorisedAs[write] ?? write} on table`);
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => /^(?:authorization|content-type|x-amz-)/.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

/**
 * A DynamoDB endpoint before the one at `engine`, which tells what each call on the wire takes: whatever client the
 * service uses, and whatever that client makes of a command.
 */
export async function recordingEndpoint(engine: string, record: (permission: string) => void) {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const target = String(request.headers['x-amz-target']);
      for (const permission of permissionsFor(target, JSON.parse(body.toString()) as Call)) {
        record(permission);
      }
      const answer = await fetch(engine, { method: 'POST', headers: headersOf(request), body });
      const text = await answer.text();
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
