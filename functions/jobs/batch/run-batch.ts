import type { OperationId } from '../../../schemas/operations.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { Refusal, StoreUnavailable } from '../../platform/errors.ts';
import { refuseViolations, type Submission } from '../../validation/submission.ts';
import type { OperationResult } from '../../http/operation-result.ts';
import {
  toBatchItems,
  batchWarnings,
  truncateOperations,
  type BatchItem,
  type BatchOperation,
} from './batch-items.ts';
import type { EventWith } from '../../http/lambda-handler.ts';
import { header } from '../../http/headers.ts';
import type { Caller, ChainServices, Incoming } from '../../http/incoming.ts';
import { requireBody } from '../../http/json-body.ts';
import { countRequests } from '../../accounts/rate-limit.ts';
import type { ParseRequest } from '../../http/validate.ts';

/** Performs one operation as a request of its own would. */
type Perform<Services> = (event: Incoming, services: Services) => Promise<OperationResult>;

/** What the operations of a batch stand for. */
export interface BatchOperations<Carried extends OperationId, Services> {
  performers: Readonly<Record<Carried, Perform<Services>>>;
  /** The operation for which one of the batch stands. */
  carriedBy: (sent: BatchOperation) => Carried;
  /** What makes one incomplete, beyond the schema. */
  missingIn?: (item: BatchItem) => Violation[];
}

/** An operation as the request of its own that it stands for. */
function eventOf({ sent }: BatchItem, event: Incoming): Incoming {
  const { operation, id, referenceId, body, idempotencyKey, ifMatch } = sent;
  const prefer = header(event, 'prefer');
  return {
    ...event,
    rawQueryString: '',
    headers: {
      ...(prefer !== undefined && { prefer }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    body: operation === 'delete' ? { referenceId } : body,
    ...(id !== undefined && { pathParameters: { id: String(id) } }),
  };
}

/** How many operations count as one request. */
const OPERATIONS_PER_REQUEST = 10;

/** No operation begins when a request has less time left than this, in milliseconds: 7 of its 10 s are over. */
const MIN_MILLIS = 3_000;

/** How many operations are performed at once. */
const AT_ONCE = 8;

/** Performs an operation, with the warnings about it; throws what a request of its own would be refused with. */
async function performed<Carried extends OperationId, Services>(
  item: BatchItem,
  event: Incoming,
  { performers, carriedBy, missingIn = () => [] }: BatchOperations<Carried, Services>,
  services: Services,
): Promise<OperationResult> {
  refuseViolations(item.violations.length > 0 ? item.violations : missingIn(item));
  if (item.sent.operation !== 'delete') requireBody(item.sent.body);
  const answer = await performers[carriedBy(item.sent)](eventOf(item, event), services);
  return { ...answer, warnings: [...(answer.warnings ?? []), ...item.warnings] };
}

/** What became of an operation: its answer, or the error that it ended with. */
export type OperationOutcome<Services> =
  { answer: OperationResult; carried: OperationId; services: Services } | { error: unknown };

/** How the operations of a batch are performed. */
interface Plan<Services> {
  /** The services of each operation. */
  each: readonly Services[];
  /** The places of all operations: those of a chain are performed one after another. */
  chains: readonly (readonly number[])[];
}

/** The services of a batch. */
export interface BatchServices<Services> extends ChainServices {
  remainingMillis: () => number;
  forEach: (employerId: number, items: readonly BatchItem[]) => Promise<Plan<Services>>;
}

/** What became of the operations of a batch, and what its own result has of them. */
interface Performed<Services> {
  outcomes: OperationOutcome<Services>[];
  result: Pick<OperationResult, 'warnings' | 'faults'>;
}

/**
 * Performs the operations of a batch, several at once, but those on the same job in their order; one that fails stops no
 * other. Outcomes are in order.
 * Throws Refusal `validation_failed` when the batch as a whole breaks a rule, and `rate_limit_exceeded`.
 */
export async function runBatch<Carried extends OperationId, Services>(
  event: EventWith<BatchServices<Services>>,
  read: ParseRequest,
  cargo: BatchOperations<Carried, Services>,
): Promise<Performed<Services>> {
  const { caller, services } = event;
  event.body = truncateOperations(event.body);
  const { submission, warnings } = read(event);
  const items = toBatchItems(submission as Submission);
  await countRequests(event, Math.ceil(items.length / OPERATIONS_PER_REQUEST));
  const { each, chains } = await services.forEach((caller as Caller).account.id, items);
  const outcomes: OperationOutcome<Services>[] = [];
  const outcomeAt = async (place: number): Promise<OperationOutcome<Services>> => {
    try {
      if (services.remainingMillis() < MIN_MILLIS) {
        throw new StoreUnavailable('not-applied', 'No time is left to begin the operation.');
      }
      const item = items[place] as BatchItem;
      const own = each[place] as Services;
      const answer = await performed(item, event, cargo, own);
      return { answer, carried: cargo.carriedBy(item.sent), services: own };
    } catch (error) {
      return { error };
    }
  };
  const queue = chains.values();
  const worker = async () => {
    for (const chain of queue) for (const place of chain) outcomes[place] = await outcomeAt(place);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const faults = outcomes.flatMap((outcome) =>
    'error' in outcome && !(outcome.error instanceof Refusal) ? [outcome.error] : [],
  );
  return { outcomes, result: { warnings: batchWarnings(warnings), faults } };
}
