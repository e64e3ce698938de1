import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Numbers of the status map have 37 digits: what a double cannot hold arrives as a bigint. */
const wholeNumber = (digits: string): number | bigint =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);

/**
 * The DynamoDB client of this process. Every number in the table is whole. Retries are the database's own
 * (`database.ts`): an SDK retry behind its back could turn an applied write into a refusal. `local` is the embedded
 * engine, which asks for no account.
 */
export const createClient = (local?: { endpoint: string }) =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
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
    }),
    { marshallOptions: { removeUndefinedValues: true }, unmarshallOptions: { wrapNumbers: wholeNumber } },
  );
