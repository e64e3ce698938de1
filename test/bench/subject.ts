import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type {
  DeleteCommandInput,
  GetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Usage } from '../../functions/platform/dynamodb/database.ts';

/** What a measured process reports about itself. */
export interface Report {
  /** User and system, in microseconds since it began. */
  cpu: number;
  /** What the last request cost, where the process is the service. */
  last: (Usage & { roundTrips: number }) | undefined;
}

/** One call of the plain SDK, as data. */
export type SdkCall =
  | { kind: 'get'; input: GetCommandInput }
  | { kind: 'put'; input: PutCommandInput }
  | { kind: 'update'; input: UpdateCommandInput }
  | { kind: 'delete'; input: DeleteCommandInput }
  | { kind: 'query'; input: QueryCommandInput };

/** The response of a floor, and the calls that it makes in turn, one per request. */
export interface Floor {
  status: number;
  answer: string;
  calls: SdkCall[];
}

export interface Request {
  method: string;
  /** From the root of the service. */
  path: string;
  body?: string;
}

export interface Reply {
  status: number;
  text: string;
}

interface Settings {
  /** Environment variables in addition to those of this process. */
  variables?: Record<string, string>;
  /** How many requests may be under way at once. */
  connections?: number;
}

/** A server in a separate process, so that its CPU can be measured separately. */
export async function startSubject(
  module: `${string}-process.ts`,
  apiKey: string,
  { variables, connections = 1 }: Settings = {},
) {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [], {
    execArgv: process.execArgv,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  const ask = async (order: object): Promise<Report> => {
    const reply = once(child, 'message');
    child.send(order);
    return (await reply)[0] as Report;
  };

  return {
    report: () => ask({}),
    /** Turns it into a floor. */
    become: (floor: Floor) => ask(floor),
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
