import { operations, type OperationId } from '../../../schemas/operations.ts';
import { textOf, entityTagOf } from '../../http/operation-response.ts';
import { type OperationResult, prefers, type Handler } from '../../http/incoming.ts';
import {
  jsonObject,
  renderResults,
  runBatch,
  type BatchOperations,
  type BatchServices,
  type OperationResultJson,
} from './run-batch.ts';
import { authMiddlewares } from '../../accounts/authenticated-operation.ts';
import { chainHandler } from '../../http/chain.ts';

/** A kind of batch: how its operations are performed, and how each result is shown. */
interface Batch<Carried extends OperationId, Services> extends BatchOperations<Carried, Services> {
  /** The effect of an operation on its resource: create, update, delete or none. */
  effectOf: (services: Services, carried: OperationId) => string;
  /** The members of a result with a JSON body; fewer for a client that asks for a minimal response. */
  resultMembers: (body: string, isMinimal: boolean) => Record<string, string>;
}

/** The Lambda handler of a batch, whose operations are performed as if each were its own request. */
export function batchHandler<Carried extends OperationId, Services>(
  batch: 'batchJobs' | 'batchApplications',
  servicesFor: Parameters<typeof chainHandler<BatchServices<Services>>>[1],
  { effectOf, resultMembers, ...batchOperations }: Batch<Carried, Services>,
): Handler {
  function done(
    answer: OperationResult,
    effect: string,
    { carried, isMinimal }: { carried: OperationId; isMinimal: boolean },
  ): OperationResultJson {
    const { status = operations[carried].status, id, headers = {}, warnings = [] } = answer;
    const body = textOf(answer);
    const facts = {
      status,
      effect,
      ...(id !== undefined && { id }),
      ...(body !== undefined && { etag: entityTagOf(body) }),
      ...(headers['idempotent-replayed'] !== undefined && { replayed: true }),
    };
    const full = { ...facts, ...(warnings.length > 0 && { warnings }) };
    const members = body === undefined ? {} : resultMembers(body, isMinimal);
    return { isFailure: false, full: jsonObject(full, members), brief: jsonObject(facts) };
  }

  const perform: Parameters<typeof chainHandler<BatchServices<Services>>>[2] = async (event) => {
    const { outcomes, result } = await runBatch(event, batchOperations);
    const isMinimal = prefers(event, 'return', 'minimal');
    const succeeded = (answer: OperationResult, services: Services, carried: OperationId) =>
      done(answer, effectOf(services, carried), { carried, isMinimal });
    const created = outcomes.filter((outcome) => 'answer' in outcome && outcome.answer.created).length;
    return { ...result, text: renderResults(outcomes, event, { succeeded }), created };
  };
  return chainHandler(batch, servicesFor, perform, { auth: authMiddlewares(batch) });
}
