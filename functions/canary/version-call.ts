import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { BASE_PATH, operations, type OperationId } from '../../schemas/operations.ts';
import type { NewVersion } from './deployments.ts';
import { expect } from './expectations.ts';
import type { VersionRequest } from './version-requests.ts';

/** A request to a version: for a job, and by a client with or without a key. */
interface Sent extends VersionRequest {
  operation: OperationId;
  /** The host of the service. */
  domainName: string;
  jobId?: number | undefined;
  apiKey?: string | undefined;
}

// Longer than a function may take.
const client = new LambdaClient({ requestHandler: { connectionTimeout: 1_000, requestTimeout: 15_000 } });

/** The event that API Gateway would make of a request (payload format 2.0). */
function eventOf({ operation, domainName, jobId, apiKey, query = '', headers, body }: Sent) {
  const { method, path } = operations[operation];
  const routeKey = `${method} ${BASE_PATH}${path}`;
  const id = jobId === undefined ? undefined : String(jobId);
  const rawPath = `${BASE_PATH}${path.replace('{id}', id ?? '0')}`;
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: query,
    headers: {
      host: domainName,
      ...(body && { 'content-type': 'application/json' }),
      ...(apiKey !== undefined && { 'api-key': apiKey }),
      ...headers,
    },
    ...(query !== '' && { queryStringParameters: Object.fromEntries(new URLSearchParams(query)) }),
    ...(path.includes('{id}') && { pathParameters: { id: id ?? '0' } }),
    requestContext: {
      accountId: 'anonymous',
      apiId: 'release',
      domainName,
      domainPrefix: domainName.split('.')[0] ?? '',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'release' },
      requestId: crypto.randomUUID(),
      routeKey,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(body && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  } satisfies APIGatewayProxyEventV2;
}

/** Sends a request to a version of a function, past its alias. Throws when the function fails. */
export async function callVersion(
  { functionName, version }: NewVersion,
  sent: Sent,
  abortSignal: AbortSignal,
): Promise<{ status: number | undefined; text: string }> {
  const command = new InvokeCommand({
    FunctionName: functionName,
    Qualifier: version,
    Payload: JSON.stringify(eventOf(sent)),
  });
  const { FunctionError, Payload } = await client.send(command, { abortSignal });
  const returned = Buffer.from(Payload ?? []).toString();
  expect(FunctionError === undefined, `Version ${version} of ${functionName} failed: ${returned}`);
  const { statusCode, body = '' } = JSON.parse(returned) as APIGatewayProxyStructuredResultV2;
  return { status: statusCode, text: body };
}
