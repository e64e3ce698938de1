import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { reportWithOption } from './report.ts';

/** The CPU baseline: a bare node:http server that responds with one item, which it reads by one plain SDK call. */
const client = DynamoDBDocumentClient.from(new DynamoDBClient());
const { TABLE_NAME: TableName, FLOOR_KEY = '{}' } = process.env;
const read = new GetCommand({ TableName, Key: JSON.parse(FLOOR_KEY), ConsistentRead: true });

const server = createServer((_, response) => {
  void (async () => {
    const { Item } = await client.send(read);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(Item));
  })();
});

reportWithOption(() => undefined);
await once(server.listen(0, '127.0.0.1'), 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
