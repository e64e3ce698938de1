import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { gatewayEvent } from './gateway-event.ts';

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  base64?: boolean;
  /** A stage other than `$default` is part of the path. */
  stage?: string;
  /** Members to override; undefined leaves one out. */
  event?: { [Name in keyof APIGatewayProxyEventV2]?: APIGatewayProxyEventV2[Name] | undefined };
}

function joined(rawQueryString: string): Record<string, string> {
  const parameters = new URLSearchParams(rawQueryString);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(',')]));
}

/**
 * A request as an event with every member of AWS's example of payload format 2.0 ("Create AWS Lambda proxy integrations
 * for HTTP APIs in API Gateway"), and the function that it is for.
 */
export function documentedEvent(
  method: string,
  target: string,
  { stage = '$default', event: other = {}, ...sent }: Sent = {},
): { functionName: string; event: APIGatewayProxyEventV2 } {
  const { functionName, event } = gatewayEvent(method, target, sent);
  const { rawPath, rawQueryString, requestContext } = event;
  const path = stage === '$default' ? rawPath : `/${stage}${rawPath}`;
  const documented = {
    ...event,
    rawPath: path,
    cookies: ['cookie1=value1', 'cookie2=value2'],
    headers: { header1: 'value1', header2: 'value1,value2', ...event.headers },
    ...(rawQueryString && { queryStringParameters: joined(rawQueryString) }),
    requestContext: {
      ...requestContext,
      authentication: {
        clientCert: {
          clientCertPem: 'CERT_CONTENT',
          subjectDN: 'www.example.com',
          issuerDN: 'Example issuer',
          serialNumber: 'a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1',
          validity: { notBefore: 'May 28 12:30:02 2019 GMT', notAfter: 'Aug  5 09:36:04 2021 GMT' },
        },
      },
      http: { ...requestContext.http, path },
      stage,
    },
    stageVariables: { stageVariable1: 'value1', stageVariable2: 'value2' },
    ...other,
  };
  return { functionName, event: documented as APIGatewayProxyEventV2 };
}
