import { createClient } from './dynamodb/client.ts';
import { setting } from './config.ts';

/**
 * The client of the DynamoDB of this process: the embedded engine, or the one that the SDK finds. The engine takes no
 * account, so that the one in the environment is left to SES and S3.
 */
export function storeClient() {
  const endpoint = setting('ENGINE_URL');
  return createClient(endpoint === undefined ? undefined : { endpoint });
}
