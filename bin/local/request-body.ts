import type { IncomingMessage } from 'node:http';

/** The largest body that API Gateway takes, in bytes. */
const LARGEST_BODY = 10 * 1024 * 1024;

/**
 * The bytes of the request; undefined as soon as they are more than LARGEST_BODY, while the rest is read and dropped:
 * a connection that is cut while the client sends would lose the answer. Throws when the client goes away.
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
      .once('close', () => reject(new Error('The client went away.')));
  });
