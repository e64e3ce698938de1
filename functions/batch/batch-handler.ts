import type { JobRecord } from '../../schemas/job.ts';
import { operations } from '../../schemas/operations.ts';
import { textOf, type OperationResult } from '../http/operation-result.ts';
import { objectOf, resultsOf, type Result, type WithEffect } from './batch-results.ts';
import { performBatch, type BatchServices, type Carried, type Performers } from './batch-run.ts';
import { chainHandler } from '../http/chain.ts';
import { entityTagOf } from '../http/entity-tag.ts';
import { header } from '../http/headers.ts';
import type { Handler } from '../http/incoming.ts';
import { validate } from '../http/validate.ts';

const returnMinimal = /(?:^|,)\s*return\s*=\s*"?minimal"?\s*(?:[,;]|$)/i;

/** What a result shows of a job: all of it, or where candidates find it. */
function shownOf(job: string, isMinimal: boolean): Record<string, string> {
  if (!isMinimal) return { job };
  const { postingUrl } = JSON.parse(job) as JobRecord;
  return { postingUrl: JSON.stringify(postingUrl) };
}

function done(answer: OperationResult, effect: string, carried: Carried, isMinimal: boolean): Result {
  const { status = operations[carried].status, id, headers = {}, warnings = [] } = answer;
  const job = textOf(answer);
  const facts = {
    status,
    effect,
    ...(id !== undefined && { id }),
    ...(job !== undefined && { etag: entityTagOf(job) }),
    ...(headers['idempotent-replayed'] !== undefined && { replayed: true }),
  };
  const full = { ...facts, ...(warnings.length > 0 && { warnings }) };
  const shown = job === undefined ? {} : shownOf(job, isMinimal);
  return { isFailure: false, full: objectOf(full, shown), brief: objectOf(facts) };
}

/** The Lambda handler of a batch, whose operations are performed as if each were a request of its own. */
export function batchHandler<Services extends WithEffect>(
  servicesFor: Parameters<typeof chainHandler<BatchServices<Services>>>[1],
  performers: Performers<Services>,
): Handler {
  const read = validate('batchJobs');
  return chainHandler('batchJobs', servicesFor, async (event) => {
    const { outcomes, result } = await performBatch(event, { read, performers });
    const isMinimal = returnMinimal.test(header(event, 'prefer') ?? '');
    const succeeded = (answer: OperationResult, { jobs }: Services, carried: Carried) =>
      done(answer, jobs.effect(), carried, isMinimal);
    const created = outcomes.filter((outcome) => 'answer' in outcome && outcome.answer.created).length;
    return { ...result, text: resultsOf(outcomes, event, { succeeded }), created };
  });
}
