import type { IncomingMessage } from 'node:http';
import type { Outgoing } from '../../functions/http/incoming.ts';
import { tooLarge } from './answer.ts';

/** The largest body that API Gateway accepts, in bytes. */
const LARGEST_BODY = 10 * 1024 * 1024;

/** The logged response to a client that disconnected before its request was complete. */
const gone: Outgoing = { statusCode: 499 };

/** What a request gets that is not complete in time. */
const tooLate: Outgoing = { statusCode: 408, headers: { connection: 'close' } };

/**
 * The bytes of the request, or the response to one whose body is not complete in so many milliseconds, or as soon as it
 * exceeds LARGEST_BODY. The rest is read and dropped, because closing the connection while the client sends would lose
 * the response. The response to a client that disconnects is for the log alone.
 */
export const readBody = (request: IncomingMessage, millis: number): Promise<Buffer | Outgoing> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => resolve(tooLate), millis);
    const refuse = () => {
      clearTimeout(timer);
      chunks.length = 0;
      resolve(tooLarge);
    };
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) refuse();
    request
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > LARGEST_BODY) refuse();
        else chunks.push(chunk);
      })
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('close', () => {
        clearTimeout(timer);
        resolve(gone);
      });
  });
