import type { Duration } from 'aws-cdk-lib';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/** What becomes of an event that nobody waits for when its function fails: attempts, and then the queue if it would be lost. */
export interface Unanswered {
  queue: IQueue | undefined;
  /** Not of changes of the table, whose mapping says it. */
  called?: { maxEventAge: Duration; retryAttempts: number };
}
