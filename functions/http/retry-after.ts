/** The number of seconds over which retries are spread. */
const SPREAD_SECONDS = 5;

/**
 * Seconds for Retry-After: at least `least`, plus up to four at random. With the same value for all, all clients would
 * come back at once. A random value needs no coordination between containers.
 */
export const retryAfterSeconds = (least: number): number =>
  least + Math.floor(Math.random() * SPREAD_SECONDS);
