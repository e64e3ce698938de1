import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  type CancellationReason,
} from '@aws-sdk/client-dynamodb';
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
};

/** The errors of the SDK, of Node's sockets and of this store have little in common but these. */
interface Described {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const described = (error: unknown): Described => (typeof error === 'object' && error !== null ? error : {});

function named(error: unknown): Outcome | undefined {
  const { name, code, $metadata: { httpStatusCode = 0 } = {} } = described(error);
  return outcomes[String(name)] ?? outcomes[String(code)] ?? (httpStatusCode >= 500 ? 'unknown' : undefined);
}

/** Why each item of a cancelled transaction was refused, in the order of the items; undefined for other errors. */
const cancellationReasons = (error: unknown): CancellationReason[] | undefined =>
  error instanceof TransactionCanceledException ? error.CancellationReasons : undefined;

/** What a passing failure (throttling, conflict, lost connection) says of the write; undefined for a final answer. */
export function passingFailure(error: unknown): Outcome | undefined {
  const refusals = cancellationReasons(error)?.filter(({ Code }) => Code !== undefined && Code !== 'None');
  if (!refusals) return named(error);
  const passing = refusals.every(({ Code }) => outcomes[String(Code)] === 'not-applied');
  return refusals.length > 0 && passing ? 'not-applied' : undefined;
}

const itemSize = /item size.*exceeded/i;

/** Whether DynamoDB refused an item as larger than its 400 KB, alone or in a transaction. */
export const isItemTooLarge = (error: unknown): boolean =>
  [described(error).message, ...(cancellationReasons(error) ?? []).map(({ Message }) => Message)].some(
    (message) => itemSize.test(String(message)),
  );

/** Whether another transaction was at work on an item: that of the n-th write. */
export const conflictedOn = (error: unknown, write: number): boolean =>
  cancellationReasons(error)?.[write]?.Code === 'TransactionConflict';

/** Whether a condition refused a write: one by itself, or the n-th of a transaction. */
export const refusedBy = (error: unknown, write = 0): boolean =>
  error instanceof ConditionalCheckFailedException ||
  cancellationReasons(error)?.[write]?.Code === 'ConditionalCheckFailed';
