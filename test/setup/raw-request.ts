import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

/** The response to a raw request. */
export interface RawReply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Raw {
  method?: string;
  /** Sent unchanged. */
  path: string;
  headers?: OutgoingHttpHeaders | readonly string[];
  body?: string | Uint8Array;
}

/** Sends what fetch would normalise or reject: odd paths, methods and headers, a GET with a body. */
export async function rawRequest(
  origin: string,
  { method = 'GET', path, headers = {}, body = '' }: Raw,
): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  const sent = request({ hostname, port, method, path, headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}
