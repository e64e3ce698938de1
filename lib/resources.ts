import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import { HttpApi, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { handedOver } from './handover.ts';
import type { Stage } from './stages.ts';

/** The table that the functions use. */
export type ServedTable = Pick<Table, 'tableName' | 'tableArn'>;

/** What mail is sent with. */
export interface MailSender {
  /** The address that mail comes from. */
  from: string;
  configurationSet: string;
  /** The resources that SES checks when a mail is sent: the domain and the configuration set. */
  arns: string[];
}

/** The bucket of files that the functions use. */
export type ServedFiles = Pick<IBucket, 'bucketName' | 'bucketArn' | 'arnForObjects'>;

/** What the functions work with. */
export interface Resources {
  table: ServedTable;
  files: ServedFiles;
  mail: MailSender;
}

/** What a stage sends mail with. */
export function mailSender(scope: Construct, { mailDomain }: Stage, configurationSet: string): MailSender {
  const arnOf = (resource: string, resourceName: string) =>
    Arn.format(
      { service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME },
      Stack.of(scope),
    );
  return {
    from: `applications@${mailDomain}`,
    configurationSet,
    arns: [arnOf('identity', mailDomain), arnOf('configuration-set', configurationSet)],
  };
}

/** The HTTP API of a stage, in another stack than its own. */
export const apiOf = (scope: Construct, stage: Stage): IHttpApi =>
  HttpApi.fromHttpApiAttributes(scope, 'Api', { httpApiId: handedOver(scope, stage, 'ApiId') });

/** The topic of the alarms of a stage, in another stack than its own. */
export const alarmTopicOf = (scope: Construct, stage: Stage): ITopic =>
  Topic.fromTopicArn(scope, 'Alarms', handedOver(scope, stage, 'AlarmTopic'));

/** What is only made where it is used: a parameter that nothing uses is a finding of the template's checks. */
function onUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** What the functions of a stage work with, in another stack than its own. */
export function resourcesOf(scope: Construct, stage: Stage): Resources {
  const table = onUse(() => Table.fromTableName(scope, 'Table', handedOver(scope, stage, 'TableName')));
  const files = onUse(() => Bucket.fromBucketName(scope, 'Files', handedOver(scope, stage, 'FilesBucket')));
  const mail = onUse(() => mailSender(scope, stage, handedOver(scope, stage, 'MailConfigurationSet')));
  return {
    get table() {
      return table();
    },
    get files() {
      return files();
    },
    get mail() {
      return mail();
    },
  };
}
