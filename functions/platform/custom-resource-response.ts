import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

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
