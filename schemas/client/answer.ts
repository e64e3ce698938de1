/** A warning about a request that was carried out: a code and the affected field or parameter. */
export interface Warning {
  code: string;
  /** The JSON Pointer of the field. */
  pointer?: string;
  /** The name of the query parameter. */
  parameter?: string;
  /** What was removed from the field. */
  removed?: string;
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const MEMBER = new RegExp(String.raw`([a-z*][\w.*-]*)((?:\s*;\s*[a-z*][\w.*-]*=${QUOTED})*)`, 'g');
const PARAMETER = new RegExp(String.raw`([a-z*][\w.*-]*)=(${QUOTED})`, 'g');

function textOf(quoted: string): string {
  const text = quoted.slice(1, -1).replace(/\\(.)/g, '$1');
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Parses the header `Job-Warning`, a Structured Field of type List (RFC 9651): tokens with string parameters. */
const warningsOf = (header: string): Warning[] =>
  [...header.matchAll(MEMBER)].map(([, code = '', parameters = '']) => ({
    code,
    ...Object.fromEntries(
      [...parameters.matchAll(PARAMETER)].map(([, name = '', quoted = '']) => [name, textOf(quoted)]),
    ),
  }));

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
