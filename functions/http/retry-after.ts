/** The number of seconds over which retries are spread. */
const SPREAD_SECONDS = 5;

/** Seconds for Retry-After: `least`, plus up to four at random, so that clients do not all return at once. */
export const retryAfterSeconds = (least: number): number =>
  least + Math.floor(Math.random() * SPREAD_SECONDS);
