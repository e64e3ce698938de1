import type { JobUpsert } from '../openapi-types.ts';

/** A job to send. */
export interface Operation {
  /** The position in the input; undefined for a job that is missing from the input. */
  index: number | undefined;
  referenceId: string | undefined;
  body: JobUpsert;
  /** The size of the operation as JSON, in bytes. */
  size: number;
}

/** Reports a job of the input that cannot be sent. */
type Refuse = (index: number, referenceId: string | undefined, message: string) => void;

const utf8 = new TextEncoder();

/** The operation as an entry of a batch. */
export const inBatch = ({ body }: Pick<Operation, 'body'>) => ({ operation: 'upsert' as const, body });

/** The bytes of an operation and a comma. Throws TypeError when the body cannot be written as JSON. */
const sizeOf = (body: JobUpsert): number => utf8.encode(JSON.stringify(inBatch({ body }))).length + 1;

/** The operation that archives a job that is missing from the input. */
export function archiving(referenceId: string): Operation {
  const body: JobUpsert = { referenceId, status: 'archived' };
  return { index: undefined, referenceId, body, size: sizeOf(body) };
}

const isObject = (job: unknown): boolean => typeof job === 'object' && job !== null && !Array.isArray(job);

/**
 * The referenceId of a job. A number is accepted here, so that its job is not archived as missing; the service then
 * refuses it.
 */
function referenceIdOf({ referenceId: given }: { referenceId: unknown }): string | undefined {
  const isIdentifier = typeof given === 'number' || (typeof given === 'string' && given !== '');
  return isIdentifier ? String(given) : undefined;
}

/** The operations for the jobs of the input, one at a time. Adds their referenceIds to `seen`. */
export async function* operationsOf(
  jobs: AsyncIterable<JobUpsert> | Iterable<JobUpsert>,
  seen: Set<string>,
  refuse: Refuse,
): AsyncGenerator<Operation, void, undefined> {
  let index = -1;
  for await (const body of jobs) {
    index += 1;
    if (!isObject(body)) {
      refuse(index, undefined, 'A job must be an object.');
      continue;
    }
    const referenceId = referenceIdOf(body);
    if (referenceId !== undefined && seen.has(referenceId)) {
      refuse(index, referenceId, 'An earlier job of the input has this referenceId. Only that one is sent.');
      continue;
    }
    if (referenceId !== undefined) seen.add(referenceId);
    let size: number;
    try {
      size = sizeOf(body);
    } catch (error) {
      refuse(index, referenceId, `The job cannot be written as JSON: ${String(error)}`);
      continue;
    }
    yield { index, referenceId, body, size };
  }
}
