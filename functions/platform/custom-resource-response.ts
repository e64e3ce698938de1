import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** Milliseconds that CloudFormation's response URL may take. */
const RESPONSE_MILLIS = 10_000;

/**
 * Tells CloudFormation whether the work for a custom resource succeeded. Throws Error if CloudFormation does not take the
 * response; Lambda then calls the function again.
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
