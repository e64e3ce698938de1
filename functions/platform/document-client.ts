import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { parseInteger } from './dynamodb/database.ts';
import { clientSettings, withoutLog } from './store-client.ts';

/**
 * A document client for commands and tests, which send commands of their own; otherwise like `createClient`. Functions
 * do not use it, because it assembles the middleware of a command for each call.
 */
export const createDocumentClient = (engine?: { endpoint: string }): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(withoutLog(new DynamoDBClient(clientSettings(engine))), {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: parseInteger },
  });
