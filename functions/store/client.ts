import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Numbers of the status map have 37 digits: what a double cannot hold stays the text that it was. */
const wholeNumber = (digits: string): number | string =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

/**
 * The DynamoDB client of this process. Every number in the table is whole. Retries are the database's own
 * (`database.ts`): an SDK retry behind its back could turn an applied write into a refusal. `local` is the embedded
 * engine, which asks for no account.
 */
export function createClient(local?: { endpoint: string }): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    ...(local && {
      ...local,
      region: 'local',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 2_000,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: 100 },
    },
  });
  // It prepares every answer for a log that nobody keeps: up to 7 % of a list's time.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: wholeNumber },
  });
}
