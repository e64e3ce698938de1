import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ThrottlingException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import type { Context } from 'aws-lambda';
import { lambdaContext } from '../../bin/local/lambda.ts';
import type { Handler } from '../../functions/http/incoming.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { gatewayEvent } from '../setup/gateway-event.ts';

/** A mock of the DynamoDB client, which replaces `send` for the suite. */
export const dynamo = mockClient(DynamoDBClient);
afterAll(() => dynamo.restore());

const keyText = ({ PK, SK }: Item) => `${PK}/${SK}`;

/** Begins a test: single reads find these items, queries find none, and writes succeed without an effect. */
export function storeItems(...items: Item[]): void {
  dynamo.reset();
  const byKey = new Map(
    items.map((item) => [keyText(item), marshall(item, { removeUndefinedValues: true })]),
  );
  dynamo.on(GetItemCommand).callsFake(({ Key }) => ({ Item: byKey.get(keyText(unmarshall(Key))) }));
  dynamo.on(QueryCommand).resolves({ Items: [] });
  for (const Command of [PutItemCommand, UpdateItemCommand, DeleteItemCommand, TransactWriteItemsCommand]) {
    dynamo.on(Command as typeof PutItemCommand).resolves({});
  }
}

/** One line about a call or a write: its key, its condition, and whether the read is strong. */
function summaryOf(input: Item): string {
  const { Key, Item: item, IndexName: index, ConditionExpression: condition, ConsistentRead } = input;
  const { ':PK': PK, ':partition': partition = PK } = unmarshall(input['ExpressionAttributeValues'] ?? {});
  const subject = Key || item ? keyText(unmarshall(Key ?? item)) : `${index ?? 'table'} ${partition}`;
  return `${subject}${ConsistentRead ? ', strongly' : ''}${condition ? ` if ${condition}` : ''}`;
}

/** The calls of this test in order, without those for the API key. A transaction is the list of its writes. */
export function sentCalls(): (string | string[])[] {
  const all = dynamo.calls().map(({ args: [{ constructor, input }] }) => {
    const { TransactItems, ...call } = input as Item;
    const name = constructor.name.replace('Command', '');
    if (!TransactItems) return `${name} ${summaryOf(call)}`;
    const writes: [string, Item][] = TransactItems.flatMap((write: Item) => Object.entries(write));
    return writes.map(([action, write]) => `${action} ${summaryOf(write)}`);
  });
  // The call after the read of a key reads the account of the key.
  return all.filter(
    (call, index) => !/^\w+ KEY#/.test(String(call)) && !String(all[index - 1]).startsWith('GetItem KEY#'),
  );
}

const failure = { $metadata: {}, message: 'arn:aws:dynamodb:secret-table' };

/** DynamoDB's errors, as the client throws them. */
export const throttled = new ThrottlingException(failure);
export const conditionFailed = new ConditionalCheckFailedException(failure);
/** The error of a cancelled transaction, with one code per write. */
export const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({ ...failure, CancellationReasons: codes.map((Code) => ({ Code })) });

/** A Lambda context with this time left, in milliseconds. With 1,500 or less, no call is retried. */
export const aContext = (functionName: string, millis = 120_000): Context =>
  lambdaContext(functionName, 'request-1', () => millis);

/** Calls the handler of an operation as API Gateway does, and reads its response. */
export async function callHandler(
  handler: Handler,
  request: string,
  { millis, ...sent }: { apiKey?: string; body?: unknown; headers?: Record<string, string>; millis?: number },
) {
  const [method = '', target = ''] = request.split(' ');
  const headers = { ...(sent.apiKey && { 'api-key': sent.apiKey }), ...sent.headers };
  const { functionName, event } = gatewayEvent(method, target, { ...sent, headers });
  const reply = await handler(event, aContext(functionName, millis));
  return {
    status: reply.statusCode,
    headers: reply.headers ?? {},
    body: reply.body && JSON.parse(reply.body),
  };
}
