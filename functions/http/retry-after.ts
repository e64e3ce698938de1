/** Over how many seconds the clients that are sent away together are spread. */
const SPREAD_SECONDS = 5;

/**
 * Seconds for Retry-After: at least so many, and up to four more by chance. Were all told the same, all would come back
 * at once, and the quickest would take what comes back for the others. No other container need be asked for it.
 */
export const retryAfterSeconds = (least: number): number =>
  least + Math.floor(Math.random() * SPREAD_SECONDS);
