import { Annotations } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import {
  ConfigurationSet,
  EmailIdentity,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { reportedEvents } from './mail-events.ts';
import { isPlaceholder, type Stage } from './stages.ts';

/** The domain of the sender, with DKIM, and the configuration set, which publishes delivery events. */
export class Mail extends Construct {
  /** DNS records that the domain needs; empty for an existing identity. */
  readonly dkimRecords: EmailIdentity['dkimRecords'];
  readonly configurationSet: ConfigurationSet;

  constructor(scope: Construct, id: string, { name, mailDomain, mailIdentity }: Stage) {
    super(scope, id);
    if (isPlaceholder(mailDomain)) {
      Annotations.of(this).addInfoV2(
        'mail-domain',
        `Stage ${name} sends mail from ${mailDomain}, which is a placeholder: applications are collected, but their mail waits. Set mailDomain in stages.json to a domain of yours.`,
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
      mailIdentity === 'existing'
        ? []
        : new EmailIdentity(this, 'Domain', {
            identity: Identity.domain(mailDomain),
            configurationSet: this.configurationSet,
          }).dkimRecords;
  }
}
