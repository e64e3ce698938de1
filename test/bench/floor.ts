import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { toItem } from '../../functions/jobs/job/job-item.ts';
import { jobKeys, jobPrefixes } from '../../functions/jobs/keys.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { startEngine } from '../setup/engine.ts';
import { loadEmployer } from './load-employer.ts';
import { sampleJob } from './sample-job.ts';

/**
 * A plain HTTP server that reads and writes the items of the service by lib-dynamodb, without its rules: `floor.ts 10000`
 * with as many jobs. It greets as `npm start` does.
 */
const size = Number(process.argv[2]);

const TableName = 'floor';
const EMPLOYER = 1;
const engine = await startEngine();
const access = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({ endpoint: engine.endpoint, region: 'local', credentials: access }),
);
await client.send(new CreateTableCommand(tableDefinition(TableName)));
const firstId = await loadEmployer({ client, tableName: TableName, employerId: EMPLOYER, size });

type Values = Record<string, unknown>;

const keyOf = (id: number) => jobKeys.job(EMPLOYER, id);
const readJob = async (id: number): Promise<Values> =>
  (await client.send(new GetCommand({ TableName, Key: keyOf(id), ConsistentRead: true }))).Item ?? {};
let created = size;

async function create(): Promise<Values> {
  created += 1;
  const counter = {
    TableName,
    UpdateExpression: 'ADD n :one',
    ExpressionAttributeValues: { ':one': 1 },
  };
  await client.send(new UpdateCommand({ ...counter, Key: { PK: 'FLOOR', SK: 'ids' } }));
  const job = sampleJob(created, { size, firstId });
  const Item = toItem(EMPLOYER, job);
  const reference = { ...jobKeys.reference(EMPLOYER, `FLOOR-${created}`), jobId: job.id };
  const absent = 'attribute_not_exists(PK)';
  await client.send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item, ConditionExpression: absent } },
        { Put: { TableName, Item: reference, ConditionExpression: absent } },
        { Update: { ...counter, Key: jobKeys.statusLeaf(EMPLOYER, 1) } },
      ],
    }),
  );
  return Item;
}

async function update(id: number, title: string): Promise<Values> {
  const item = await readJob(id);
  await client.send(
    new UpdateCommand({
      TableName,
      Key: keyOf(id),
      UpdateExpression: 'SET title = :title, version = :now',
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeValues: { ':title': title, ':now': Date.now() },
    }),
  );
  return { ...item, title };
}

const query = async (input: Omit<QueryCommandInput, 'TableName'>): Promise<Values[]> =>
  (await client.send(new QueryCommand({ TableName, ...input }))).Items ?? [];

/** Reads the newest jobs and, for their total, the status map. */
async function firstPage(): Promise<{ data: Values[]; leaves: number }> {
  const { PK } = jobKeys.job(EMPLOYER, 1);
  const [data, leaves] = await Promise.all([
    query({
      IndexName: 'byPublishDate',
      KeyConditionExpression: 'PK = :employer',
      ExpressionAttributeValues: { ':employer': PK },
      ScanIndexForward: false,
      Limit: 10,
    }),
    query({
      KeyConditionExpression: 'PK = :employer AND begins_with(SK, :leaves)',
      ExpressionAttributeValues: { ':employer': PK, ':leaves': jobPrefixes.statusLeaf },
    }),
  ]);
  return { data, leaves: leaves.length };
}

async function respond({ method, url = '' }: IncomingMessage, body: string): Promise<unknown> {
  const [, id] = /^\/jobs\/(\d+)$/.exec(url.slice(BASE_PATH.length)) ?? [];
  if (method === 'POST' && url === `${BASE_PATH}/jobs`) return create();
  if (method === 'PUT' && id) return update(Number(id), (JSON.parse(body) as { title: string }).title);
  if (method === 'GET' && id) return readJob(Number(id));
  return method === 'GET' && url.endsWith('/jobs?pageSize=10') ? firstPage() : undefined;
}

const server = createServer((request, response) => {
  void (async () => {
    const answer = await respond(request, await text(request));
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer) ?? '');
  })();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://localhost:${port} jps_floor first=${firstId} Ctrl-C\n`);
});
process.once('SIGINT', () => void engine.stop().then(() => process.exit()));
