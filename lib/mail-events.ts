import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { EmailSendingEvent } from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** EventBridge's maximum of retries. */
const EVENTBRIDGE_RETRIES = { maxEventAge: Duration.hours(24), retryAttempts: 185 } as const;

/** Lambda's maximum of retries. */
export const mailEventRetries = { maxEventAge: Duration.hours(6), retryAttempts: 2 } as const;

/** The mail events of SES, with their names in EventBridge. */
export const reportedEvents = [
  [EmailSendingEvent.SEND, 'Email Sent'],
  [EmailSendingEvent.DELIVERY, 'Email Delivered'],
  [EmailSendingEvent.BOUNCE, 'Email Bounced'],
  [EmailSendingEvent.COMPLAINT, 'Email Complaint Received'],
  [EmailSendingEvent.REJECT, 'Email Rejected'],
] as const;

/**
 * Calls a function with each delivery event of mail that was sent with a configuration set. The queue keeps events that
 * the function could not record.
 */
export const recordMailEvents = (
  scope: Construct,
  handler: IFunction,
  configurationSet: string,
  deadLetterQueue: IQueue,
): Rule =>
  new Rule(scope, 'Rule', {
    description: 'Delivery events of mail from SES',
    eventPattern: {
      source: ['aws.ses'],
      detailType: reportedEvents.map(([, detailType]) => detailType),
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
    },
    targets: [new LambdaFunction(handler, { deadLetterQueue, ...EVENTBRIDGE_RETRIES })],
  });
