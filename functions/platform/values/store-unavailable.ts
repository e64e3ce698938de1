/** Whether a failed write may have been applied. */
export type Outcome = 'not-applied' | 'unknown';

/** The store did not respond before the deadline of the request. */
export class StoreUnavailable extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome, cause: unknown) {
    super('The store did not respond in time.', { cause });
    this.outcome = outcome;
  }
}
