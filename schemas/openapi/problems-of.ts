import { EventList } from '../event.ts';
import { isConditional } from '../headers.ts';
import { KeyCreate } from '../key.ts';
import { documentedOperations, type DocumentedOperation } from '../operation-schemas.ts';
import type { OperationId } from '../operations.ts';
import { EmployerAccountUpdate, EmployerAccountUpsert } from '../partner.ts';
import type { ProblemCode } from '../problems.ts';
import { WebhookCreate, WebhookUpdate } from '../webhook.ts';

interface Rule {
  applies: (operation: DocumentedOperation, id: OperationId) => boolean;
  problems: ProblemCode[];
}

interface Body {
  properties?: object;
  required?: readonly string[];
  oneOf?: readonly Body[];
}

const writesReferenceId = (operation: DocumentedOperation) => {
  const body = (operation.body ?? {}) as Body;
  return (body.oneOf ?? [body]).some(
    // A required referenceId identifies the job, so it cannot conflict with the referenceId of a second job.
    ({ properties = {}, required = [] }) => 'referenceId' in properties && !required.includes('referenceId'),
  );
};

/** Whether a POST needs a method override, or its path has no PUT or no DELETE for an override to select. */
const hasNothingToMean = ({ method, servedBy }: DocumentedOperation, id: OperationId) =>
  method === 'POST' && (servedBy !== undefined || meantBy(id).length < 2);

/** Whether the id in the path is the public id of a posting. */
export const isOfPosting = ({ access, id }: DocumentedOperation): boolean =>
  access === 'public' && id === 'text';

/**
 * Jobs only: for applications and API keys, a concurrent duplicate gets the response of the request that was stored
 * first.
 */
const waitsForFirst = ({ idempotencyKey, access }: DocumentedOperation): boolean =>
  idempotencyKey === true && access === 'employer';

const rules: Rule[] = [
  {
    applies: ({ access }) => access !== 'public',
    problems: [
      'api_key_invalid',
      'permission_missing',
      'employer_suspended',
      'partner_suspended',
      'rate_limit_exceeded',
    ],
  },
  {
    applies: ({ access }) => access === 'employer' || access === 'account',
    problems: ['employer_not_found'],
  },
  { applies: ({ access }) => access === 'employer', problems: ['employer_missing'] },
  { applies: ({ access }) => access === 'partner', problems: ['partner_only'] },
  {
    applies: ({ body }) => body !== undefined,
    problems: ['body_missing', 'json_malformed', 'content_too_large', 'media_type_unsupported'],
  },
  {
    applies: ({ bytes }) => bytes !== undefined,
    problems: ['body_missing', 'content_too_large', 'media_type_unsupported'],
  },
  {
    applies: ({ body, bytes, method }) => body === undefined && bytes === undefined && method !== 'GET',
    problems: ['media_type_unsupported'],
  },
  {
    applies: isConditional,
    problems: ['precondition_failed'],
  },
  {
    applies: ({ idempotencyKey }) => idempotencyKey === true,
    problems: ['idempotency_key_reused'],
  },
  { applies: waitsForFirst, problems: ['idempotency_key_in_use'] },
  { applies: isOfPosting, problems: ['job_closed'] },
  { applies: ({ answer }) => answer === EventList, problems: ['events_expired'] },
  { applies: ({ form }) => form !== undefined, problems: ['form_malformed'] },
  {
    applies: ({ fromCandidates }) => fromCandidates === true,
    problems: ['applied_elsewhere', 'rate_limit_exceeded'],
  },
  { applies: writesReferenceId, problems: ['reference_id_taken'] },
  { applies: ({ body }) => body === KeyCreate, problems: ['key_limit_reached'] },
  {
    applies: ({ missing, method }) => missing === 'key_not_found' && method !== 'POST',
    problems: ['last_key'],
  },
  { applies: ({ body }) => body === EmployerAccountUpsert, problems: ['employer_limit_reached'] },
  { applies: ({ body }) => body === EmployerAccountUpdate, problems: ['suspended_by_operator'] },
  { applies: ({ body }) => body === WebhookCreate, problems: ['webhook_limit_reached'] },
  { applies: ({ body }) => body === WebhookUpdate, problems: ['events_expired'] },
  { applies: ({ method }) => method === 'POST', problems: ['method_override_invalid'] },
  { applies: hasNothingToMean, problems: ['method_not_allowed'] },
  { applies: () => true, problems: ['validation_failed', 'internal_error', 'service_unavailable'] },
];

/** The operations that a POST can select with X-HTTP-Method-Override: PUT and DELETE of its path (guide: errors 12). */
export function meantBy(id: OperationId): OperationId[] {
  const { method, path } = documentedOperations[id];
  if (method !== 'POST') return [];
  return (Object.keys(documentedOperations) as OperationId[]).filter(
    (each) =>
      documentedOperations[each].path === path &&
      ['PUT', 'DELETE'].includes(documentedOperations[each].method),
  );
}

/** Every error of an operation itself, without method overrides. */
export function ownProblemsOf(id: OperationId): ProblemCode[] {
  const operation: DocumentedOperation = documentedOperations[id];
  const ruleProblems = rules
    .filter(({ applies }) => applies(operation, id))
    .flatMap(({ problems }) => problems);
  return [...ruleProblems, ...(operation.missing === undefined ? [] : [operation.missing])];
}

/** Every error of an operation, including those of the operations that a method override can select. */
export const problemsOf = (id: OperationId): ProblemCode[] => [
  ...new Set([...ownProblemsOf(id), ...meantBy(id).flatMap(problemsOf)]),
];
