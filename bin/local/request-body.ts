import type { IncomingMessage } from 'node:http';

/** The largest body that API Gateway accepts, in bytes. */
const LARGEST_BODY = 10 * 1024 * 1024;

/**
 * The bytes of the request; undefined as soon as they exceed LARGEST_BODY. The rest is read and dropped, because
 * closing the connection while the client sends would lose the response. Throws when the client disconnects.
 */
export const readBody = (request: IncomingMessage): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLarge = () => {
      chunks.length = 0;
      resolve(undefined);
    };
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) tooLarge();
    request
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > LARGEST_BODY) tooLarge();
        else chunks.push(chunk);
      })
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('close', () => reject(new Error('The client disconnected.')));
  });
