import type { IncomingMessage } from 'node:http';
import type { Outgoing } from '../../functions/http/incoming.ts';
import { tooLarge } from './answer.ts';

/** The largest body that API Gateway accepts, in bytes. */
const LARGEST_BODY = 10 * 1024 * 1024;

/** Only logged: the client disconnected before its request was complete. */
const disconnected: Outgoing = { statusCode: 499 };

/** The response to a request that is not complete in time. */
const timedOut: Outgoing = { statusCode: 408, headers: { connection: 'close' } };

/**
 * Reads the body of a request. Returns an error response instead if the body is not complete in time, as soon as it
 * exceeds LARGEST_BODY, or, for the log only, if the client disconnects. The rest of a refused body is read and
 * dropped, because closing the connection while the client sends would lose the response.
 */
export const readBody = (request: IncomingMessage, millis: number): Promise<Buffer | Outgoing> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => resolve(timedOut), millis);
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
        resolve(disconnected);
      });
  });
