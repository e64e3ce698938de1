import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startServer } from '../setup/local-server.ts';

/** An error that a runtime reports, from a handler or from its initialization. */
const reported = (body: unknown) => new Error((body as { errorMessage: string }).errorMessage);

interface Invocation {
  id: string;
  event: object;
  millis: number;
  outcome: PromiseWithResolvers<unknown>;
}

const PREFIX = '/2018-06-01/runtime';

/**
 * The HTTP API that Lambda offers to the runtime of one function (AWS Lambda developer guide, "Using the Lambda runtime
 * API"): a runtime asks for the next invocation and posts its result.
 */
export async function startRuntimeApi() {
  const queue: Invocation[] = [];
  const running = new Map<string, Invocation>();
  let runtime: ServerResponse | undefined;
  let failure: Error | undefined;
  let invocations = 0;

  function handOver(): void {
    if (!runtime) return;
    const invocation = queue.shift();
    if (!invocation) return;
    const { id, event, millis } = invocation;
    running.set(id, invocation);
    runtime.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': id,
      'lambda-runtime-deadline-ms': String(Date.now() + millis),
    });
    runtime.end(JSON.stringify(event));
    runtime = undefined;
  }

  function fail(error: Error): void {
    failure = error;
    for (const { outcome } of [...queue.splice(0), ...running.values()]) outcome.reject(error);
  }

  function accept(path: string, body: unknown): void {
    const [, id = '', kind] = /^\/invocation\/([^/]+)\/(response|error)$/.exec(path) ?? [];
    const invocation = running.get(id);
    running.delete(id);
    if (kind === 'response') invocation?.outcome.resolve(body);
    else if (kind === 'error') invocation?.outcome.reject(reported(body));
    else fail(path === '/init/error' ? reported(body) : new Error(`A runtime sent ${path}.`));
  }

  const { endpoint, close } = await startServer(async (request, response) => {
    // Not a runtime: another client still uses this port of a stopped server.
    if (!request.url?.startsWith(PREFIX)) return response.writeHead(404).end();
    const path = request.url.slice(PREFIX.length);
    if (request.method === 'GET' && path === '/invocation/next') {
      runtime = response;
      return handOver();
    }
    accept(path, await json(request));
    return response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}');
  });

  return {
    /** The value of AWS_LAMBDA_RUNTIME_API. */
    address: new URL(endpoint).host,
    /**
     * Gives the runtime an event and returns the result that it posts. Throws the error that it reports.
     */
    invoke: (event: object, millis: number): Promise<unknown> => {
      const outcome = Promise.withResolvers<unknown>();
      if (failure) outcome.reject(failure);
      else {
        invocations += 1;
        queue.push({
          id: `00000000-0000-4000-8000-${String(invocations).padStart(12, '0')}`,
          event,
          millis,
          outcome,
        });
        handOver();
      }
      return outcome.promise;
    },
    /** Fails all pending invocations, because the runtime has ended. */
    fail: (error: Error) => {
      if (!failure) fail(error);
    },
    close,
  };
}
