import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { wholeNumber } from './dynamodb/marshalling.ts';
import { clientSettings, withoutLog } from './store-client.ts';

/**
 * A client for whoever has commands of his own, such as a scan of the whole table; otherwise as `createClient`. No
 * function uses it: it puts the steps of a command together each time.
 */
export const createDocumentClient = (engine?: { endpoint: string }): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(withoutLog(new DynamoDBClient(clientSettings(engine))), {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: wholeNumber },
  });
