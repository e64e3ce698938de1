import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that a server received. */
interface Received {
  from: string;
  to: string[];
  message: Uint8Array;
  /** Whether it came over TLS. */
  secure: boolean;
}

/** An error with a reply code of SMTP, as the server sends it. */
export const smtpReply = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

/** Starts a real mail server. `options` change what it accepts; what it has accepted is in `received`. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    ...options,
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks),
          secure: session.secure,
        });
        if (options.onData) options.onData(stream, session, done);
        else done();
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    received,
    /** Cuts all connections, as a server that crashes does. */
    dropAll: () => {
      for (const { _socket } of server.connections as Set<{ _socket: Socket }>) _socket.destroy();
    },
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
