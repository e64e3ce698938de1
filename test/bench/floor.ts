import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import * as client from '@aws-sdk/client-dynamodb';
import * as lib from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { toItem } from '../../functions/jobs/job/job-item.ts';
import { jobKeys, jobPrefixes } from '../../functions/jobs/keys.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { startEngine } from '../setup/engine.ts';
import { loadEmployer } from './load-employer.ts';
import { sampleJob } from './sample-job.ts';

/**
 * A plain HTTP server that reads and writes the items of the service, without its rules: `floor.ts lib 10000` by
 * lib-dynamodb, `floor.ts client 10000` by client-dynamodb, with as many jobs. It greets as `npm start` does.
 */
const [kind, sizeText] = process.argv.slice(2);
const size = Number(sizeText);

const TableName = 'floor';
const EMPLOYER = 1;
const engine = await startEngine();
const access = { accessKeyId: 'local', secretAccessKey: 'local' };
const raw = new client.DynamoDBClient({ endpoint: engine.endpoint, region: 'local', credentials: access });
const documents = lib.DynamoDBDocumentClient.from(raw);
await raw.send(new client.CreateTableCommand(tableDefinition(TableName)));
const firstId = await loadEmployer({
  client: documents,
  tableName: TableName,
  employerId: EMPLOYER,
  size,
});

type Values = Record<string, unknown>;
const isLib = kind === 'lib';
const toValues = (values: object) => (isLib ? values : marshall(values));
const fromValues = (values: unknown) => (isLib ? values : unmarshall(values as never)) as Values;
const commands = {
  get: isLib ? lib.GetCommand : client.GetItemCommand,
  query: isLib ? lib.QueryCommand : client.QueryCommand,
  update: isLib ? lib.UpdateCommand : client.UpdateItemCommand,
  transact: isLib ? lib.TransactWriteCommand : client.TransactWriteItemsCommand,
};
/** Sends a command of the client that is measured. */
const send = async (name: keyof typeof commands, input: object): Promise<Values> => {
  const Command = commands[name] as unknown as new (input: object) => never;
  const sender = isLib ? documents.send.bind(documents) : raw.send.bind(raw);
  return (await (sender as (command: never) => Promise<unknown>)(new Command(input))) as Values;
};

const keyOf = (id: number) => toValues(jobKeys.job(EMPLOYER, id));
let created = size;

async function create(): Promise<Values> {
  created += 1;
  const counter = { TableName, Key: toValues({ PK: 'FLOOR', SK: 'ids' }), UpdateExpression: 'ADD n :one' };
  await send('update', { ...counter, ExpressionAttributeValues: toValues({ ':one': 1 }) });
  const job = sampleJob(created, { size, firstId });
  const item = toItem(EMPLOYER, job);
  const reference = { ...jobKeys.reference(EMPLOYER, `FLOOR-${created}`), jobId: job.id };
  const absent = 'attribute_not_exists(PK)';
  await send('transact', {
    TransactItems: [
      { Put: { TableName, Item: toValues(item), ConditionExpression: absent } },
      { Put: { TableName, Item: toValues(reference), ConditionExpression: absent } },
      {
        Update: {
          ...counter,
          Key: toValues(jobKeys.statusLeaf(EMPLOYER, 1)),
          ExpressionAttributeValues: toValues({ ':one': 1 }),
        },
      },
    ],
  });
  return item;
}

async function update(id: number, title: string): Promise<Values> {
  const { Item } = await send('get', { TableName, Key: keyOf(id), ConsistentRead: true });
  const item = fromValues(Item);
  await send('update', {
    TableName,
    Key: keyOf(id),
    UpdateExpression: 'SET title = :title, version = :now',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeValues: toValues({ ':title': title, ':now': Date.now() }),
  });
  return { ...item, title };
}

async function query(input: object): Promise<Values[]> {
  const { Items } = await send('query', { TableName, ...input });
  return (Items as unknown[]).map(fromValues);
}

/** Reads the newest jobs and, for their total, the status map. */
async function firstPage(): Promise<{ data: Values[]; leaves: number }> {
  const { PK } = jobKeys.job(EMPLOYER, 1);
  const [data, leaves] = await Promise.all([
    query({
      IndexName: 'byPublishDate',
      KeyConditionExpression: 'PK = :employer',
      ExpressionAttributeValues: toValues({ ':employer': PK }),
      ScanIndexForward: false,
      Limit: 10,
    }),
    query({
      KeyConditionExpression: 'PK = :employer AND begins_with(SK, :leaves)',
      ExpressionAttributeValues: toValues({ ':employer': PK, ':leaves': jobPrefixes.statusLeaf }),
    }),
  ]);
  return { data, leaves: leaves.length };
}

async function respond({ method, url = '' }: IncomingMessage, body: string): Promise<unknown> {
  const [, id] = /^\/jobs\/(\d+)$/.exec(url.slice(BASE_PATH.length)) ?? [];
  if (method === 'POST' && url === `${BASE_PATH}/jobs`) return create();
  if (method === 'PUT' && id) return update(Number(id), (JSON.parse(body) as { title: string }).title);
  if (method === 'GET' && id) {
    const { Item } = await send('get', { TableName, Key: keyOf(Number(id)), ConsistentRead: true });
    return fromValues(Item);
  }
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
