import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { createSigningSecret } from './crypto/signing-key.ts';
import { databaseFor } from './request-database.ts';

/** Milliseconds that CloudFormation's response URL may take. */
const RESPONSE_MILLIS = 10_000;

/** Creates the signing secret. Returns the reason of a failure. */
async function tryToCreate(context: Context): Promise<string | undefined> {
  try {
    await createSigningSecret(databaseFor(context));
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/**
 * A custom resource of CloudFormation: creates the signing secret during a deployment, unless the table has one.
 * Deleting the resource keeps the secret. Throws Error if CloudFormation does not take the response; Lambda then retries.
 */
export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  const { RequestType, ResponseURL, StackId, RequestId, LogicalResourceId } = event;
  const failure = RequestType === 'Delete' ? undefined : await tryToCreate(context);
  const response = {
    Status: failure === undefined ? 'SUCCESS' : 'FAILED',
    Reason: failure,
    PhysicalResourceId: 'SigningSecret',
    StackId,
    RequestId,
    LogicalResourceId,
  };
  const { ok, status } = await fetch(ResponseURL, {
    method: 'PUT',
    // Bytes, because a string would add a Content-Type, which the signature of the URL excludes.
    body: new TextEncoder().encode(JSON.stringify(response)),
    signal: AbortSignal.timeout(RESPONSE_MILLIS),
  });
  if (!ok) throw new Error(`CloudFormation answered ${status} to: ${JSON.stringify(response)}`);
}
