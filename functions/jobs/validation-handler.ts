import { textOf } from '../http/operation-response.ts';
import type { OperationResult, Handler } from '../http/incoming.ts';
import type { JobServices } from './services.ts';
import {
  jsonObject,
  renderResults,
  runBatch,
  type BatchServices,
  type OperationResultJson,
} from './batch/run-batch.ts';
import { jobOperations } from './batch-operations.ts';
import { authMiddlewares } from '../accounts/authenticated-operation.ts';
import { chainHandler, type Overrides } from '../http/chain.ts';
import { requireBody } from '../http/json-body.ts';

interface ValidationServices extends BatchServices<JobServices> {
  /** The services of a single operation. */
  single: () => JobServices;
}

/** The result of a valid operation, in JSON. */
function renderVerdict(answer: OperationResult, { jobs }: JobServices, facts: object = {}): string {
  const job = textOf(answer);
  const result = { ...facts, valid: true, effect: jobs.effect(), warnings: answer.warnings ?? [] };
  return jsonObject(result, job === undefined ? {} : { job });
}

const renderValidity = (answer: OperationResult, services: JobServices): OperationResultJson => ({
  isFailure: false,
  full: renderVerdict(answer, services, { status: 200 }),
  brief: jsonObject({ status: 200, valid: true, effect: services.jobs.effect() }),
});

/**
 * The Lambda handler that validates a body as the operation `carried` would, or the operations of a batch each as its
 * own, without writing anything.
 */
export function validationHandler(
  { id, carried }: { id: 'validateJob' | 'validateUpsert'; carried: 'createJob' | 'upsertJob' },
  servicesFor: Parameters<typeof chainHandler<ValidationServices>>[1],
  overrides: Overrides = {},
): Handler {
  return chainHandler(
    id,
    servicesFor,
    async (event) => {
      if (Object.hasOwn(event.body as object, 'operations')) {
        const { outcomes, result } = await runBatch(event, jobOperations);
        const text = renderResults(outcomes, event, { succeeded: renderValidity, failed: { valid: false } });
        return { ...result, text };
      }
      requireBody(event.body);
      const services = event.services.single();
      const answer = await jobOperations.performers[carried](event, services);
      return { text: renderVerdict(answer, services), warnings: answer.warnings ?? [] };
    },
    { overrides, auth: authMiddlewares(id) },
  );
}
