import { warningsOf, type Warning } from './warnings.ts';

export type { Warning };

/** The status and headers of a successful response. */
export interface LastResponse {
  status: number;
  /** Whether the request created something: an upsert may also have updated it. */
  created: boolean;
  /** The version of the job. Send it as `ifMatch` of a later call to make sure that it is still the current one. */
  etag: string | undefined;
  /** The URL of the new job. */
  location: string | undefined;
  /** Warnings about the request, which was carried out. */
  warnings: Warning[];
  /** Whether this is the stored response to an earlier request with the same Idempotency-Key. */
  replayed: boolean;
  headers: Headers;
}

/** The body of a response. Status and headers are in `lastResponse`, which copies and JSON leave out. */
export type Result<Body> = Body & { readonly lastResponse: LastResponse };

const CREATED = 201;

/** Attaches `lastResponse` to the body of a response; undefined without a body. */
export function resultOf({ status, headers }: Response, body: unknown): unknown {
  const lastResponse: LastResponse = {
    status,
    created: status === CREATED,
    etag: headers.get('etag') ?? undefined,
    location: headers.get('location') ?? undefined,
    warnings: warningsOf(headers.get('job-warning') ?? ''),
    replayed: headers.get('idempotent-replayed') === 'true',
    headers,
  };
  return body && Object.defineProperty(body, 'lastResponse', { value: lastResponse });
}
