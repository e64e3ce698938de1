import { Stack, Validations } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import { Construct } from 'constructs';
import { settings } from '../../functions/platform/config.ts';
import { alarmTopic } from '../alarm-topic.ts';
import { fileBucket } from '../file-bucket.ts';
import { publishParameters } from '../stage-resources.ts';
import { JobApi, hostOf, originsOf, urlOf } from '../job-api.ts';
import { jobTable } from '../job-table.ts';
import { Mail } from '../mail.ts';
import { addOutputs, mailSender, searchAccountOf, type Resources } from '../resources.ts';
import { adminPermissions } from '../permissions.ts';
import { statementsFor } from '../policy.ts';
import { acknowledge, acknowledgePrefixes } from '../rule-exceptions.ts';
import { Site } from '../site.ts';
import { settingOutputs } from '../stack-names.ts';
import { monitoringOf, type Stage } from '../stages.ts';

/** The policy to attach to users of the admin command. */
function adminPolicy(scope: Construct, id: string, resources: Resources): ManagedPolicy {
  const stack = Stack.of(scope);
  // The ARN needs a wildcard, because a stack's ARN ends with an id and the command requests it by name.
  const ofThatName = stack.formatArn({
    service: 'cloudformation',
    resource: 'stack',
    resourceName: `${stack.stackName}/*`,
  });
  const policy = new ManagedPolicy(scope, id, {
    description: 'What npm run admin may do',
    statements: [
      ...statementsFor(resources, adminPermissions),
      // With --stage, the command reads table, bucket and time zone from the outputs.
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [ofThatName] }),
    ],
  });
  Validations.of(policy).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${flattenCfnReference(stack.resolve(ofThatName))}]`,
    reason: 'A caller that names a stack does not know its id, and AWS then requires all ids.',
  });
  return policy;
}

/**
 * The resources that stay when the other stacks are destroyed and deployed again: the table, the files, the address of
 * the API, the domain of the sender, and the recipients of alarms.
 */
export class DataStack extends Stack {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      description: `Job Posting Service, ${stage.name}: data`,
      terminationProtection: stage.retainData,
    });
    const mail = new Mail(this, 'Mail', stage);
    const http = new JobApi(this, 'Http', stage);
    const { api, domainTarget } = http;
    const site =
      stage.cdn && new Site(this, 'Site', { stage, cdn: stage.cdn, origin: hostOf(this, stage, api) });
    const files = fileBucket(this, 'Files', {
      stage,
      origins: site ? [site.url] : originsOf(this, stage, () => api.apiId),
    });
    const monitoring = new Construct(this, 'Monitoring');
    const topic = monitoringOf(stage) === 'none' ? undefined : alarmTopic(monitoring, 'Alarms', stage);
    const table = jobTable(this, stage);
    // Created last: if another resource fails in the first deployment, no protected table has to be deleted.
    table.node.addDependency(files, mail, http, ...(site ? [site] : []), monitoring);
    const { configurationSetName } = mail.configurationSet;
    const admin = adminPolicy(this, 'Admin', {
      table,
      files,
      mail: mailSender(this, stage, configurationSetName),
      searchAccount: searchAccountOf(this, stage),
    });
    publishParameters(new Construct(this, 'Handover'), stage, {
      ApiId: api.apiId,
      TableName: table.tableName,
      TableStreamArn: table.tableStreamArn!,
      FilesBucket: files.bucketName,
      MailConfigurationSet: configurationSetName,
      ...(topic && { AlarmTopic: topic.topicArn }),
      ...(site && {
        SiteUrl: site.url,
        SiteSecrets: site.secrets.map(({ secretArn }) => secretArn).join(','),
      }),
    });

    acknowledgePrefixes(admin, files);
    acknowledge(files, 'files');
    acknowledge(monitoring, 'monitoring');
    if (site) acknowledge(site, 'site');

    addOutputs(this, {
      Url: { value: urlOf(this, stage, () => api.apiId), description: 'Where clients reach the service' },
      TableName: { value: table.tableName, description: `${settingOutputs.TableName} for npm run admin` },
      FilesBucket: {
        value: files.bucketName,
        description: `${settingOutputs.FilesBucket} for npm run admin`,
      },
      TimeZone: { value: stage.timeZone, description: `${settingOutputs.TimeZone} for npm run admin` },
      EventDays: {
        value: (stage.eventDays ?? settings.EVENT_RETENTION_DAYS.fallback).toString(),
        description: `${settingOutputs.EventDays} for npm run admin`,
      },
      ...Object.fromEntries(
        mail.dkimRecords.map(({ name, value }, index) => [
          `DkimRecord${index + 1}`,
          {
            value: `${name} CNAME ${value}`,
            description: `A record to create in the DNS of ${stage.mailDomain}`,
          },
        ]),
      ),
      ...(domainTarget !== undefined && {
        DomainTarget: {
          value: domainTarget,
          description: `Where a CNAME or alias record for ${stage.domain?.name} has to point`,
        },
      }),
      ...(site && {
        SiteUrl: { value: site.url, description: 'Where candidates find the public pages' },
        SiteTarget: {
          value: site.target,
          description: 'Where a CNAME or alias record for the domain of the public pages has to point',
        },
      }),
      ...(topic && {
        AlarmTopic: { value: topic.topicArn, description: 'Subscribe to receive the alarms' },
      }),
      AdminPolicy: { value: admin.managedPolicyArn, description: 'What npm run admin needs' },
    });
  }
}
