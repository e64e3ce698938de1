import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { setting } from './config.ts';

/** Numbers of the status map have up to 37 digits: a number that a double cannot hold stays a string. */
const wholeNumber = (digits: string): number | string =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

/** How long DynamoDB may take for a connection and for a response, in milliseconds. */
const LIMITS = { connectionTimeout: 1_000, requestTimeout: 2_000 };

/** The embedded engine shares its processor with whatever else the machine does. */
const ENGINE_LIMITS = { connectionTimeout: 60_000, requestTimeout: 60_000 };

/** Of one process. Requests beyond them would wait for one, longer than for a response. */
const connections = { keepAlive: true, maxSockets: 100 };

/** The embedded engine, where this process uses it; `npm start` sets its address. */
function embeddedEngine() {
  const endpoint = setting('ENGINE_URL');
  return endpoint === undefined ? undefined : { endpoint };
}

/**
 * The DynamoDB client of this process: of the embedded engine, or of the DynamoDB that the SDK finds. The engine needs no
 * account, so that the one in the environment is left to SES and S3. Every number in the table is an integer. Only
 * `database.ts` retries: a retry by the SDK could turn an applied write into a refusal.
 */
export function createClient(engine = embeddedEngine()): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    ...(engine && {
      ...engine,
      region: 'local',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
    maxAttempts: 1,
    requestHandler: {
      ...(engine ? ENGINE_LIMITS : LIMITS),
      throwOnRequestTimeout: true,
      httpAgent: connections,
      httpsAgent: connections,
    },
  });
  // It formats every response for a log that is not kept: up to 7 % of a list's time.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: wholeNumber },
  });
}
