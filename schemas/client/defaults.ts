/** The default options of a client. */
export const defaults = {
  /** The maximum number of attempts: the waits between them add up to more than a minute. */
  attempts: 8,
  /** The maximum number of requests at the same time. */
  maxConcurrency: 10,
  /** The timeout of one attempt, in milliseconds. */
  timeout: 60_000,
} as const;
