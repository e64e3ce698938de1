import { afterAnswer, step, type Answer, type Jobs, type Operation } from './jobs-model.ts';

/** An operation of a history: when it was asked for and answered, in the order of these events. */
export interface Event {
  operation: Operation;
  asked: number;
  /** Infinity when it ended in a 503 that says that it may have taken effect: it may still, at any time. */
  answered: number;
  answer: Answer | 'unknown';
}

/** Whether an operation only changes a job's own item: such an update is not recognised when it arrives again. */
function isPlainUpdate(jobs: Jobs, operation: Operation): boolean {
  if (operation.kind !== 'update' && operation.kind !== 'upsert') return false;
  const { answer } = step(jobs, operation);
  const before = jobs.find(
    ({ id, referenceId }) =>
      ('id' in operation && id === operation.id) ||
      ('referenceId' in operation && referenceId === operation.referenceId),
  );
  return (
    answer.job !== undefined &&
    answer.job.status === before?.status &&
    answer.job.referenceId === before.referenceId
  );
}

/**
 * Whether there is an order of the operations, each at one instant between its question and its answer, in which every
 * answer is what the model gives (J. M. Wing and C. Gong, "Testing and Verifying Concurrent Objects", 1993). With
 * `repeats` a plain update may also take effect a second time, before its answer. At most 31 operations.
 */
export function isLinearizable(history: readonly Event[], { repeats = false } = {}): boolean {
  const seen = new Set<string>();
  const events = history.map((event, index) => ({ ...event, bit: 1 << index }));
  const confirmed = events.reduce((bits, { answer, bit }) => (answer === 'unknown' ? bits : bits | bit), 0);

  function search(done: number, repeated: number, jobs: Jobs): boolean {
    if ((done & confirmed) === confirmed) return true;
    const visited = `${done} ${repeated} ${JSON.stringify(jobs)}`;
    if (seen.has(visited)) return false;
    seen.add(visited);
    const left = events.filter(({ bit }) => (done & bit) === 0);
    const firstAnswer = Math.min(...left.map(({ answered }) => answered));
    return left
      .filter(({ asked }) => asked < firstAnswer)
      .some(({ operation, answer, bit }) => {
        const unheard = () => step(jobs, operation).after;
        const after = answer === 'unknown' ? unheard() : afterAnswer(jobs, operation, answer);
        if (after && search(done | bit, repeated, after)) return true;
        const mayRepeat = repeats && (repeated & bit) === 0 && isPlainUpdate(jobs, operation);
        return mayRepeat && search(done, repeated | bit, unheard());
      });
  }
  return search(0, 0, []);
}
