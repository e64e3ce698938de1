import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './rule-exceptions.ts';

/** The encrypted queue that keeps, for two weeks, what could not be processed. */
export function deadLetterQueue(scope: Construct): Queue {
  acknowledge(scope, 'deadLetters');
  return new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}
