import type { ServerResponse } from 'node:http';
import type { Outgoing } from '../../functions/http/incoming.ts';
import { problemResponse } from '../../functions/http/problem-response.ts';
import type { ProblemCode } from '../../schemas/problems.ts';

interface GatewayProblem {
  detail: string;
  members?: object;
  headers?: Record<string, string>;
}

/** The gateway's own error responses, when no handler responds. */
const gatewayProblems = {
  internal_error: { detail: 'The service failed because of an internal error.' },
  service_unavailable: {
    detail: 'The service did not respond in time. The change may have been made.',
    members: { outcome: 'unknown' },
    headers: { 'retry-after': '1' },
  },
} satisfies Partial<Record<ProblemCode, GatewayProblem>>;

/** A problem response (RFC 9457) of the gateway itself. */
export const problemAnswer = (code: keyof typeof gatewayProblems, requestId: string): Outgoing =>
  problemResponse(code, { ...(gatewayProblems[code] as GatewayProblem), requestId });

/** API Gateway's own response to a body that is too large for it, or for Lambda. */
export const tooLarge: Outgoing = {
  statusCode: 413,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Request Entity Too Large' }),
};

const hasNoContent = (status: number) => status === 204 || status === 304;

/** Sends a handler's result. Before sending anything, throws when it is not a valid HTTP response. */
export function sendAnswer(response: ServerResponse, result: Outgoing): void {
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result;
  if (!Number.isInteger(statusCode)) throw new TypeError('The result has no statusCode.');
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  response.statusCode = statusCode ?? 0;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (!hasNoContent(response.statusCode)) response.setHeader('content-length', bytes.length);
  response.writeHead(response.statusCode);
  response.end(bytes);
}
