import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { setting } from './config.ts';

/** The time limits of a connection and of a response, in milliseconds. */
const LIMITS = { connectionTimeout: 1_000, requestTimeout: 2_000 };

/** The embedded engine shares its processor with everything else on the machine. */
const ENGINE_LIMITS = { connectionTimeout: 10_000, requestTimeout: 10_000 };

/**
 * The maximum number of sockets of this process. A request beyond it would wait for a socket, longer than for a
 * response.
 */
const connections = { keepAlive: true, maxSockets: 100 };

/** The embedded engine, when this process uses it; `npm start` sets its address. */
function embeddedEngine() {
  const endpoint = setting('ENGINE_URL');
  return endpoint === undefined ? undefined : { endpoint };
}

/** Credentials that the embedded engine requires and does not check. */
const UNCHECKED = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

/** The embedded engine needs no account: the account in the environment is for SES and S3. */
export const engineSettings = {
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  signer: {
    sign: <Request extends { headers: object }>(request: Request) =>
      Promise.resolve({ ...request, headers: { ...request.headers, ...UNCHECKED } }),
  },
};

/** The settings of every client of a process. */
export const clientSettings = (engine = embeddedEngine()): DynamoDBClientConfig => ({
  ...(engine && { ...engine, ...engineSettings }),
  maxAttempts: 1,
  requestHandler: {
    ...(engine ? ENGINE_LIMITS : LIMITS),
    throwOnRequestTimeout: true,
    httpAgent: connections,
    httpsAgent: connections,
  },
});

/** Removes the middleware that formats responses for a log that nobody reads: it takes up to 7 % of a list's time. */
export function withoutLog<Client extends { middlewareStack: { remove: (step: string) => boolean } }>(
  client: Client,
): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

/**
 * The DynamoDB client of a process, for `database.ts`: of the embedded engine, or of the DynamoDB that the SDK finds.
 * Only `database.ts` retries: a retry by the SDK could turn an applied write into a refusal.
 */
export const createClient = (engine?: { endpoint: string }): DynamoDBClient =>
  // The middleware of a command is assembled once. It keeps the first command in its context, which no step reads.
  withoutLog(new DynamoDBClient({ ...clientSettings(engine), cacheMiddleware: true }));
