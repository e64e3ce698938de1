import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Outcome } from '../domain/store-unavailable.ts';

/** Another writer was first: what was read is not what stands in the table any more. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

/** Another job has the referenceId already. */
export class ReferenceTaken extends LostRace {
  readonly referenceId: string;

  constructor(referenceId: string) {
    super();
    this.referenceId = referenceId;
  }
}

/** A write that made DynamoDB cancel its transaction: the name it has there, DynamoDB's code and sentence. */
interface RefusedWrite {
  write: string;
  code: string;
  sentence: string | undefined;
}

/** A transaction that DynamoDB cancelled, with the writes it refused. */
class TransactionCancelled extends Error {
  override readonly name = 'TransactionCancelled';
  readonly refused: readonly RefusedWrite[];

  constructor(refused: readonly RefusedWrite[], cause: unknown) {
    super(`DynamoDB refused ${refused.map(({ write, code }) => `${write} (${code})`).join(', ')}.`, {
      cause,
    });
    this.refused = refused;
  }
}

/** Names the writes that DynamoDB refused by their positions in a transaction. Other errors pass through. */
export const namingWrites =
  (names: readonly string[]) =>
  (error: unknown): never => {
    if (!(error instanceof TransactionCanceledException) || !error.CancellationReasons) throw error;
    const refused = error.CancellationReasons.flatMap(({ Code: code = 'None', Message: sentence }, index) =>
      code === 'None' ? [] : [{ write: names[index] ?? '', code, sentence }],
    );
    throw new TransactionCancelled(refused, error);
  };

/** What a refusal that may pass says of the write, by the name or code of the error. */
const outcomes: Record<string, Outcome> = {
  ThrottlingException: 'not-applied',
  ThrottlingError: 'not-applied',
  ProvisionedThroughputExceededException: 'not-applied',
  ProvisionedThroughputExceeded: 'not-applied',
  RequestLimitExceeded: 'not-applied',
  TransactionConflictException: 'not-applied',
  TransactionConflict: 'not-applied',
  ECONNREFUSED: 'not-applied',
  LostRace: 'not-applied',
  TransactionInProgressException: 'unknown',
  InternalServerError: 'unknown',
  InternalFailure: 'unknown',
  ServiceUnavailable: 'unknown',
  TimeoutError: 'unknown',
  AbortError: 'unknown',
  RequestTimeout: 'unknown',
  ECONNRESET: 'unknown',
  EPIPE: 'unknown',
  ETIMEDOUT: 'unknown',
  EHOSTUNREACH: 'unknown',
  ENETUNREACH: 'unknown',
  ENETDOWN: 'unknown',
  EPROTO: 'unknown',
};

/** What fails in these is never sent: a name that does not resolve, a connection that is not made. */
const callsBeforeSending = new Set<unknown>(['getaddrinfo', 'connect']);

/** What Node calls a certificate that it does not accept: the connection ends before anything is sent. */
const certificateRefused = /^(?:CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

/** The errors of the SDK, of Node's sockets and of this store have little in common but these. */
interface Described {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  syscall?: unknown;
  /** Of a name with several addresses, none of which took the connection. */
  errors?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const described = (error: unknown): Described => (typeof error === 'object' && error !== null ? error : {});

function named(error: unknown): Outcome | undefined {
  const { name, code, syscall, errors, $metadata: { httpStatusCode = 0 } = {} } = described(error);
  if (Array.isArray(errors) && errors.length > 0) return named(errors[0]);
  if (callsBeforeSending.has(syscall) || certificateRefused.test(String(code))) return 'not-applied';
  return outcomes[String(name)] ?? outcomes[String(code)] ?? (httpStatusCode >= 500 ? 'unknown' : undefined);
}

const refusedWrites = (error: unknown): readonly RefusedWrite[] =>
  error instanceof TransactionCancelled ? error.refused : [];

/** What a passing failure (throttling, conflict, lost connection) says of the write; undefined for a final answer. */
export function passingFailure(error: unknown): Outcome | undefined {
  const refused = refusedWrites(error);
  if (refused.length === 0) return named(error);
  return refused.every(({ code }) => outcomes[code] === 'not-applied') ? 'not-applied' : undefined;
}

const itemSize = /item size.*exceeded/i;

/** Whether DynamoDB refused an item as larger than its 400 KB, alone or in a transaction. */
export const isItemTooLarge = (error: unknown): boolean =>
  [described(error).message, ...refusedWrites(error).map(({ sentence }) => sentence)].some((text) =>
    itemSize.test(String(text)),
  );

const hasRefused = (error: unknown, names: readonly string[], reason: string) =>
  refusedWrites(error).some(({ write, code }) => names.includes(write) && code === reason);

/** Whether another transaction was at work on the item of the write with this name. */
export const conflictedOn = (error: unknown, name: string): boolean =>
  hasRefused(error, [name], 'TransactionConflict');

/** Whether a condition refused a write: one on its own, or one of those with these names in a transaction. */
export const refusedBy = (error: unknown, ...names: string[]): boolean =>
  error instanceof ConditionalCheckFailedException || hasRefused(error, names, 'ConditionalCheckFailed');

/** Turns such a refusal into a LostRace. Other errors pass through. */
export const lostRaceOver =
  (...names: string[]) =>
  (error: unknown): never => {
    throw refusedBy(error, ...names) ? new LostRace() : error;
  };
