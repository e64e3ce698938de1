import type { AnyCall, FileBody } from './call.ts';
import type { Route } from './resources.ts';

/** A request that can be sent several times. */
export interface ClientRequest {
  url: string;
  method: string;
  headers: Headers;
  body?: string | FileBody;
  /** Whether a retry could have a second effect. */
  notRepeatable?: true | undefined;
}

/** The sender of requests: an employer, or a partner for itself or for one of its employers. */
export interface Credentials {
  apiKey?: string | undefined;
  employerId?: number | undefined;
}

/** The options of a call that are sent as headers, with their names. */
const headerNames = {
  idempotencyKey: 'Idempotency-Key',
  ifMatch: 'If-Match',
  ifNoneMatch: 'If-None-Match',
  prefer: 'Prefer',
} as const satisfies Partial<Record<keyof AnyCall, string>>;

const headerRows = Object.entries(headerNames) as [keyof typeof headerNames, string][];

function addressOf(base: string, path: string, { query = {}, ...call }: AnyCall): string {
  const parameters = call as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`${name} is missing in the call`);
    if (typeof value !== 'number' && typeof value !== 'string') {
      throw new TypeError(`${name} must be a number or text`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, given] of Object.entries(query)) {
    for (const value of [given].flat()) if (value !== undefined) search.append(name, `${value}`);
  }
  return `${base}${filled}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

/**
 * The request of a call. With an employer id, a partner's request is for that employer. It always has an
 * Idempotency-Key if the operation accepts one, the same in all attempts.
 * @throws TypeError when the API key, a path parameter or a file is missing, or a header value is invalid.
 */
export function requestOf(
  base: string,
  { apiKey, employerId }: Credentials,
  { request: line, takes, isPublic, idempotencyKey, notRepeatable }: Route,
  call: AnyCall,
): ClientRequest {
  if (!isPublic && !apiKey) {
    throw new TypeError(`apiKey is missing: ${line} needs the API key of an employer`);
  }
  const headers = new Headers({
    Accept: 'application/json',
    ...(apiKey && { 'API-Key': apiKey }),
    ...(employerId !== undefined && { 'Employer-Id': String(employerId) }),
  });
  for (const [option, name] of headerRows) {
    const value = call[option];
    if (value !== undefined) headers.set(name, value);
  }
  if (idempotencyKey && call.idempotencyKey === undefined) {
    headers.set(headerNames.idempotencyKey, crypto.randomUUID());
  }
  const [method = '', path = ''] = line.split(' ');
  const request = { url: addressOf(base, path, call), method, headers, notRepeatable };
  if (takes === 'file') {
    if (call.file === undefined || !call.mediaType) throw new TypeError('file or mediaType is missing');
    headers.set('Content-Type', call.mediaType);
    return { ...request, body: call.file };
  }
  if (call.body === undefined) return request;
  headers.set('Content-Type', 'application/json');
  return { ...request, body: JSON.stringify(call.body) };
}
