import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { EmailSendingEvent } from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** For how long EventBridge offers an event to the function again: as long as it can. */
const OFFERED = { maxEventAge: Duration.hours(24), retryAttempts: 185 } as const;

/** For how long Lambda calls the function again with an event, as long as it can. */
export const whenUnrecorded = { maxEventAge: Duration.hours(6), retryAttempts: 2 } as const;

/** What SES reports of a mail, and how EventBridge names it. */
export const reportedEvents = [
  [EmailSendingEvent.SEND, 'Email Sent'],
  [EmailSendingEvent.DELIVERY, 'Email Delivered'],
  [EmailSendingEvent.BOUNCE, 'Email Bounced'],
  [EmailSendingEvent.COMPLAINT, 'Email Complaint Received'],
  [EmailSendingEvent.REJECT, 'Email Rejected'],
] as const;

/**
 * Calls a function with each event by which SES reports what became of a mail that was sent with a configuration set.
 * The queue keeps events that could not be recorded.
 */
export const recordMailEvents = (
  scope: Construct,
  handler: IFunction,
  configurationSet: string,
  deadLetterQueue: IQueue,
): Rule =>
  new Rule(scope, 'Rule', {
    description: 'What became of a mail, as SES reports it',
    eventPattern: {
      source: ['aws.ses'],
      detailType: reportedEvents.map(([, detailType]) => detailType),
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
    },
    targets: [new LambdaFunction(handler, { deadLetterQueue, ...OFFERED })],
  });
