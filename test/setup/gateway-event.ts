import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { findRoute } from '../../bin/local/routes.ts';
import { BASE_PATH } from '../../schemas/operations.ts';

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  /** Encodes the body in base64, as API Gateway does when it is not text. */
  base64?: boolean;
  /** The address that the request comes from. */
  sourceIp?: string;
}

const bodyOf = ({ body, base64 = false }: Sent) => {
  if (body === undefined) return { isBase64Encoded: false };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { body: base64 ? Buffer.from(text).toString('base64') : text, isBase64Encoded: base64 };
};

/** The event that API Gateway sends for a request (payload format 2.0), and the function that gets the event. */
export function gatewayEvent(
  method: string,
  target: string,
  sent: Sent = {},
): { functionName: string; event: APIGatewayProxyEventV2 } {
  const [path = '', rawQueryString = ''] = `${BASE_PATH}${target}`.split('?');
  const { functionName, routeKey, pathParameters } = findRoute(method, path);
  const requestId = randomUUID();
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString,
    headers: {
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(rawQueryString && {
      queryStringParameters: Object.fromEntries(new URLSearchParams(rawQueryString)),
    }),
    ...(pathParameters && { pathParameters }),
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3d4e5',
      domainName: 'a1b2c3d4e5.execute-api.ca-central-1.amazonaws.com',
      domainPrefix: 'a1b2c3d4e5',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: sent.sourceIp ?? '192.0.2.1', userAgent: 'test' },
      requestId,
      routeKey,
      stage: '$default',
      time: '21/Nov/2026:02:04:53 +0000',
      timeEpoch: 1_795_226_693_000,
    },
    ...bodyOf(sent),
  };
  return { functionName, event };
}
