import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Floor, Report, SdkCall } from './subject.ts';

/** A bare node:http server that returns given bytes, after one plain SDK call if it is given calls. */
const client = DynamoDBDocumentClient.from(new DynamoDBClient());
let floor: Floor = { answer: '', status: 200, calls: [] };
let served = 0;

const send = async (call: SdkCall): Promise<void> => {
  switch (call.kind) {
    case 'get':
      await client.send(new GetCommand(call.input));
      break;
    case 'put':
      await client.send(new PutCommand(call.input));
      break;
    case 'update':
      await client.send(new UpdateCommand(call.input));
      break;
    case 'delete':
      await client.send(new DeleteCommand(call.input));
      break;
    case 'query':
      await client.send(new QueryCommand(call.input));
      break;
  }
};

const server = createServer((request, response) => {
  void (async () => {
    // oxlint-disable-next-line no-unused-vars -- the body is read to its end, as the service has to
    for await (const _ of request);
    const call = floor.calls[served % Math.max(1, floor.calls.length)];
    served += 1;
    if (call) await send(call);
    response.writeHead(floor.status, {
      ...(floor.answer && { 'content-type': 'application/json' }),
      ...(floor.status !== 204 && { 'content-length': Buffer.byteLength(floor.answer) }),
    });
    response.end(floor.answer);
  })();
});

process.on('message', (order: Partial<Floor>) => {
  if (order.calls) {
    floor = order as Floor;
    served = 0;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpu: user + system,
    last: undefined,
  } satisfies Report);
});
process.on('disconnect', () => process.exit());

await once(server.listen(0, '127.0.0.1'), 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
