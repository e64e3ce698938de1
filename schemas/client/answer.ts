import { warningsOf, type Warning } from './warnings.ts';

export type { Warning };

/** An answer of success. */
export interface Answer<Body> {
  status: number;
  body: Body;
  /** The version of the job; `ifMatch` of a later call makes sure that it is still the current one. */
  etag: string | undefined;
  /** The address of what was created. */
  location: string | undefined;
  /** What did not fail the request but is worth knowing. */
  warnings: Warning[];
  /** Whether this is the kept answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
  headers: Headers;
}

/** The answer to `ifNoneMatch` when nothing has changed. */
export interface NotModified extends Answer<undefined> {
  status: 304;
}

/** Reads an answer whose body is parsed already. */
export function answerOf<Body>({ status, headers }: Response, body: Body): Answer<Body> {
  return {
    status,
    body,
    etag: headers.get('etag') ?? undefined,
    location: headers.get('location') ?? undefined,
    warnings: warningsOf(headers.get('job-warning') ?? ''),
    replayed: headers.get('idempotent-replayed') === 'true',
    headers,
  };
}
