import type { JobUpdate } from '../../../schemas/job.ts';
import type { BatchEnvelope } from '../../../schemas/batch-envelope.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { toViolation, refuseViolations, type Submission, type Warning } from '../../validation/submission.ts';

/** An operation as sent: its id is a number for jobs, otherwise text. */
export type BatchOperation = Omit<BatchEnvelope['operations'][number], 'id'> & { id?: number | string };

/** One operation of a batch: content, pointer, and violations outside of its body. */
export interface BatchItem {
  sent: BatchOperation;
  pointer: string;
  violations: Violation[];
  warnings: Warning[];
}

const indexIn = ({ pointer = '' }: { pointer?: string }): number | undefined => {
  const [, index] = /^\/operations\/(\d+)(?:\/|$)/.exec(pointer) ?? [];
  return index === undefined ? undefined : Number(index);
};

/** The referenceId in the body of an operation; undefined when it is empty or no text. */
export function referenceInBody({ body }: BatchOperation): string | undefined {
  const { referenceId } = (body ?? {}) as { referenceId?: unknown };
  return typeof referenceId === 'string' && referenceId !== '' ? referenceId : undefined;
}

/** The violations of operations that name the same job or the same referenceId. */
function repeatedTargets(items: readonly BatchItem[]): Violation[] {
  const firstPointers = new Map<string, string>();
  return items.flatMap(({ sent, pointer }) => {
    const { id, referenceId } = sent;
    const names: [name: string, position: string][] = [];
    if (id !== undefined) names.push([`id ${id}`, `${pointer}/id`]);
    for (const [name, position] of [
      [referenceId, 'referenceId'],
      [referenceInBody(sent), 'body/referenceId'],
    ]) {
      if (name !== undefined) names.push([`referenceId ${JSON.stringify(name)}`, `${pointer}/${position}`]);
    }
    return names.flatMap(([name, position]): Violation[] => {
      const firstPointer = firstPointers.get(name);
      if (firstPointer === undefined) firstPointers.set(name, position);
      if (firstPointer === undefined || firstPointer.startsWith(`${pointer}/`)) return [];
      const message = `${name} is in this batch twice: at ${firstPointer} and at ${position}.`;
      return [{ pointer: position, code: 'repeated', message }];
    });
  });
}

/** The warnings about a batch as a whole. */
export const batchWarnings = (warnings: readonly Warning[]): Warning[] =>
  warnings.filter((warning) => indexIn(warning) === undefined);

/** Parses the operations of a batch. Throws Refusal `validation_failed` when the batch as a whole breaks a rule. */
export function toBatchItems({ fields, violations, warnings, strict }: Submission<JobUpdate>): BatchItem[] {
  const all = [...violations, ...(strict ? warnings.map(toViolation) : [])];
  refuseViolations(all.filter((violation) => indexIn(violation) === undefined));
  const { operations } = fields as unknown as { operations: (BatchOperation | undefined)[] };
  const items = operations.map((sent, index): BatchItem => ({
    sent: sent ?? ({} as BatchOperation),
    pointer: `/operations/${index}`,
    violations: all.filter((violation) => indexIn(violation) === index),
    warnings: warnings.filter((warning) => indexIn(warning) === index),
  }));
  refuseViolations(repeatedTargets(items));
  return items;
}
