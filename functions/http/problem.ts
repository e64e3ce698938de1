import { problems, problemType, type ProblemCode } from '../../schemas/problems.ts';
import type { Outgoing } from './incoming.ts';

interface Particulars {
  /** The sentence for people. */
  detail: string;
  requestId: string;
  /** Additional members of the body. */
  members?: object | undefined;
  headers?: Record<string, string> | undefined;
}

/** A response with problem details (RFC 9457), the format of every error. */
export function problem(code: ProblemCode, { detail, requestId, members, headers }: Particulars): Outgoing {
  const { status, title } = problems[code];
  const type = problemType(code);
  return {
    statusCode: status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ type, title, status, detail, message: detail, code, ...members, requestId }),
  };
}
