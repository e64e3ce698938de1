import { warningsOf, type Warning } from './warnings.ts';

export type { Warning };

/** A successful response. */
export interface Answer<Body> {
  status: number;
  body: Body;
  /** The version of the job. Send it as `ifMatch` of a later call to make sure that it is still the current one. */
  etag: string | undefined;
  /** The URL of the new job, or the one that a redirect leads to. */
  location: string | undefined;
  /** Warnings about the request, which was carried out. */
  warnings: Warning[];
  /** Whether this is the stored response to an earlier request with the same Idempotency-Key. */
  replayed: boolean;
  headers: Headers;
}

/** The response to `ifNoneMatch` when nothing has changed. */
export interface NotModified extends Answer<undefined> {
  status: 304;
}

/** The result of a response whose body is already parsed. */
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
