import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { setting } from './config.ts';

/** How long DynamoDB may take for a connection and for a response, in milliseconds. */
const LIMITS = { connectionTimeout: 1_000, requestTimeout: 2_000 };

/** The embedded engine shares its processor with whatever else the machine does. */
const ENGINE_LIMITS = { connectionTimeout: 10_000, requestTimeout: 10_000 };

/** Of one process. Requests beyond them would wait for one, longer than for a response. */
const connections = { keepAlive: true, maxSockets: 100 };

/** The embedded engine, where this process uses it; `npm start` sets its address. */
function embeddedEngine() {
  const endpoint = setting('ENGINE_URL');
  return endpoint === undefined ? undefined : { endpoint };
}

/** The form of a signature, which the embedded engine asks for and does not check. */
const UNCHECKED = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

/** The embedded engine needs no account: the one in the environment is left to SES and S3. */
export const engineSettings = {
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  signer: {
    sign: <Request extends { headers: object }>(request: Request) =>
      Promise.resolve({ ...request, headers: { ...request.headers, ...UNCHECKED } }),
  },
};

/** What every client of a process has in common. */
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

/** Without a step that formats every response for a log that is not kept: up to 7 % of a list's time. */
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
  // The steps of a command are put together once. They keep the first command in their context, which no step reads.
  withoutLog(new DynamoDBClient({ ...clientSettings(engine), cacheMiddleware: true }));
