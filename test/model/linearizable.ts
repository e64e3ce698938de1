import { afterAnswer, step, type Answer, type Jobs, type Operation } from './jobs-model.ts';

/** An operation of a history, with the logical times of its request and its response. */
export interface Event {
  operation: Operation;
  asked: number;
  /** Infinity after a 503 with outcome unknown: the operation may take effect at any later time. */
  answered: number;
  answer: Answer | 'unknown';
}

/** Jobs as text, regardless of their order, because no response depends on the order. */
const textOf = (jobs: Jobs) =>
  jobs
    .map((job) => JSON.stringify(job))
    .toSorted()
    .join();

/**
 * Whether there is an order of the operations, each at one instant between its question and its answer, in which every
 * answer is what the model gives (J. M. Wing and C. Gong, "Testing and Verifying Concurrent Objects", 1993). At most 31
 * operations.
 */
export function isLinearizable(history: readonly Event[]): boolean {
  const states = new Set<string>();
  // Operations without a response come last, because most of them never took effect.
  const events = history
    .toSorted((a, b) => Number(a.answer === 'unknown') - Number(b.answer === 'unknown'))
    .map((event, index) => ({ ...event, bit: 1 << index }));
  const confirmed = events.reduce((bits, { answer, bit }) => (answer === 'unknown' ? bits : bits | bit), 0);

  function search(done: number, jobs: Jobs): boolean {
    if ((done & confirmed) === confirmed) return true;
    const visited = `${done} ${textOf(jobs)}`;
    if (states.has(visited)) return false;
    states.add(visited);
    const pending = events.filter(({ bit }) => (done & bit) === 0);
    const firstAnswer = Math.min(...pending.map(({ answered }) => answered));
    return pending
      .filter(({ asked }) => asked < firstAnswer)
      .some(({ operation, answer, bit }) => {
        const after =
          answer === 'unknown' ? step(jobs, operation).after : afterAnswer(jobs, operation, answer);
        // An unconfirmed operation that has no effect now may have an effect later.
        const hasNoEffect = answer === 'unknown' && after === jobs;
        return after !== undefined && !hasNoEffect && search(done | bit, after);
      });
  }
  return search(0, []);
}
