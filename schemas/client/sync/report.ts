import type { Warning } from '../answer.ts';
import type { Operation } from './operations.ts';
import type { Result, SyncProblem } from './send.ts';

/** The outcome of a job; in a dry run, the expected outcome. */
export type SyncOutcome = 'created' | 'updated' | 'unchanged' | 'archived' | 'failed';

/** A job of the input, or a job that is missing from the input. */
export interface SyncItem {
  /** The position in the input, from 0; undefined for a job that is missing from the input. */
  index: number | undefined;
  referenceId: string | undefined;
  outcome: SyncOutcome;
  /** The page where candidates see the job while it is open; null for a draft, or if it is unknown. */
  postingUrl: string | null;
  /** The status that this job would have got as a single request. */
  status: number;
  /** Why it failed. */
  problem: SyncProblem | undefined;
  warnings: Warning[];
}

/** The number of jobs by outcome. */
export type SyncCounts = Record<SyncOutcome, number>;

/** The result of a synchronisation; in a dry run, the expected result. */
export interface SyncReport extends SyncCounts {
  dryRun: boolean;
  /** The number of jobs that are missing from the input and not archived yet; 0 without `archiveMissing`. */
  gone: number;
  /** Whether `gone` exceeds `maxArchived`, so that none of them was archived. */
  tooManyGone: boolean;
  /** All jobs except the unchanged ones, which are only counted. */
  items: SyncItem[];
}

const outcomes = {
  create: 'created',
  update: 'updated',
  none: 'unchanged',
} as const satisfies Record<NonNullable<Result['effect']>, SyncOutcome>;

function outcomeOf({ index }: Operation, { effect }: Result): SyncOutcome {
  if (effect === undefined) return 'failed';
  return effect === 'update' && index === undefined ? 'archived' : outcomes[effect];
}

/** Counts the outcomes of jobs. */
export function createTally() {
  const counts: SyncCounts = { created: 0, updated: 0, unchanged: 0, archived: 0, failed: 0 };
  const items: SyncItem[] = [];
  const add = (item: SyncItem): void => {
    counts[item.outcome] += 1;
    if (item.outcome !== 'unchanged') items.push(item);
  };
  return {
    counts,
    /** The items by their position in the input; jobs that are missing from the input come last. */
    items: (): SyncItem[] => items.toSorted((a, b) => (a.index ?? Infinity) - (b.index ?? Infinity)),
    /** Adds the result of an operation that was sent. */
    sent: (operation: Operation, result: Result): void => {
      const { index, referenceId } = operation;
      const { status, problem, warnings = [], job, postingUrl = job?.postingUrl ?? null } = result;
      const outcome = outcomeOf(operation, result);
      add({ index, referenceId, outcome, postingUrl, status, problem, warnings });
    },
    /** Adds a job of the input that cannot be sent. */
    refused: (index: number, referenceId: string | undefined, message: string): void =>
      add({
        index,
        referenceId,
        outcome: 'failed',
        postingUrl: null,
        status: 400,
        problem: { status: 400, message },
        warnings: [],
      }),
  };
}
