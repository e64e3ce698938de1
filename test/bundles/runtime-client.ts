/**
 * The part of the nodejs24.x runtime that buffered handlers use, as a program. It behaves like `aws-lambda-ric` 4,
 * which needs a compiler to install: it reads the variables that Lambda sets, and calls AWS_LAMBDA_RUNTIME_API.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

type Handler = (event: unknown, context: unknown) => unknown;

const {
  AWS_LAMBDA_RUNTIME_API,
  AWS_LAMBDA_FUNCTION_NAME: functionName,
  AWS_LAMBDA_FUNCTION_VERSION: functionVersion,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memoryLimitInMB,
  AWS_LAMBDA_LOG_GROUP_NAME: logGroupName,
  AWS_LAMBDA_LOG_STREAM_NAME: logStreamName,
  LAMBDA_TASK_ROOT = '',
  _HANDLER = '',
} = process.env;

const api = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;
let requestId = '-';

const asPosted = (error: unknown) => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { errorType: name, errorMessage: message, trace: stack?.split('\n') ?? [] };
};

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

async function load(): Promise<Handler> {
  const [module = '', name = ''] = _HANDLER.split('.');
  const exported = (await import(pathToFileURL(join(LAMBDA_TASK_ROOT, `${module}.mjs`)).href)) as Record<
    string,
    unknown
  >;
  const handler = exported[name];
  if (typeof handler !== 'function') {
    throw Object.assign(new Error(`${_HANDLER} is not a function`), { name: 'Runtime.HandlerNotFound' });
  }
  if (handler.length >= 3) {
    throw Object.assign(new Error('Callback-based function handlers are not supported.'), {
      name: 'Runtime.CallbackHandlerDeprecated',
    });
  }
  return handler as Handler;
}

function contextOf(headers: Headers) {
  const deadline = Number(headers.get('lambda-runtime-deadline-ms'));
  return {
    invokedFunctionArn: headers.get('lambda-runtime-invoked-function-arn'),
    awsRequestId: requestId,
    xRayTraceId: headers.get('lambda-runtime-trace-id'),
    getRemainingTimeInMillis: () => deadline - Date.now(),
    functionName,
    functionVersion,
    memoryLimitInMB,
    logGroupName,
    logStreamName,
  };
}

async function serve(handler: Handler): Promise<never> {
  for (;;) {
    const next = await fetch(`${api}/invocation/next`);
    requestId = next.headers.get('lambda-runtime-aws-request-id') ?? '';
    const event: unknown = await next.json();
    try {
      await post(`/invocation/${requestId}/response`, await handler(event, contextOf(next.headers)));
    } catch (error) {
      await post(`/invocation/${requestId}/error`, asPosted(error));
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
  await post('/init/error', asPosted(error));
  throw error;
});
await serve(handler);
