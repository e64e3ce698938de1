import { validate } from '../../functions/http/validate.ts';
import type { Incoming } from '../../functions/http/incoming.ts';
import { Refusal } from '../../functions/platform/errors.ts';
import { requireValid, type Submission } from '../../functions/validation/submission.ts';
import type { OperationId } from '../../schemas/operations.ts';

/**
 * The violations in a request to an operation: those of its schemas, and with `check` also those of its domain. Empty
 * for a valid request.
 */
export async function violationsOf(
  id: OperationId,
  { body, query = '' }: { body?: unknown; query?: string },
  check: (submission: Submission<never>) => unknown = requireValid,
) {
  try {
    const request = { body, headers: {}, rawQueryString: query } as unknown as Incoming;
    const { submission } = validate(id)(request);
    if (submission) await check(submission as Submission<never>);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.members.errors ?? [];
  }
  return [];
}
