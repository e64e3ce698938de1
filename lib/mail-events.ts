import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { EmailSendingEvent } from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue } from './dead-letters.ts';
import type { Unanswered } from './unanswered.ts';

/** For how long an event is offered to the function again, by EventBridge and then by Lambda: as long as they can. */
const OFFERED = { maxEventAge: Duration.hours(24), retryAttempts: 185 } as const;
const CALLED = { maxEventAge: Duration.hours(6), retryAttempts: 2 } as const;

/** What SES reports of a mail, and how EventBridge names it. */
export const reportedEvents = [
  [EmailSendingEvent.SEND, 'Email Sent'],
  [EmailSendingEvent.DELIVERY, 'Email Delivered'],
  [EmailSendingEvent.BOUNCE, 'Email Bounced'],
  [EmailSendingEvent.COMPLAINT, 'Email Complaint Received'],
  [EmailSendingEvent.REJECT, 'Email Rejected'],
] as const;

/** The events by which SES reports what became of the mail that was sent with a configuration set. */
export class MailEvents extends Construct {
  /** Keeps events that could not be recorded. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this);
  }

  /** What happens when the function that records events fails. */
  get unanswered(): Unanswered {
    return { queue: this.deadLetters, called: CALLED };
  }

  /** Calls a function with each event of a configuration set. */
  recordWith(handler: IFunction, configurationSet: string): void {
    // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
    new Rule(this, 'Rule', {
      description: 'What became of a mail, as SES reports it',
      eventPattern: {
        source: ['aws.ses'],
        detailType: reportedEvents.map(([, detailType]) => detailType),
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
      },
      targets: [new LambdaFunction(handler, { deadLetterQueue: this.deadLetters, ...OFFERED })],
    });
  }
}
