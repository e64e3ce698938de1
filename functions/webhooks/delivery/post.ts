import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { DeliveryError } from '../../../schemas/webhook.ts';
import { AddressRefused, type Lookup } from './guarded-lookup.ts';
import type { KeptConnections } from './kept-connections.ts';

/** The most of the body of a response that is read, in bytes. */
const MAX_RESPONSE_BYTES = 4 * 1024;

/** The largest headers of a response, and the most that may come before them, in bytes. */
const MAX_HEADER_BYTES = 16 * 1024;

/** What is sent. */
interface Posted {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface Settings {
  /** How names are looked up; by default as the operating system does. */
  lookup?: Lookup | undefined;
  /** The time limit of the whole request, in milliseconds. */
  millis: number;
  /** Certificates to trust; by default those that Node brings. */
  ca?: string;
  /** Connections that earlier requests may have left; by default the request has one of its own. */
  connections?: KeptConnections | undefined;
}

/** What became of a request: the status of the response, or why there is none. */
export type Outcome = { status: number; error: null } | { status: null; error: DeliveryError };

/** What the codes of Node, OpenSSL and the parser say, by how they begin. */
const errorsByCode: readonly [RegExp, DeliveryError][] = [
  [
    /^(?:ENOTFOUND|ENODATA|EAI_|ESERVFAIL|EREFUSED|ENONAME|EBAD|ETIMEOUT|ECANCELLED|ENOTIMP|EFORMERR)/,
    'name_not_found',
  ],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL|EACCES)/, 'connection_failed'],
  [/^(?:HPE_)/, 'response_invalid'],
  [
    /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_OSSL|HOSTNAME_MISMATCH)/,
    'tls_failed',
  ],
];

function errorOf(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): DeliveryError {
  if (error instanceof AddressRefused) return 'address_not_public';
  if (error.name === 'AbortError') return 'timed_out';
  const code = String(error.code ?? error.errors?.[0]?.code);
  return errorsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'connection_lost';
}

/** Sends a request once. Tells, too, whether it went over a connection that had carried another one before. */
function exchange(
  { url, body }: Posted,
  options: RequestOptions,
): Promise<{ outcome: Outcome; isReused: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ outcome: Outcome; isReused: boolean }>();
  const target = new URL(url);
  const request = target.protocol === 'https:' ? httpsRequest(target, options) : httpRequest(target, options);
  let status: number | undefined;
  let error: DeliveryError = 'connection_lost';
  let bytesBefore = 0;
  request.on('socket', (socket) => (bytesBefore = socket.bytesRead));
  request.on('error', (failure) => (error = errorOf(failure)));
  request.on('information', () => {
    if ((request.socket?.bytesRead ?? 0) - bytesBefore > MAX_HEADER_BYTES) request.destroy();
  });
  request.on('upgrade', () => request.destroy());
  request.on('response', (response) => {
    status = response.statusCode;
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_RESPONSE_BYTES) request.destroy();
    });
    response.on('error', () => undefined);
  });
  // Once the status has come, what happens to the body changes nothing.
  request.on('close', () => {
    const outcome: Outcome = status === undefined ? { status: null, error } : { status, error: null };
    resolve({ outcome, isReused: request.reusedSocket });
  });
  request.end(body);
  return promise;
}

/**
 * Posts to a URL and returns what became of it, in time however slowly the other side answers. It follows no redirect,
 * takes no proxy, and reads little of a response.
 */
export async function post(posted: Posted, { lookup, millis, ca, connections }: Settings): Promise<Outcome> {
  const signal = AbortSignal.timeout(millis);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...posted.headers, 'content-length': Buffer.byteLength(posted.body) },
    // False: an agent of its own, which keeps no connection and knows no proxy.
    agent: connections?.agentFor(new URL(posted.url).protocol) ?? false,
    maxHeaderSize: MAX_HEADER_BYTES,
    rejectUnauthorized: true,
    signal,
    ...(lookup && { lookup: lookup.lookup }),
    ...(ca !== undefined && { ca }),
  };
  try {
    const first = await exchange(posted, options);
    // A receiver may close a kept connection at any moment, and that is no failure of its own.
    const isStale = first.isReused && first.outcome.status === null && !signal.aborted;
    return (isStale ? await exchange(posted, options) : first).outcome;
  } finally {
    lookup?.cancel();
  }
}
