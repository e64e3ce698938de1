import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Handler, Outgoing } from '../../functions/http/incoming.ts';

/** The largest event that Lambda accepts, in bytes of its JSON. */
const LARGEST_EVENT = 6 * 1024 * 1024;

/** Whether Lambda refuses an event. Base64 makes a body that is not text a third larger. */
export const isTooLarge = (event: APIGatewayProxyEventV2): boolean =>
  Buffer.byteLength(JSON.stringify(event)) > LARGEST_EVENT;

/** The function did not return in time. */
export class FunctionTimeout extends Error {}

const unavailable = () => {
  throw new Error('The callbacks of old Node.js runtimes are not available.');
};

/** The context of a call; `remainingMillis` returns its remaining time. */
export const lambdaContext = (
  functionName: string,
  requestId: string,
  remainingMillis: () => number,
): Context => ({
  awsRequestId: requestId,
  callbackWaitsForEmptyEventLoop: false,
  functionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
  memoryLimitInMB: '512',
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: 'local',
  getRemainingTimeInMillis: () => Math.max(0, Math.round(remainingMillis())),
  done: unavailable,
  fail: unavailable,
  succeed: unavailable,
});

/** Calls the handler as Lambda does. Throws the errors of the handler, or FunctionTimeout when its time is over. */
export async function invoke(
  handler: Handler,
  event: APIGatewayProxyEventV2,
  { functionName, millis }: { functionName: string; millis: number },
): Promise<Outgoing> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new FunctionTimeout()), millis);
  try {
    const deadline = performance.now() + millis;
    const remainingMillis = () => deadline - performance.now();
    const context = lambdaContext(functionName, event.requestContext.requestId, remainingMillis);
    return await Promise.race([handler(event, context), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
