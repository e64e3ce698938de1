import { setTimeout as delay } from 'node:timers/promises';

/** Lets through so many a second, evenly. */
export function pacer(perSecond: number): () => Promise<void> {
  const apart = 1_000 / perSecond;
  let next = 0;
  return async () => {
    const wait = next - performance.now();
    next = Math.max(next, performance.now()) + apart;
    if (wait > 0) await delay(wait);
  };
}
