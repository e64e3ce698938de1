import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { respondOnWire, respondWithException } from './dynamo-proxy.ts';
import type { StoreCall, Fault } from './faulty-store.ts';

/** A text in errors of the store, which must not reach clients. */
export const SECRET = 'arn:aws:dynamodb:secret-table';

/** Responds to a call with an error of the store in the wire format. */
export const respondWithError = (
  response: ServerResponse,
  name: string,
  members: object = {},
  status = 400,
) => respondWithException(response, name, { message: SECRET, ...members }, status);

/** Responds that a transaction was cancelled because of one of its writes. */
const cancelTransaction = (
  { response, body }: StoreCall,
  code: string,
  which: 'early' | 'last' = 'early',
) => {
  const { TransactItems } = JSON.parse(body) as { TransactItems: unknown[] };
  const last = TransactItems.length - 1;
  const write = which === 'last' ? last : Math.min(1, last);
  const CancellationReasons = TransactItems.map((_, index) => ({ Code: index === write ? code : 'None' }));
  return respondWithError(response, 'TransactionCanceledException', { CancellationReasons });
};

export const isTransaction = ({ operation }: Pick<StoreCall, 'operation'>) =>
  operation === 'TransactWriteItems';
export const isWrite = ({ operation }: Pick<StoreCall, 'operation'>) =>
  !/^(Get|BatchGet|Query)/.test(operation);

export const throttled: Fault = ({ response }) => respondWithError(response, 'ThrottlingException');

export const overloaded: Fault = (call) =>
  isTransaction(call)
    ? cancelTransaction(call, 'ProvisionedThroughputExceeded')
    : respondWithError(call.response, 'ProvisionedThroughputExceededException');

export const conflicting: Fault = (call) => {
  if (isTransaction(call)) return cancelTransaction(call, 'TransactionConflict');
  return respondWithError(
    call.response,
    isWrite(call) ? 'TransactionConflictException' : 'ThrottlingException',
  );
};

/** Another transaction is working on the item of the last write. */
export const lastWriteConflicting: Fault = (call) => cancelTransaction(call, 'TransactionConflict', 'last');

/** DynamoDB rejects the second write of a transaction. */
export const invalid: Fault = (call) => cancelTransaction(call, 'ValidationError');

/** DynamoDB rejects an attempt while an earlier attempt of the same transaction is still running. */
export const inProgress: Fault = async (call) => {
  if (!isTransaction(call)) return throttled(call);
  await call.pass();
  return respondWithError(call.response, 'TransactionInProgressException');
};

export const lostRequest: Fault = ({ response }) => response.destroy();

export const lostResponse: Fault = async ({ pass, response }) => {
  await pass();
  response.destroy();
};

/** The embedded engine restarts after the write, and has lost the idempotency token of the transaction. */
export const forgottenToken: Fault = async (call) => {
  if (!isTransaction(call)) return lostResponse(call);
  const { body, pass, response } = call;
  await pass(JSON.stringify({ ...JSON.parse(body), ClientRequestToken: randomUUID() }));
  return response.destroy();
};

export const truncatedResponse: Fault = async ({ pass, response }) => {
  const { status, text: body } = await pass();
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': body.length + 9,
  });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
};

export const internalErrorBeforeWork: Fault = ({ response }) =>
  respondWithError(response, 'InternalServerError', {}, 500);

export const internalErrorAfterWork: Fault = async ({ pass, response }) => {
  await pass();
  respondWithError(response, 'InternalServerError', {}, 500);
};

export const badGateway: Fault = ({ response }) =>
  response.writeHead(502, { 'content-type': 'text/html' }).end(`<html>${SECRET}</html>`);

export const noResponse: Fault = ({ keepSilent }) => keepSilent();

export const noResponseAfterWork: Fault = async ({ pass, keepSilent }) => {
  await pass();
  keepSilent();
};

/** The connection breaks, and the request reaches the engine only after a delay. */
export const delayedWork =
  (millis: number): Fault =>
  ({ response, passLater }) => {
    response.destroy();
    passLater(millis);
  };

/** A fault that ends the request immediately, as if the function had crashed. */
export const fatalErrorBeforeWork: Fault = ({ response }) =>
  respondWithError(response, 'NeverHeardOfException');

export const fatalErrorAfterWork: Fault = async ({ pass, response }) => {
  await pass();
  respondWithError(response, 'NeverHeardOfException');
};

/** Makes the engine process only the first keys. */
export const partialBatch =
  (count: number): Fault =>
  async ({ body, pass, response }) => {
    const input = JSON.parse(body) as { RequestItems: Record<string, { Keys: unknown[] }> };
    const [[table, { Keys, ...options }]] = Object.entries(input.RequestItems) as [
      [string, { Keys: unknown[] }],
    ];
    const requestOf = (keys: unknown[]) => ({ [table]: { ...options, Keys: keys } });
    // DynamoDB accepts no batch without keys.
    const { status, text } =
      count === 0
        ? { status: 200, text: '{"Responses":{}}' }
        : await pass(JSON.stringify({ ...input, RequestItems: requestOf(Keys.slice(0, count)) }));
    const UnprocessedKeys = requestOf(Keys.slice(count));
    respondOnWire(response, { status, text: JSON.stringify({ ...JSON.parse(text), UnprocessedKeys }) });
  };

/** Does some work before a call. */
export const before =
  (work: () => Promise<unknown>): Fault =>
  async ({ pass, response }) => {
    await work();
    respondOnWire(response, await pass());
  };

/** Returns a batch in another order, because DynamoDB promises none. */
export const reversedBatch: Fault = async ({ pass, response }) => {
  const { status, text } = await pass();
  const { Responses, ...rest } = JSON.parse(text) as { Responses: Record<string, unknown[]> };
  const reversed = Object.entries(Responses).map(([table, items]) => [table, items.toReversed()]);
  respondOnWire(response, {
    status,
    text: JSON.stringify({ ...rest, Responses: Object.fromEntries(reversed) }),
  });
};

/** Temporary faults, before or after the engine has done the work. */
export const transientFaults: Record<string, Fault> = {
  throttling: throttled,
  'a conflict of transactions': conflicting,
  'a connection cut before the work': lostRequest,
  'a connection cut after the work': lostResponse,
  'an engine that ends after the work': forgottenToken,
};

/** The same faults with other error names, which the service must recognise as well. */
export const otherTransientFaults: Record<string, Fault> = {
  'a table that is overloaded': overloaded,
  'a connection cut in the middle of the answer': truncatedResponse,
  'an internal error before the work': internalErrorBeforeWork,
  'an internal error after the work': internalErrorAfterWork,
  'a bad gateway': badGateway,
  'a transaction that is still running': inProgress,
};
