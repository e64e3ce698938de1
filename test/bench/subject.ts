import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Question, Report } from './report.ts';

export interface Request {
  method: string;
  /** The path, from the root of the service. */
  path: string;
  body?: string;
}

export interface Reply {
  status: number;
  text: string;
}

/** Starts a server in a separate process, so that its CPU can be measured separately. */
export async function startSubject(module: `${string}-process.ts`, apiKey: string) {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [], {
    execArgv: process.execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  return {
    report: async (question: Question = {}): Promise<Report> => {
      const reply = once(child, 'message');
      child.send(question);
      return (await reply)[0] as Report;
    },
    request: async ({ method, path, body }: Request): Promise<Reply> => {
      const sent = httpRequest({
        agent,
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          'api-key': apiKey,
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
      });
      sent.end(body);
      const [response] = await once(sent, 'response');
      return { status: response.statusCode, text: await text(response) };
    },
    stop: async () => {
      agent.destroy();
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

export type Subject = Awaited<ReturnType<typeof startSubject>>;
