import { Annotations, Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import {
  ConfigurationSet,
  EmailIdentity,
  EventDestination,
  Identity,
  SuppressionReasons,
  EmailSendingEvent,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { Stage } from './stages.ts';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/** The domain of the sender, with DKIM, and the configuration set, which publishes delivery events. */
export class Mail extends Construct {
  /** DNS records that the domain needs; empty for an existing identity. */
  readonly dkimRecords: EmailIdentity['dkimRecords'];
  readonly configurationSet: ConfigurationSet;

  constructor(scope: Construct, id: string, { name, mailDomain, mailIdentity }: Stage) {
    super(scope, id);
    if (mailDomain === undefined) {
      Annotations.of(this).addInfoV2(
        'mail-domain',
        `Stage ${name} has no mailDomain: applications are collected, but their mail waits. Set mailDomain in stages.json to a domain of yours.`,
      );
    }
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      // SES would pause an account that keeps sending to addresses that bounced or complained.
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSet.addEventDestination('Events', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: reportedEvents.map(([event]) => event),
    });
    this.dkimRecords =
      mailDomain === undefined || mailIdentity === 'existing'
        ? []
        : new EmailIdentity(this, 'Domain', {
            identity: Identity.domain(mailDomain),
            configurationSet: this.configurationSet,
          }).dkimRecords;
  }
}

/** EventBridge's maximum of retries. */
const EVENTBRIDGE_RETRIES = { maxEventAge: Duration.hours(24), retryAttempts: 185 } as const;

/** Lambda's maximum of retries. */
export const mailEventRetries = { maxEventAge: Duration.hours(6), retryAttempts: 2 } as const;

/** The mail events of SES, with their names in EventBridge. */
const reportedEvents = [
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
