import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { setTimeout as delay } from 'node:timers/promises';
import { createSigningSecret } from './crypto/signing-key.ts';
import { databaseFor } from './request-database.ts';

/** The time limit of a call to CloudFormation's response URL, in milliseconds. */
const RESPONSE_MILLIS = 10_000;

/**
 * Reports to CloudFormation whether the work for a custom resource succeeded. Throws Error when CloudFormation does not
 * accept the response; Lambda then repeats the call.
 */
export async function respond(
  { ResponseURL, StackId, RequestId, LogicalResourceId }: CloudFormationCustomResourceEvent,
  PhysicalResourceId: string,
  work: Promise<void>,
): Promise<void> {
  const result = await work.then(
    () => ({ Status: 'SUCCESS' }),
    (error: unknown) => ({ Status: 'FAILED', Reason: String(error) }),
  );
  const response = JSON.stringify({ ...result, PhysicalResourceId, StackId, RequestId, LogicalResourceId });
  const { ok, status } = await fetch(ResponseURL, {
    method: 'PUT',
    // Bytes, because a string would add a Content-Type, which the signature of the URL excludes.
    body: new TextEncoder().encode(response),
    signal: AbortSignal.timeout(RESPONSE_MILLIS),
  });
  if (!ok) throw new Error(`CloudFormation answered ${status} to: ${response}`);
}

/** The pauses before repeated attempts, in milliseconds. */
const PAUSES = [1_000, 2_000, 4_000, 8_000];

/** Repeats work that lacks a permission, because a new role may do nothing for some seconds. */
export async function retryUntilAllowed(
  work: () => Promise<void>,
  pauses: readonly number[] = PAUSES,
): Promise<void> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'AccessDeniedException') throw error;
      await delay(pause);
    }
  }
  return work();
}

/**
 * Creates the signing secret during a deployment, unless the table has one. Deleting the custom resource keeps the
 * secret.
 */
export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  const isDeletion = event.RequestType === 'Delete';
  const creation = isDeletion
    ? Promise.resolve()
    : retryUntilAllowed(() => createSigningSecret(databaseFor(context)));
  await respond(event, 'SigningSecret', creation);
}
