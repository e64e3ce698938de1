import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { Event } from '../../../schemas/event.ts';
import type { DeliveryError } from '../../../schemas/webhook.ts';
import type { Employer } from '../../accounts/domain/employer.ts';
import { toClientEvent } from '../../events/domain/logged-event.ts';
import type { Author } from '../../platform/dynamodb/last-write.ts';
import { AddressRefused, type Lookup, guardedLookup } from './guarded-lookup.ts';
import { targetViolation, type Targets } from '../domain/webhook-settings.ts';

/** How long an idle connection stays open, in milliseconds: many servers close one after 5 seconds. */
const IDLE_MILLIS = 4_000;

/** A pool of connections for each host, which its requests share. */
export interface Connections {
  /** The agent for a protocol in the form of `URL`, such as `https:`. It uses no proxy. */
  agentFor: (protocol: string) => HttpAgent;
  close: () => void;
}

/**
 * Opens no connection before the first request. Each new connection makes its own TLS handshake, without an earlier session.
 */
export function createConnections(): Connections {
  const agentOptions = { keepAlive: true, timeout: IDLE_MILLIS };
  const http = new HttpAgent(agentOptions);
  const https = new HttpsAgent({ ...agentOptions, maxCachedSessions: 0 });
  return {
    agentFor: (protocol) => (protocol === 'https:' ? https : http),
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
}

/** The maximum number of bytes that are read from a response's body. */
const MAX_RESPONSE_BYTES = 4 * 1024;

/** The maximum size of a response's headers, and of the data before them, in bytes. */
const MAX_HEADER_BYTES = 16 * 1024;

/** A request to a webhook. */
interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface PostOptions {
  /** Looks up names; by default as the operating system does. */
  lookup?: Lookup | undefined;
  /** The time limit of the whole request, in milliseconds. */
  millis: number;
  /** Certificates to trust; by default Node's own. */
  ca?: string;
  /** Connections that earlier requests may have left open; by default the request opens its own. */
  connections?: Connections | undefined;
}

/** The outcome of a request: the status of the response, or why there is none. */
type Outcome = { status: number; error: null } | { status: null; error: DeliveryError };

/** The documented error for each code of Node, OpenSSL and the HTTP parser that begins with the pattern. */
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

/** Sends a request once. Also returns whether it reused a connection. */
function exchange(
  { url, body }: WebhookRequest,
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
  // Once the status has arrived, the body does not change the outcome.
  request.on('close', () => {
    const outcome: Outcome = status === undefined ? { status: null, error } : { status, error: null };
    resolve({ outcome, isReused: request.reusedSocket });
  });
  request.end(body);
  return promise;
}

/**
 * Posts to a URL and returns the outcome in time, however slowly the receiver responds. It follows no redirect, uses no
 * proxy, and reads little of a response.
 */
export async function post(
  posted: WebhookRequest,
  { lookup, millis, ca, connections }: PostOptions,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(millis);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...posted.headers, 'content-length': Buffer.byteLength(posted.body) },
    // With false, Node creates an agent for this request, which keeps no connection and uses no proxy.
    agent: connections?.agentFor(new URL(posted.url).protocol) ?? false,
    maxHeaderSize: MAX_HEADER_BYTES,
    rejectUnauthorized: true,
    signal,
    ...(lookup && { lookup: lookup.lookup }),
    ...(ca !== undefined && { ca }),
  };
  try {
    const firstExchange = await exchange(posted, options);
    // A receiver may close an idle connection at any moment, which is no failure.
    const isStale = firstExchange.isReused && firstExchange.outcome.status === null && !signal.aborted;
    return (isStale ? await exchange(posted, options) : firstExchange).outcome;
  } finally {
    lookup?.cancel();
  }
}

/** An outcome with the duration of the request. */
export type TimedOutcome = Outcome & { milliseconds: number };

/** A message to a webhook. */
export interface Message {
  /** The id of the message, which is identical in every attempt. */
  id: string;
  /** The time at which the message is sent, in seconds since 1970. */
  timestamp: number;
  body: string;
}

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

const signatureBy = (secret: string, { id, timestamp, body }: Message): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

/** The headers that sign a message by each of these secrets (Standard Webhooks 1.0.0). */
export const signedHeaders = (message: Message, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => signatureBy(secret, message)).join(' '),
});

/** Sends a message to the URL of a webhook, signed by its secrets, within a time limit in milliseconds. */
export type CallWebhook = (
  webhook: { url: string; secrets: readonly string[] },
  message: Message,
  millis: number,
) => Promise<TimedOutcome>;

const common = { 'content-type': 'application/json', 'user-agent': 'job-posting-service' };

/** Calls webhooks, but only at URLs that are allowed now, even if a URL was allowed when the webhook was created. */
export function callWebhook(targets: Targets): CallWebhook {
  const connections = createConnections();
  return async ({ url, secrets }, message, millis) => {
    const began = performance.now();
    const outcome: Outcome = targetViolation(url, targets)
      ? { status: null, error: 'url_not_allowed' }
      : await post(
          { url, headers: { ...common, ...signedHeaders(message, secrets) }, body: message.body },
          { millis, connections, lookup: targets === 'public' ? guardedLookup() : undefined },
        );
    return { ...outcome, milliseconds: Math.round(performance.now() - began) };
  };
}

/**
 * The event that tests a webhook, about a job that does not exist. `latest` is the number of the employer's newest
 * event, 0 before the first.
 */
export const testEvent = (employer: Employer, by: Author, latest: number, now: Date): Event =>
  toClientEvent(
    {
      id: Math.max(1, latest),
      type: 'webhook.test',
      timestamp: now.toISOString(),
      data: { job: { id: 1, referenceId: 'sample' }, version: 1, by },
    },
    employer,
  );
