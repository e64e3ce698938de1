import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that a server received. */
interface ReceivedMail {
  from: string;
  to: string[];
  message: Uint8Array;
  /** Whether the mail arrived over TLS. */
  secure: boolean;
}

/** An error that makes the mail server send this SMTP reply. */
export const smtpReply = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

/** Starts a real mail server. `options` change which mails it accepts; `received` has the accepted mails. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
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
    /** Closes all connections, like a server that crashes. */
    dropAll: () => {
      for (const { _socket } of server.connections as Set<{ _socket: Socket }>) _socket.destroy();
    },
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** The steps of an SMTP session at which the client waits for the server. */
export const smtpSteps = [
  'greeting',
  'EHLO',
  'STARTTLS',
  'TLS',
  'AUTH',
  'MAIL',
  'RCPT',
  'DATA',
  'mail',
] as const;
export type SmtpStep = (typeof smtpSteps)[number];

/** The replies of a server that accepts everything. */
const normalReplies: Record<SmtpStep, string> = {
  greeting: '220 ready',
  EHLO: '250-here\r\n250-STARTTLS\r\n250 AUTH PLAIN',
  STARTTLS: '220 go on',
  TLS: '',
  AUTH: '235 welcome',
  MAIL: '250 fine',
  RCPT: '250 fine',
  DATA: '354 go on',
  mail: '250 taken',
};

interface Script {
  /**
   * The reply to the client's text at a step, or how the server hangs: `silent`, or `trickling` with line after line of a
   * reply that never ends. By default, the server accepts everything.
   */
  reply?: (step: SmtpStep, sent: string) => string | undefined;
  /** The delay of each reply, in milliseconds. */
  delayMillis?: number;
}

/** The interval between the lines of a reply that never ends, in milliseconds. */
const TRICKLE_MILLIS = 20;

/** The beginning of a long TLS record, or one line of a longer reply. */
const partOf = (step: SmtpStep) =>
  step === 'TLS' ? '\0' : `${normalReplies[step].slice(0, 3)}-still here\r\n`;

/** Starts a mail server whose reply at each step is scripted. It does not complete a TLS handshake. */
export async function startScriptedMailServer({ reply = () => undefined, delayMillis = 0 }: Script) {
  const received: string[] = [];
  const sockets = new Set<Socket>();

  function converse(socket: Socket) {
    let unread = '';
    let isStuck = false;
    let isTaking = false;

    function perform(step: SmtpStep, sent: string) {
      const answer = reply(step, sent) ?? normalReplies[step];
      if (answer === 'silent' || answer === 'trickling') {
        isStuck = true;
        if (answer === 'silent') return;
        if (step === 'TLS') socket.write(Buffer.from([22, 3, 3, 64, 0]));
        const trickle = setInterval(() => socket.write(partOf(step)), TRICKLE_MILLIS);
        socket.once('close', () => clearInterval(trickle));
        return;
      }
      if (step === 'DATA' && answer.startsWith('3')) isTaking = true;
      setTimeout(() => socket.write(`${answer}\r\n`), delayMillis);
    }

    /** Takes the next complete command or mail from the received text; undefined if there is none yet. */
    function next(): string | undefined {
      const end = isTaking ? '\r\n.\r\n' : '\r\n';
      const at = unread.indexOf(end);
      if (at === -1) return undefined;
      const line = unread.slice(0, at);
      unread = unread.slice(at + end.length);
      return line;
    }

    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      unread += bytes.toString('latin1');
      if (unread.startsWith('\x16')) perform('TLS', '');
      for (let line = next(); line !== undefined && !isStuck; line = next()) {
        if (isTaking) {
          isTaking = false;
          received.push(line);
          perform('mail', line);
        } else {
          const [word = ''] = line.split(/[ :]/);
          if (word === 'QUIT') socket.end('221 bye\r\n');
          else perform(word as SmtpStep, line);
        }
      }
    });
    perform('greeting', '');
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      server.emit('left');
    });
    converse(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** The completely received mails. */
    received,
    /** Resolves when no session is open. */
    allClosed: async () => {
      while (sockets.size > 0) await once(server, 'left');
    },
    address: `127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
