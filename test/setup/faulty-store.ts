import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { types } from 'node:util';

/** An answer of the engine. */
export interface Reply {
  status: number;
  text: string;
}

/** One call of the store on its way to the engine. */
export interface Call {
  /** The how many-th call it is of those that a plan sees, from 0. */
  index: number;
  operation: string;
  body: string;
  /** Lets the engine do the work (of another body, if one is given) and gives its answer. */
  pass: (body?: string) => Promise<Reply>;
  /** Lets the engine do the work some milliseconds from now, when nobody waits for it any more. */
  passLater: (millis: number) => void;
  /** Lets the connection stand without an answer. */
  keepSilent: () => void;
  response: ServerResponse;
}

/** What happens to a call instead of being passed on and answered. */
export type Fault = (call: Call) => unknown;

/** Which fault meets which call. */
export type Plan = (call: Pick<Call, 'index' | 'operation'>) => Fault | undefined;

/** The errors of node:net are of another realm than Jest's own `Error`, which the SDK asks for; Lambda has one realm. */
function joinRealms(): void {
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(this: typeof Error, value: unknown) {
      return this === Error
        ? types.isNativeError(value)
        : Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
}

/**
 * The engine as the service sees it from now on in this process: whatever DynamoDB and the network between may do, on
 * the wire. `plans` are found by a text that calls hold, such as the key of an employer's items.
 */
export async function startFaultyStore() {
  joinRealms();
  const engine = process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
  const plans = new Map<string, { plan: Plan; calls: number }>();
  const silent: ServerResponse[] = [];
  const underWay = new Set<Promise<unknown>>();

  async function relay(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    const target = String(request.headers['x-amz-target']);
    const pass = async (sent = body) => {
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const reply = await fetch(engine, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: sent,
      });
      return { status: reply.status, text: await reply.text() };
    };
    const [, planned] = [...plans].find(([part]) => body.includes(part)) ?? [];
    const operation = target.split('.')[1] ?? '';
    const call: Call = {
      index: planned ? planned.calls++ : 0,
      operation,
      body,
      pass,
      passLater: (millis) =>
        track(
          delay(millis)
            .then(() => pass())
            .catch(() => undefined),
        ),
      keepSilent: () => void silent.push(response),
      response,
    };
    const fault = planned?.plan(call);
    if (fault) {
      await fault(call);
      return;
    }
    const { status, text: answered } = await pass();
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(answered);
  }

  function track(work: Promise<unknown>): void {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  }

  const proxy = createServer((request, response) => {
    track(relay(request, response).catch(() => response.destroy()));
  });
  const listen = async (port: number) => {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
    return (proxy.address() as AddressInfo).port;
  };
  const port = await listen(0);
  // The clients of DynamoDB read their endpoint when they first send something.
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${port}`;

  return {
    plans,
    /** Once every call that a client gave up has reached the engine and had its effect. */
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    /** Ends all faults. */
    reset: () => {
      plans.clear();
      for (const response of silent.splice(0)) response.destroy();
    },
    /** Refuses every connection. */
    goDown: async () => {
      const closed = once(proxy, 'close');
      proxy.close();
      proxy.closeAllConnections();
      await closed;
    },
    comeBack: async () => {
      if (!proxy.listening) await listen(port);
    },
  };
}
