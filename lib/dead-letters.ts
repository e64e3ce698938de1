import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './rule-exceptions.ts';

/** An encrypted dead-letter queue, which keeps messages for two weeks. */
export function deadLetterQueue(scope: Construct): Queue {
  acknowledge(scope, 'deadLetters');
  return new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}
