/** Whether a write that failed may have happened all the same. */
export type Outcome = 'not-applied' | 'unknown';

/** The store did not answer in the time of the request. */
export class StoreUnavailable extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome, cause: unknown) {
    super('The store did not answer in time.', { cause });
    this.outcome = outcome;
  }
}
