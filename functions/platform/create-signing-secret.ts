import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { createSigningSecret } from './crypto/signing-key.ts';
import { respond } from './custom-resource-response.ts';
import { databaseFor } from './request-database.ts';

/**
 * Creates the signing secret during a deployment, unless the table has one. Deleting the custom resource keeps the
 * secret.
 */
export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  const isDeletion = event.RequestType === 'Delete';
  const creation = isDeletion ? Promise.resolve() : createSigningSecret(databaseFor(context));
  await respond(event, 'SigningSecret', creation);
}
