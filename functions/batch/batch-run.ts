import type { OperationId } from '../../schemas/operations.ts';
import type { Violation } from '../../schemas/problem.ts';
import type { BatchTarget } from './domain/batch.ts';
import { Refusal } from '../platform/values/refusal.ts';
import { StoreUnavailable } from '../platform/values/store-unavailable.ts';
import { refuseViolations, type Submission } from '../platform/values/submission.ts';
import type { OperationResult } from '../http/operation-result.ts';
import {
  itemsOf,
  targetOf,
  warningsOnWhole,
  withoutExcess,
  type BatchItem,
  type Sent,
} from './batch-items.ts';
import type { EventWith } from '../http/lambda-handler.ts';
import { header } from '../http/headers.ts';
import type { Caller, ChainServices, Incoming } from '../http/incoming.ts';
import { requireBody } from '../http/json-body.ts';
import { countRequests } from '../http/rate-limit.ts';
import type { Read } from '../http/validate.ts';

/** The operations that a batch carries. */
export type Carried = Extract<
  OperationId,
  'createJob' | 'upsertJob' | 'updateJob' | 'deleteJob' | 'deleteJobByReference'
>;

/** Performs one operation as a request of its own would. */
type Perform<Services> = (event: Incoming, services: Services) => Promise<OperationResult>;

export type Performers<Services> = Readonly<Record<Carried, Perform<Services>>>;

/** What makes an operation incomplete. */
function missingIn({ sent: { operation, id, referenceId }, pointer }: BatchItem): Violation[] {
  if (operation === 'update' && id === undefined) {
    return [{ pointer: `${pointer}/id`, code: 'required', message: 'An update needs the id of its job.' }];
  }
  if (operation !== 'delete' || (id === undefined) !== (referenceId === undefined)) return [];
  return [
    {
      pointer: `${pointer}/id`,
      code: id === undefined ? 'required' : 'not_allowed',
      message: 'A deletion needs either the id or the referenceId of its job.',
    },
  ];
}

const carriedBy = ({ operation, id }: Sent): Carried => {
  if (operation !== 'delete')
    return ({ create: 'createJob', upsert: 'upsertJob', update: 'updateJob' } as const)[
      operation as 'create'
    ];
  return id === undefined ? 'deleteJobByReference' : 'deleteJob';
};

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
async function performed<Services>(
  item: BatchItem,
  event: Incoming,
  { performers, services }: { performers: Performers<Services>; services: Services },
): Promise<OperationResult> {
  refuseViolations(item.violations.length > 0 ? item.violations : missingIn(item));
  if (item.sent.operation !== 'delete') requireBody(item.sent.body);
  const answer = await performers[carriedBy(item.sent)](eventOf(item, event), services);
  return { ...answer, warnings: [...(answer.warnings ?? []), ...item.warnings] };
}

/** What became of an operation: its answer, or the error that it ended with. */
export type Outcome<Services> =
  { answer: OperationResult; carried: Carried; services: Services } | { error: unknown };

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
  forEach: (employerId: number, targets: readonly BatchTarget[]) => Promise<Plan<Services>>;
}

/** What became of the operations of a batch, and what its own result has of them. */
interface Performed<Services> {
  outcomes: Outcome<Services>[];
  result: Pick<OperationResult, 'warnings' | 'faults'>;
}

/**
 * Performs the operations of a batch, several at once, but those on the same job in their order; one that fails stops no
 * other. Outcomes are in order.
 * Throws Refusal `validation_failed` when the batch as a whole breaks a rule, and `rate_limit_exceeded`.
 */
export async function performBatch<Services>(
  event: EventWith<BatchServices<Services>>,
  { read, performers }: { read: Read; performers: Performers<Services> },
): Promise<Performed<Services>> {
  const { caller, services } = event;
  event.body = withoutExcess(event.body);
  const { submission, warnings } = read(event);
  const items = itemsOf(submission as Submission);
  await countRequests(event, Math.ceil(items.length / OPERATIONS_PER_REQUEST));
  const { each, chains } = await services.forEach((caller as Caller).employer.id, items.map(targetOf));
  const outcomes: Outcome<Services>[] = [];
  const outcomeAt = async (place: number): Promise<Outcome<Services>> => {
    try {
      if (services.remainingMillis() < MIN_MILLIS) {
        throw new StoreUnavailable('not-applied', 'No time is left to begin the operation.');
      }
      const item = items[place] as BatchItem;
      const own = each[place] as Services;
      const answer = await performed(item, event, { performers, services: own });
      return { answer, carried: carriedBy(item.sent), services: own };
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
  return { outcomes, result: { warnings: warningsOnWhole(warnings), faults } };
}
