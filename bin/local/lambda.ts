import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Handler, Outgoing } from '../../functions/http/incoming.ts';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Route } from './routes.ts';

/** Splits `/path?query` exactly as sent, and removes the origin of an absolute URL (RFC 9112, 3.2.2). */
export function requestTarget(url: string): { rawPath: string; rawQueryString: string } {
  const target = url.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return mark === -1
    ? { rawPath: target, rawQueryString: '' }
    : { rawPath: target.slice(0, mark), rawQueryString: target.slice(mark + 1) };
}

/** One value per name: multiple values are joined with commas, as in API Gateway. */
function joined(pairs: Iterable<readonly [string, string]>): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(values);
}

const headers = ({ headersDistinct }: IncomingMessage) =>
  joined(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(',')]));

/** Formats a time as in `21/Nov/2026:02:04:53 +0000`. */
const commonLogTime = (at: Date) => {
  const [, day, month, year, time] = at.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};

const bodyOf = (bytes: Buffer) => {
  if (bytes.length === 0) return { isBase64Encoded: false };
  return isUtf8(bytes)
    ? { body: bytes.toString('utf8'), isBase64Encoded: false }
    : { body: bytes.toString('base64'), isBase64Encoded: true };
};

/**
 * The request as an event of API Gateway's HTTP API, payload format 2.0. `domainName` is the API's own name, never the
 * client's Host header.
 */
export function toEvent(
  request: IncomingMessage,
  bytes: Buffer,
  route: Route,
  { requestId, at, domainName }: { requestId: string; at: Date; domainName: string },
): APIGatewayProxyEventV2 {
  const { rawPath, rawQueryString } = requestTarget(request.url ?? '/');
  const cookies = request.headers.cookie?.split('; ');
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath,
    rawQueryString,
    ...(cookies && { cookies }),
    headers: headers(request),
    ...(rawQueryString && { queryStringParameters: joined(new URLSearchParams(rawQueryString)) }),
    ...(route.pathParameters && { pathParameters: route.pathParameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: 'local',
      http: {
        method: request.method ?? '',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: route.routeKey,
      stage: '$default',
      time: commonLogTime(at),
      timeEpoch: at.getTime(),
    },
    ...bodyOf(bytes),
  };
}

/** The largest event that Lambda accepts, in bytes of its JSON. */
const LARGEST_EVENT = 6 * 1024 * 1024;

/** The length of a body that fits in an event whatever its characters: each takes at most six bytes of JSON. */
const CERTAIN_LENGTH = LARGEST_EVENT / 7;

/** Whether Lambda refuses an event. Base64 makes a body that is not text a third larger. */
export const isTooLarge = (event: APIGatewayProxyEventV2): boolean =>
  (event.body?.length ?? 0) > CERTAIN_LENGTH && Buffer.byteLength(JSON.stringify(event)) > LARGEST_EVENT;

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
