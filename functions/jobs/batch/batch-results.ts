import { BATCH_MAX_BYTES } from '../../../schemas/limits.ts';
import type { OperationResult, Incoming } from '../../http/incoming.ts';
import type { OperationId } from '../../../schemas/operations.ts';
import type { OperationOutcome } from './run-batch.ts';
import { errorResponse } from '../../http/problem-response.ts';

/** The result of an operation in JSON: complete, and in its shortest form. */
export interface OperationResultJson {
  isFailure: boolean;
  full: string;
  brief: string;
}

/** A JSON object with ordinary members, and members that are already JSON. */
export function jsonObject(members: object, texts: Record<string, string> = {}): string {
  const own = JSON.stringify(members).slice(1, -1);
  const others = Object.entries(texts).map(([name, text]) => `"${name}":${text}`);
  return `{${[...(own === '' ? [] : [own]), ...others].join(',')}}`;
}

function failureOf(error: unknown, event: Incoming, also: object): OperationResultJson {
  const { statusCode: status, headers = {}, body = '' } = errorResponse(error, event);
  const { etag, 'retry-after': retryAfter } = headers as Record<string, string>;
  const facts = {
    status,
    ...also,
    ...(etag !== undefined && { etag }),
    ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
  };
  const { errors: _, title, ...problem } = JSON.parse(body) as { errors?: unknown; title: string };
  const brief = JSON.stringify({ title, ...problem, detail: title, message: title });
  return {
    isFailure: true,
    full: jsonObject(facts, { problem: body }),
    brief: jsonObject(facts, { problem: brief }),
  };
}

/** The bytes of a text in the response of a Lambda function, which is JSON inside JSON. */
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** How the results of operations are rendered. */
interface ResultRendering<Services> {
  succeeded: (answer: OperationResult, services: Services, carried: OperationId) => OperationResultJson;
  /** Additional members of failed results. */
  failed?: object;
}

/** The body of the response to a batch. Once the results reach the size limit, later ones are short. */
export function renderResults<Services>(
  outcomes: readonly OperationOutcome<Services>[],
  event: Incoming,
  { succeeded, failed = {} }: ResultRendering<Services>,
): string {
  const texts: string[] = [];
  let failures = 0;
  let bytes = 0;
  for (const outcome of outcomes) {
    const result =
      'answer' in outcome
        ? succeeded(outcome.answer, outcome.services, outcome.carried)
        : failureOf(outcome.error, event, failed);
    failures += Number(result.isFailure);
    bytes += bytesOf(result.full);
    texts.push(bytes > BATCH_MAX_BYTES ? result.brief : result.full);
  }
  const counts = { succeeded: outcomes.length - failures, failed: failures };
  return jsonObject(counts, { results: `[${texts.join(',')}]` });
}
