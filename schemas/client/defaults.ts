/** What a client does unless its options say otherwise. */
export const defaults = {
  /** The maximum number of attempts: the waits between them are more than a minute in all. */
  attempts: 8,
  /** The maximum number of requests at the same time. */
  maxConcurrency: 10,
  /** Milliseconds that an attempt may take. */
  timeout: 60_000,
} as const;
