import type { JobUpdate } from '../../../schemas/job.ts';
import type { OperationId } from '../../../schemas/operations.ts';
import { BATCH_MAX_BYTES } from '../../../schemas/limits.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { Refusal, StoreUnavailable } from '../../platform/errors.ts';
import { refuseViolations, type Submission } from '../../validation/submission.ts';
import {
  type OperationResult,
  header,
  type Caller,
  type ChainServices,
  type Incoming,
} from '../../http/incoming.ts';
import type { EventWith } from '../../http/lambda-handler.ts';
import { toBatchItems, batchWarnings, type BatchItem, type BatchOperation } from './batch-items.ts';
import { requireBody } from '../../http/json-body.ts';
import { errorResponse } from '../../http/problem-response.ts';
import { countRequests } from '../../accounts/authenticated-operation.ts';
import type { ValidatedEvent } from '../../http/validate.ts';

/** Performs one operation like a single request. */
type Perform<Services> = (event: Incoming, services: Services) => Promise<OperationResult>;

/** How the operations of a batch are performed. */
export interface BatchOperations<Carried extends OperationId, Services> {
  performers: Readonly<Record<Carried, Perform<Services>>>;
  /** The operation that an entry of the batch asks for. */
  carriedBy: (sent: BatchOperation) => Carried;
  /** The violations of an incomplete entry, beyond the schema. */
  missingIn?: (item: BatchItem) => Violation[];
}

/** The request that an entry of a batch is equivalent to. */
function toRequest({ sent }: BatchItem, event: Incoming): Incoming {
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

/** The minimum remaining time to start an operation, in milliseconds. A function has 10 s. */
const MIN_MILLIS = 3_000;

/** How many operations run at the same time. */
const AT_ONCE = 8;

/** Performs an operation, and returns its warnings; throws the refusal of the equivalent request. */
async function performItem<Carried extends OperationId, Services>(
  item: BatchItem,
  event: Incoming,
  { performers, carriedBy, missingIn = () => [] }: BatchOperations<Carried, Services>,
  services: Services,
): Promise<OperationResult> {
  refuseViolations(item.violations.length > 0 ? item.violations : missingIn(item));
  if (item.sent.operation !== 'delete') requireBody(item.sent.body);
  const answer = await performers[carriedBy(item.sent)](toRequest(item, event), services);
  return { ...answer, warnings: [...(answer.warnings ?? []), ...item.warnings] };
}

/** The outcome of an operation: its response, or its error. */
type OperationOutcome<Services> =
  { answer: OperationResult; carried: OperationId; services: Services } | { error: unknown };

/** The plan of a batch. */
interface BatchPlan<Services> {
  /** The services of each operation. */
  each: readonly Services[];
  /** The indexes of all operations, in chains. The operations of a chain run one after another. */
  chains: readonly (readonly number[])[];
}

/** The services of a batch. */
export interface BatchServices<Services> extends ChainServices {
  remainingMillis: () => number;
  forEach: (employerId: number, items: readonly BatchItem[]) => Promise<BatchPlan<Services>>;
}

/** The outcomes of the operations, and the members of the result of the batch itself. */
interface BatchOutcome<Services> {
  outcomes: OperationOutcome<Services>[];
  result: Pick<OperationResult, 'warnings' | 'faults'>;
}

/**
 * Performs the operations of a batch in parallel, those on the same job in their order; a failure stops no other
 * operation. Outcomes are in order. Throws Refusal `validation_failed` when the batch as a whole breaks a rule, and
 * `rate_limit_exceeded`.
 */
export async function runBatch<Carried extends OperationId, Services>(
  event: ValidatedEvent<EventWith<BatchServices<Services>>>,
  batchOperations: BatchOperations<Carried, Services>,
): Promise<BatchOutcome<Services>> {
  const { caller, services, parsed } = event;
  const { submission, warnings } = parsed;
  const items = toBatchItems(submission as Submission<JobUpdate>);
  await countRequests(event, Math.ceil(items.length / OPERATIONS_PER_REQUEST));
  const { each, chains } = await services.forEach((caller as Caller).account.id, items);
  const outcomes: OperationOutcome<Services>[] = [];
  const outcomeAt = async (index: number): Promise<OperationOutcome<Services>> => {
    try {
      if (services.remainingMillis() < MIN_MILLIS) {
        throw new StoreUnavailable('not-applied', 'No time is left to begin the operation.');
      }
      const item = items[index] as BatchItem;
      const itemServices = each[index] as Services;
      const answer = await performItem(item, event, batchOperations, itemServices);
      return { answer, carried: batchOperations.carriedBy(item.sent), services: itemServices };
    } catch (error) {
      return { error };
    }
  };
  const queue = chains.values();
  const worker = async () => {
    for (const chain of queue) for (const position of chain) outcomes[position] = await outcomeAt(position);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const faults = outcomes.flatMap((outcome) =>
    'error' in outcome && !(outcome.error instanceof Refusal) ? [outcome.error] : [],
  );
  return { outcomes, result: { warnings: batchWarnings(warnings), faults } };
}

/** The result of an operation in JSON: complete, and in its shortest form. */
export interface OperationResultJson {
  isFailure: boolean;
  full: string;
  brief: string;
}

/** A JSON object with ordinary members, and members that are already JSON. */
export function jsonObject(members: object, texts: Record<string, string> = {}): string {
  const ownMembers = JSON.stringify(members).slice(1, -1);
  const others = Object.entries(texts).map(([name, text]) => `"${name}":${text}`);
  return `{${[...(ownMembers === '' ? [] : [ownMembers]), ...others].join(',')}}`;
}

function failureOf(error: unknown, event: Incoming, also: object): OperationResultJson {
  const { statusCode: status, headers = {}, body = '' } = errorResponse(error, event);
  const { etag, 'retry-after': retryAfter } = headers as Record<string, string>;
  const facts = {
    status,
    ...also,
    ...(etag !== undefined && { etag }),
    ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
  };
  const { errors: _, title, ...problem } = JSON.parse(body) as { errors?: unknown; title: string };
  const brief = JSON.stringify({ title, ...problem, detail: title, message: title });
  return {
    isFailure: true,
    full: jsonObject(facts, { problem: body }),
    brief: jsonObject(facts, { problem: brief }),
  };
}

/** The bytes of a text in the response of a Lambda function, which is JSON inside JSON. */
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** How the results of operations are rendered. */
interface ResultRendering<Services> {
  succeeded: (answer: OperationResult, services: Services, carried: OperationId) => OperationResultJson;
  /** Additional members of failed results. */
  failed?: object;
}

/** The body of the response to a batch. After the results reach the size limit, later results are in short form. */
export function renderResults<Services>(
  outcomes: readonly OperationOutcome<Services>[],
  event: Incoming,
  { succeeded, failed = {} }: ResultRendering<Services>,
): string {
  const texts: string[] = [];
  let failures = 0;
  let bytes = 0;
  for (const outcome of outcomes) {
    const result =
      'answer' in outcome
        ? succeeded(outcome.answer, outcome.services, outcome.carried)
        : failureOf(outcome.error, event, failed);
    failures += Number(result.isFailure);
    bytes += bytesOf(result.full);
    texts.push(bytes > BATCH_MAX_BYTES ? result.brief : result.full);
  }
  const counts = { succeeded: outcomes.length - failures, failed: failures };
  return jsonObject(counts, { results: `[${texts.join(',')}]` });
}
