import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Numbers of the status map have up to 37 digits: a number that a double cannot hold stays a string. */
const wholeNumber = (digits: string): number | string =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

/**
 * The DynamoDB client of this process. Every number in the table is an integer. Only `database.ts` retries: a retry by
 * the SDK could turn an applied write into a refusal. `local` is the embedded engine, which needs no account.
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
  // It formats every response for a log that is not kept: up to 7 % of a list's time.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: wholeNumber },
  });
}
