import { Annotations, Arn, ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  type IEmailIdentity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Stage } from './stages.ts';
import type { Unanswered } from './unanswered.ts';

/** For how long an event is offered to the function again, by EventBridge and then by Lambda: as long as they can. */
const OFFERED = { maxEventAge: Duration.hours(24), retryAttempts: 185 } as const;
const CALLED = { maxEventAge: Duration.hours(6), retryAttempts: 2 } as const;

/** What SES reports of a mail, and how EventBridge names it. */
const events = [
  [EmailSendingEvent.SEND, 'Email Sent'],
  [EmailSendingEvent.DELIVERY, 'Email Delivered'],
  [EmailSendingEvent.BOUNCE, 'Email Bounced'],
  [EmailSendingEvent.COMPLAINT, 'Email Complaint Received'],
  [EmailSendingEvent.REJECT, 'Email Rejected'],
] as const;

/** A domain for examples (RFC 2606), which nobody can own. */
const isPlaceholder = (domain: string) => /(?:^|\.)example(?:\.com|\.net|\.org)?$/.test(domain);

/**
 * The domain that mail is sent from, with DKIM; the configuration set that mail is sent with; and the events by which
 * SES reports what became of it.
 */
export class Mail extends Construct {
  /** The address that mail comes from. */
  readonly from: string;
  readonly identity: IEmailIdentity;
  /** The records that the DNS of the domain needs, as names and values; none for an identity that exists. */
  readonly dkimRecords: EmailIdentity['dkimRecords'];
  readonly configurationSet: ConfigurationSet;
  /** The encrypted queue that keeps, for two weeks, events that could not be recorded. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const { mailDomain } = stage;
    this.from = `applications@${mailDomain}`;
    if (isPlaceholder(mailDomain)) {
      Annotations.of(this).addInfoV2(
        'mail-domain',
        `Stage ${stage.name} sends mail from ${mailDomain}, which is a placeholder: applications are collected, but their mail waits. Set mailDomain in stages.json to a domain of yours.`,
      );
    }
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      // An address that refused a mail or complained about one gets no other, or SES would pause the account.
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSet.addEventDestination('Events', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: events.map(([event]) => event),
    });
    if (stage.mailIdentity === 'existing') {
      this.identity = EmailIdentity.fromEmailIdentityName(this, 'Domain', mailDomain);
      this.dkimRecords = [];
    } else {
      const identity = new EmailIdentity(this, 'Domain', {
        identity: Identity.domain(mailDomain),
        configurationSet: this.configurationSet,
      });
      this.identity = identity;
      this.dkimRecords = identity.dkimRecords;
    }
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
  }

  /** What happens when the function that records events fails. */
  get unanswered(): Unanswered {
    return { queue: this.deadLetters, ...CALLED };
  }

  /** The resources that SES checks when a mail is sent: the domain and the configuration set. */
  get sendingArns(): string[] {
    const { emailIdentityArn } = this.identity;
    const configurationSetArn = Arn.format(
      {
        service: 'ses',
        resource: 'configuration-set',
        resourceName: this.configurationSet.configurationSetName,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      },
      Stack.of(this),
    );
    return [emailIdentityArn, configurationSetArn];
  }

  /** Calls a function with each event of the configuration set. */
  recordEventsWith(handler: IFunction): void {
    // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
    new Rule(this, 'Rule', {
      description: 'What became of a mail, as SES reports it',
      eventPattern: {
        source: ['aws.ses'],
        detailType: events.map(([, detailType]) => detailType),
        detail: {
          mail: { tags: { 'ses:configuration-set': [this.configurationSet.configurationSetName] } },
        },
      },
      targets: [new LambdaFunction(handler, { deadLetterQueue: this.deadLetters, ...OFFERED })],
    });
  }
}
