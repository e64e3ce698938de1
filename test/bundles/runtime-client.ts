/**
 * The part of the nodejs24.x runtime that buffered handlers use, as a program. It behaves like `aws-lambda-ric` 4,
 * which needs a compiler to install: it reads the variables that Lambda sets, and calls AWS_LAMBDA_RUNTIME_API.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

type Handler = (event: unknown, context: unknown) => unknown;

const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT = '' } = process.env;

const api = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;
let requestId = '-';

/** The log format TEXT: one line of four columns for each console call of a handler. */
const column =
  (level: string) =>
  (...values: unknown[]) => {
    const line = [new Date().toISOString(), requestId, level, format(...values)].join('\t');
    process.stdout.write(`${line.replaceAll('\n', '\r')}\n`);
  };

async function post(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${api}${path}`, { method: 'POST', body: JSON.stringify(body ?? null) });
  await response.text();
}

const postError = (path: string, error: unknown) => post(path, { errorMessage: (error as Error).message });

async function load(): Promise<Handler> {
  const module: unknown = await import(pathToFileURL(join(LAMBDA_TASK_ROOT, 'index.mjs')).href);
  const { handler } = module as { handler: Handler };
  if (handler.length >= 3) throw new Error('Callback-based function handlers are not supported.');
  return handler;
}

async function serve(handler: Handler): Promise<never> {
  for (;;) {
    const next = await fetch(`${api}/invocation/next`);
    requestId = next.headers.get('lambda-runtime-aws-request-id') ?? '';
    const deadline = Number(next.headers.get('lambda-runtime-deadline-ms'));
    const context = { awsRequestId: requestId, getRemainingTimeInMillis: () => deadline - Date.now() };
    const event: unknown = await next.json();
    try {
      await post(`/invocation/${requestId}/response`, await handler(event, context));
    } catch (error) {
      await postError(`/invocation/${requestId}/error`, error);
    }
  }
}

Object.assign(console, {
  log: column('INFO'),
  info: column('INFO'),
  warn: column('WARN'),
  error: column('ERROR'),
});

const handler = await load().catch(async (error: unknown) => {
  await postError('/init/error', error);
  throw error;
});
await serve(handler);
