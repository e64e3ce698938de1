import type { Application } from './application.ts';

/**
 * Whether the employer has certainly not been mailed an application: it is held, or waits for the first attempt. After
 * a failed attempt, nobody knows.
 */
export const wasNeverMailed = ({ state, attempts, receivedAt, queuedAt }: Application): boolean =>
  state === 'held' || (state === 'queued' && attempts === 0 && queuedAt === receivedAt);
